// Limit: Koa, a prepared look-up of the session and a prepared page, JSON.stringify. Argument: FILE of the product's
// database.
import Database from 'better-sqlite3';
import Koa, { type Context } from 'koa';

const database = new Database(process.argv[2] ?? '', { readonly: true });
database.pragma('mmap_size = 268435456');
const session = database.prepare(
  'select users.id, users.username from sessions join users on users.id = sessions.user_id where sid = ? and expire > ?',
);
const columns = `id, word, phonetic_pronunciation as phoneticPronunciation, part_of_speech as partOfSpeech, definition,
  etymology, example1, example2, conversation_tip as conversationTip, used_count as usedCount, source, created_at as createdAt`;
const isWaiting = `select word_id from scheduled_emails where status in ('pending', 'scheduled')`;
const page = (select: string, where: string) =>
  database.prepare(
    `select ${select} from words where id in (select id from words where removed_at is null ${where}
       order by sort_key, id limit ? offset ?) order by sort_key, id`,
  );
const statements = {
  all: page(columns, ''),
  letter: page(columns, 'and sort_key >= ? and sort_key < ?'),
  unused: page('id, word, definition', `and used_count = 0 and id not in (${isWaiting})`),
  schedule: database.prepare(
    `select e.id, e.word_id as wordId, scheduled_date as scheduledDate, status, icontact_message_id as icontactMessageId,
       message_id as messageId, send_id as sendId, e.created_at as createdAt, sent_at as sentAt, reason, ${columns
         .replace(/^id/, 'w.id as w_id')
         .replace(' as createdAt', ' as w_createdAt')
         .replace('created_at as', 'w.created_at as')}
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
  readers: count('select count(*) as count from registrations'),
};
const perDay = database
  .prepare(
    'select created_at / 86400000 as day, count(*) as count from registrations where created_at > ? group by 1',
  )
  .all(Date.now() - 30 * 86_400_000);

interface Row {
  createdAt: number;
  [column: string]: unknown;
}
const shown = (row: unknown) => {
  const { createdAt, ...rest } = row as Row;
  return { ...rest, createdAt: new Date(createdAt).toISOString() };
};
const shownEmail = (row: unknown) => {
  const all = row as Record<string, number>;
  const { id, wordId, scheduledDate = 0, status, createdAt = 0, sentAt, ...rest } = all;
  return {
    scheduled_emails: {
      id,
      wordId,
      scheduledDate: new Date(scheduledDate).toISOString(),
      status,
      createdAt: new Date(createdAt).toISOString(),
      sentAt: sentAt ? new Date(sentAt).toISOString() : null,
      reason: rest.reason,
    },
    words: { ...rest, id: rest.w_id, createdAt: new Date(rest.w_createdAt ?? 0).toISOString() },
  };
};

function answer({ path, query }: Context): unknown {
  const limit = Number(query.limit ?? 50);
  const offset = (Number(query.page ?? 1) - 1) * limit;
  const paged = (rows: unknown[], total: number) => ({ words: rows, total, hasMore: offset + limit < total });
  if (path === '/api/admin/words') {
    const letter = String(query.letter ?? '');
    if (!letter) return paged(statements.all.all(limit, offset).map(shown), totals.all);
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    return paged(statements.letter.all(letter, next, limit, offset).map(shown), totals.all);
  }
  if (path === '/api/admin/words/unused') return paged(statements.unused.all(limit, offset), totals.unused);
  if (path === '/api/admin/schedule') return statements.schedule.all(limit).map(shownEmail);
  const next = statements.next.get(Date.now());
  return { readers: { total: totals.readers, perDay }, next, tomorrow: true, timezone: 'UTC' };
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
