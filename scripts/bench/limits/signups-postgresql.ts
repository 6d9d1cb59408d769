// Limit: Koa, a JSON body and one insert per request through pg's pool. The database's address.
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
await pool.query(
  'create table if not exists signups (id serial primary key, email text not null unique, first_name text not null, created_at timestamptz not null)',
);
const insert = {
  name: 'insert',
  text: 'insert into signups (email, first_name, created_at) values ($1, $2, $3) on conflict do nothing',
};

const app = new Koa();
app.use(bodyParser({ enableTypes: ['json'] }));
app.use(async (ctx) => {
  if (ctx.path === '/readyz') {
    ctx.body = 'ready';
    return;
  }
  const { email, firstName } = ctx.request.body as { email: string; firstName: string };
  await pool.query({ ...insert, values: [email, firstName, new Date()] });
  ctx.status = 201;
  ctx.body = { message: 'Your first daily word will arrive soon.' };
});
app.listen(Number(process.env.PORT), '127.0.0.1');
