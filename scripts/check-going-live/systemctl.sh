#!/bin/sh
# Stands in for systemd, which has to be process 1: runs the command line of a unit as its user, with its environment.
set -eu
[ "$1" != daemon-reload ] || exit 0
# No certificate can be had here, so a proxy only reads its configuration.
[ "$*" != 'reload caddy' ] || exec caddy validate --config /etc/caddy/Caddyfile
for last; do :; done
unit="/etc/systemd/system/${last%.*}.service"
get() { sed -n "s/^$1=//p" "$unit"; }
pid="/run/${last%.*}.pid"
[ ! -e "$pid" ] || kill "$(cat "$pid")"
cd "$(get WorkingDirectory)"
umask "$(get UMask)"
start() {
  exec setpriv --reuid="$(get User)" --regid="$(get Group)" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
    env --ignore-environment PATH="$PATH" HOME="$(get WorkingDirectory)" $(get Environment) $(get ExecStart)
}
if [ "$(get Type)" = oneshot ]; then
  (start >> "/var/log/${last%.*}.log" 2>&1)
else
  start >> "/var/log/${last%.*}.log" 2>&1 < /dev/null &
  echo $! > "$pid"
fi
