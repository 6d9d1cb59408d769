// Limit: Koa with a constant buffer, already compressed. Arguments: FILE and its type.
import { readFileSync } from 'node:fs';
import Koa from 'koa';

const [file = '', type = 'text/html; charset=utf-8', encoding = ''] = process.argv.slice(2);
const body = readFileSync(file);
const app = new Koa();
app.use((ctx) => {
  ctx.type = type;
  if (encoding) ctx.set('Content-Encoding', encoding);
  ctx.body = body;
});
app.listen(Number(process.env.PORT), '127.0.0.1');
