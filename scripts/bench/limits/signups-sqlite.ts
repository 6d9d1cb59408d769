// Limit: Koa, a JSON body and one prepared insert per request. FILE, then `normal` or `full`.
import { bodyParser } from '@koa/bodyparser';
import Database from 'better-sqlite3';
import Koa from 'koa';

const [file = '', synchronous = 'normal'] = process.argv.slice(2);
const database = new Database(file);
database.pragma('journal_mode = wal');
database.pragma(`synchronous = ${synchronous}`);
database.exec(
  'create table if not exists signups (id integer primary key, email text not null unique, first_name text not null, created_at integer not null)',
);
const insert = database.prepare(
  'insert into signups (email, first_name, created_at) values (?, ?, ?) on conflict do nothing',
);

const app = new Koa();
app.use(bodyParser({ enableTypes: ['json'] }));
app.use((ctx) => {
  if (ctx.path === '/readyz') {
    ctx.body = 'ready';
    return;
  }
  const { email, firstName } = ctx.request.body as { email: string; firstName: string };
  insert.run(email, firstName, Date.now());
  ctx.status = 201;
  ctx.body = { message: 'Your first daily word will arrive soon.' };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
