#!/bin/sh
# Stands in for the entry point of the image postgres: creates the cluster at the first start, as its variables say.
set -eu
data=/var/lib/postgresql/data
bin=$(echo /usr/lib/postgresql/*/bin)
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  chown postgres:postgres "$data"
  chmod 0700 "$data"
  install -o postgres -m 0600 "$POSTGRES_PASSWORD_FILE" /tmp/password
  as_postgres "$bin/initdb" --pgdata="$data" --username="$POSTGRES_USER" --pwfile=/tmp/password \
    --auth-local=trust --auth-host=scram-sha-256 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  as_postgres "$bin/pg_ctl" --pgdata="$data" --wait --silent --options="-c listen_addresses=''" start
  # Not the createdb of Debian's wrapper: it takes the port that was free when the package was installed.
  as_postgres "$bin/createdb" --port=5432 --username="$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres "$bin/pg_ctl" --pgdata="$data" --wait --silent stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/postgres" -D "$data" -c listen_addresses='*'
