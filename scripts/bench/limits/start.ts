// Limit: Node importing Koa, MikroORM and the driver, and opening the database. FILE.
import { MikroORM } from '@mikro-orm/sqlite';
import Koa from 'koa';

const orm = await MikroORM.init({
  dbName: process.argv[2] ?? '',
  entities: [],
  discovery: { warnWhenNoEntities: false },
});
await orm.em.getConnection().execute('select 1');
const app = new Koa();
app.use((ctx) => {
  ctx.body = 'ready';
});
app.listen(Number(process.env.PORT), '127.0.0.1');
