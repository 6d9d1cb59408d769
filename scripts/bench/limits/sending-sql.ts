// Limit: the bare SQL of the same promise, without an email. Each of N readers gets a row; then twenty rows at a time are
// marked before their email could leave and given a result, in one transaction that is on the disk. Arguments: URL, N.
import Database from 'better-sqlite3';
import { Client } from 'pg';

const [url = '', count] = process.argv.slice(2);
const readers = Number(count);
const [perInsert, perCommit] = [1000, 20];
const answer = '250 2.0.0 Accepted';
const table =
  'create table bare (reader integer primary key, state text not null, answer text, ended_at bigint)';

if (url.startsWith('sqlite:')) onSqlite(url.slice('sqlite:'.length));
else await onPostgres();

function onSqlite(file: string): void {
  const database = new Database(file);
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  database.exec(table);
  const insert = database.prepare("insert into bare (reader, state) values (?, 'queued')");
  const begin = database.prepare("update bare set state = 'sending' where reader between ? and ?");
  const end = database.prepare(
    "update bare set state = 'sent', answer = ?, ended_at = ? where reader between ? and ?",
  );
  for (let from = 1; from <= readers; from += perInsert)
    database.transaction(() => {
      for (let n = from; n < from + perInsert && n <= readers; n += 1) insert.run(n);
    })();
  for (let from = 1; from <= readers; from += perCommit)
    database.transaction(() => {
      end.run(answer, Date.now(), from - perCommit, from - 1);
      begin.run(from, from + perCommit - 1);
    })();
  database.close();
}

async function onPostgres(): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`drop table if exists bare; ${table}`);
  for (let from = 1; from <= readers; from += perInsert)
    await client.query({
      name: 'insert',
      text: "insert into bare (reader, state) select n, 'queued' from generate_series($1::int, $2::int) n",
      values: [from, Math.min(readers, from + perInsert - 1)],
    });
  for (let from = 1; from <= readers; from += perCommit)
    await client.query({
      name: 'step',
      text: `with ended as (update bare set state = 'sent', answer = $1, ended_at = $2 where reader between $3 and $4)
        update bare set state = 'sending' where reader between $5 and $6`,
      values: [answer, Date.now(), from - perCommit, from - 1, from, from + perCommit - 1],
    });
  await client.query('drop table bare');
  await client.end();
}
