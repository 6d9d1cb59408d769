// Limit: Koa, a prepared look-up of the session and a prepared page, JSON.stringify. Argument: FILE of the product's
// database. It gives the very answers of the product, so it reads the same columns: see `suites/lists.ts`.
import Database from 'better-sqlite3';
import Koa, { type Context } from 'koa';
import { wordFields } from '../../../packages/core/src/contract/word-fields.ts';

const database = new Database(process.argv[2] ?? '', { readonly: true });
database.pragma('mmap_size = 268435456');
const session = database.prepare(
  'select users.id, users.username from sessions join users on users.id = sessions.user_id where sid = ? and expire > ?',
);
const column = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (table: string) =>
  [...wordFields, 'usedCount', 'source'].map((field) => `${table}.${column(field)} as ${field}`).join(', ');
const wordColumns = `words.id, ${columnsOf('words')}, words.created_at as createdAt`;
const goesOut = `(select scheduled_date from scheduled_emails where word_id = words.id and status in ('pending', 'scheduled'))`;
const isWaiting = `select word_id from scheduled_emails where status in ('pending', 'scheduled')`;
const page = (select: string, where: string) =>
  database.prepare(
    `select ${select} from words where id in (select id from words where removed_at is null ${where}
       order by sort_key, id limit ? offset ?) order by sort_key, id`,
  );
const statements = {
  all: page(`${wordColumns}, findings, ${goesOut} as goesOut`, ''),
  letter: page(`${wordColumns}, findings, ${goesOut} as goesOut`, 'and sort_key >= ? and sort_key < ?'),
  unused: page('id, word, definition', `and used_count = 0 and id not in (${isWaiting})`),
  schedule: database.prepare(
    `select e.id, e.word_id as wordId, scheduled_date as scheduledDate, status, icontact_message_id as icontactMessageId,
       message_id as messageId, send_id as sendId, e.created_at as createdAt, sent_at as sentAt, reason,
       ${columnsOf('w')}, w.created_at as wordCreatedAt
     from scheduled_emails e join words w on w.id = e.word_id order by scheduled_date desc, e.id desc limit ?`,
  ),
  next: database.prepare(
    `select e.id, scheduled_date as scheduledDate, status, word from scheduled_emails e join words w on w.id = e.word_id
     where status in ('pending', 'scheduled') and scheduled_date >= ? order by scheduled_date limit 1`,
  ),
};
const count = (sql: string) => (database.prepare(sql).get() as { count: number }).count;
const totals = {
  all: count('select count(*) as count from words where removed_at is null'),
  unused: count(
    `select count(*) as count from words where removed_at is null and used_count = 0 and id not in (${isWaiting})`,
  ),
  subscribed: count('select count(*) as count from registrations'),
};
const perDay = database
  .prepare(
    `select date(created_at / 1000, 'unixepoch') as day, count(*) as count from registrations
     where created_at >= unixepoch('now', 'start of day', '-29 days') * 1000 group by 1 order by 1`,
  )
  .all();

interface Row {
  createdAt: number;
  goesOut: number | null;
  findings: string;
  [column: string]: unknown;
}
const instant = (at: number | null | undefined) => (at ? new Date(at).toISOString() : null);
const shown = (row: unknown) => {
  const { createdAt, goesOut, findings, ...rest } = row as Row;
  return {
    ...rest,
    createdAt: instant(createdAt),
    ...(goesOut && { goesOut: instant(goesOut) }),
    findings: findings === '' ? [] : findings.split(' '),
  };
};
const shownEmail = (row: unknown) => {
  const all = row as Record<string, number | null>;
  const { id, wordId, scheduledDate, status, createdAt, sentAt, reason, wordCreatedAt, ...rest } = all;
  const { icontactMessageId, messageId, sendId, ...word } = rest;
  return {
    scheduled_emails: {
      id,
      wordId,
      scheduledDate: instant(scheduledDate),
      status,
      icontactMessageId,
      messageId,
      sendId,
      createdAt: instant(createdAt),
      sentAt: instant(sentAt),
      reason,
    },
    words: { id: wordId, ...word, createdAt: instant(wordCreatedAt) },
  };
};

// Nothing is written while this runs.
const totalsOfLetters = new Map<string, number>();
const countLetter = database.prepare(
  'select count(*) as count from words where removed_at is null and sort_key >= ? and sort_key < ?',
);
function totalOf(letter: string, next: string): number {
  const total = totalsOfLetters.get(letter) ?? (countLetter.get(letter, next) as { count: number }).count;
  totalsOfLetters.set(letter, total);
  return total;
}

function answer({ path, query }: Context): unknown {
  const limit = Number(query.limit ?? 50);
  const offset = (Number(query.page ?? 1) - 1) * limit;
  const paged = (rows: unknown[], total: number) => ({ words: rows, total, hasMore: offset + limit < total });
  if (path === '/api/admin/words') {
    const letter = String(query.letter ?? '');
    if (!letter) return paged(statements.all.all(limit, offset).map(shown), totals.all);
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    return paged(statements.letter.all(letter, next, limit, offset).map(shown), totalOf(letter, next));
  }
  if (path === '/api/admin/words/unused') return paged(statements.unused.all(limit, offset), totals.unused);
  if (path === '/api/admin/schedule') return statements.schedule.all(limit).map(shownEmail);
  const next = statements.next.get(Date.now()) as { scheduledDate: number } | undefined;
  const { subscribed } = totals;
  const byStatus = {
    unconfirmed: 0,
    waiting: 0,
    subscribed,
    refused: 0,
    unsubscribed: 0,
    bounced: 0,
    complained: 0,
  };
  return {
    readers: { total: subscribed, byStatus, perDay },
    next: next ? { ...next, scheduledDate: instant(next.scheduledDate) } : null,
    tomorrow: true,
    timezone: 'UTC',
  };
}

const app = new Koa();
app.keys = ['a-secret-of-the-benchmark-long-enough'];
app.use((ctx) => {
  if (ctx.path === '/readyz') {
    ctx.body = 'ready';
    return;
  }
  const sid = ctx.cookies.get('wordrise.sid', { signed: true });
  if (!session.get(sid ?? '', Date.now())) ctx.throw(401);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(answer(ctx));
});
app.listen(Number(process.env.PORT), '127.0.0.1');
