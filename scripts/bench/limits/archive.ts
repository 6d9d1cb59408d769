/**
 * Limit: Koa, prepared look-ups and templates, compressed. Arguments: the address of the product's database, a word's
 * page and a month's page as the product served them, and the slug of that word.
 */
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import Database from 'better-sqlite3';
import Koa from 'koa';
import { Pool } from 'pg';

const [url = '', wordFile = '', monthFile = '', example = ''] = process.argv.slice(2);
interface Row {
  word: string;
  slug: string;
  definition: string;
  /** In milliseconds since 1970. */
  at: number;
}
type Find = (...values: (string | number)[]) => Promise<Row[]>;

const sqlite = url.startsWith('sqlite:') ? new Database(url.slice(7), { readonly: true }) : undefined;
const postgres = new Pool({ connectionString: url });
const date = 'email.scheduled_date';
const [at, instant] = sqlite
  ? [date, '?']
  : [`extract(epoch from ${date})::float8 * 1000`, 'to_timestamp(?::float8 / 1000)'];

let prepared = 0;
/** @param rest The query from its conditions on, with `?` for values. */
function prepare(columns: string, rest: string): Find {
  prepared += 1;
  const name = `look-up ${prepared}`;
  const sql = `select ${columns}, ${at} as at from words word
    join scheduled_emails email on email.word_id = word.id where status = 'sent' and ${rest}`;
  const statement = sqlite?.prepare(sql);
  if (statement) return async (...values) => statement.all(...values) as Row[];
  const text = sql.split('?').reduce((before, after, n) => `${before}$${n}${after}`);
  return async (...values) => (await postgres.query({ name, text, values })).rows;
}

const all =
  'word, slug, definition, phonetic_pronunciation, part_of_speech, etymology, example1, example2, conversation_tip';
const find = {
  word: prepare(all, `slug = ? order by ${date} desc`),
  previous: prepare('word, slug', `${date} < ${instant} order by ${date} desc limit 1`),
  next: prepare('word, slug', `${date} > ${instant} order by ${date} limit 1`),
  month: prepare(
    'word, slug, part_of_speech, definition',
    `${date} >= ${instant} and ${date} < ${instant} order by ${date} desc`,
  ),
  all: prepare('slug', `${date} > ${instant} order by ${date} limit 45000`),
};

async function wordTexts(slug: string): Promise<Record<string, string>> {
  const [row] = await find.word(slug);
  if (!row) throw new Error(`There is no word ${slug}.`);
  const [[previous], [next]] = [await find.previous(row.at), await find.next(row.at)];
  return {
    word: row.word,
    slug,
    definition: row.definition,
    previousWord: previous?.word ?? '',
    previousSlug: previous?.slug ?? '',
    nextWord: next?.word ?? '',
    nextSlug: next?.slug ?? '',
    day: new Date(row.at).toISOString().slice(0, 10),
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Turns a page into a template, which renders it with other texts. */
function template(html: string, texts: Record<string, string>): (others: Record<string, string>) => string {
  const known = Object.entries(texts).filter(([, text]) => text !== '');
  // The longest first: some are parts of others.
  known.sort(([, a], [, b]) => b.length - a.length);
  const parts = html.split(new RegExp(`(${known.map(([, text]) => text).join('|')})`));
  const names = parts.map((part) => known.find(([, text]) => text === part)?.[0]);
  return (others) => parts.map((part, n) => (names[n] ? escaped(others[names[n]] ?? '') : part)).join('');
}

const wordPage = template(readFileSync(wordFile, 'utf8'), await wordTexts(example));
const [beforeList = '', list = '', afterList = ''] = readFileSync(monthFile, 'utf8').split(
  /(?<=<ol[^>]*>)|(?=<\/ol>)/,
);
const [entry = ''] = /<li.*?<\/li>/s.exec(list) ?? [];
const [, first = ''] = /\/words\/([\w-]+)/.exec(entry) ?? [];
const listEntry = template(entry, await wordTexts(first));

async function answer(path: string): Promise<string> {
  const [, folder, name = ''] = path.split('/');
  if (folder === 'words') return wordPage(await wordTexts(name));
  if (folder === 'archive') {
    const [year = 0, month = 0] = name.split('-').map(Number);
    const rows = await find.month(Date.UTC(year, month - 1), Date.UTC(year, month));
    const day = ({ at }: Row) => new Date(at).toISOString().slice(0, 10);
    return beforeList + rows.map((row) => listEntry({ ...row, at: '', day: day(row) })).join('') + afterList;
  }
  const sent = await find.all(0);
  const urls = sent.map(
    (row) =>
      `<url><loc>http://words.example/words/${row.slug}</loc><lastmod>${new Date(row.at).toISOString()}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

const brotli = promisify(brotliCompress);
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/readyz') {
    ctx.body = 'ready';
    return;
  }
  ctx.body = await brotli(Buffer.from(await answer(ctx.path)), options);
  ctx.type = ctx.path.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8';
  ctx.set('Content-Encoding', 'br');
});
app.listen(Number(process.env.PORT), '127.0.0.1');
