import { randomBytes } from 'node:crypto';
import { type Expression, type SqlBool, sql } from 'kysely';
import { waiting } from '../mail/engine/engine-tables.ts';
import type {
  EmailAt,
  EmailMoment,
  InDoubt,
  JoinedPage,
  MailingList,
  Member,
  MembersPage,
  Reach,
  Recipient,
  SendMoment,
} from '../mail/mailing-list.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { type Instant, isAmong, jsonTable } from '../platform/database/query.ts';
import type { RunStatement } from '../platform/database/writes.ts';
import { noteReport } from './bounces/note-report.ts';
import {
  dueFor,
  hadNoLesson,
  type MemberRow,
  members,
  reachesAt,
  readOwnTimes,
  sinceColumn,
  wantsEmail,
  wantsInSql,
  weeklyMembers,
} from './own-time.ts';
import { claimReminders, hasReminders } from './reminders.ts';

export interface MailingListDeps {
  database: OpenDatabase;
  now: () => Date;
  /** `LOCAL_TIMES`: whether each reader gets emails at their own local time. */
  localTimes?: boolean | undefined;
}

/** The readers as the list that emails are sent to from here. */
export function createMailingList(deps: MailingListDeps): MailingList {
  const { database } = deps;
  return {
    members: (send, page, run) => membersOf(deps, send, page, run),
    joined: (email, page) => joinedSince(deps, email, page),
    async begin() {
      await database.analyzeNew('registrations');
      return (await database.read(lastIdQuery))[0]?.last ?? 0;
    },
    ranked: (email, most) => rankedFor(deps, email, most),
    async dueTimes(email) {
      const own = deps.localTimes === false ? [] : await readOwnTimes(database);
      const times = [email.at, ...own.map((time) => dueFor(time, email))].map((time) => time.getTime());
      return [...new Set(times)].sort((one, other) => one - other).map((time) => new Date(time));
    },
    recipients: (readerIds) => recipients(deps, readerIds),
    async reminders(send) {
      if (!(await hasReminders(database, send))) return undefined;
      return (readerIds) => claimReminders(database, send, readerIds);
    },
    inDoubt: (sendId) => inDoubt(deps, sendId),
    dueElsewhere: (email, page) => dueElsewhere(deps, email, page),
    reach: (email) => reachOf(deps, email),
    async failed(readerId, failure, reason) {
      await noteReport(deps, readerId, { kind: 'bounce', failure, reason });
    },
  };
}

const lastIdQuery = sql<{ last: number | null }>`select max(id) as last from registrations`;

/** How many ids are looked at in one transaction, at most, for readers before a place. */
const idsAtATime = 50_000;

async function membersOf(
  deps: MailingListDeps,
  { email, createdAt, scheduledAt, startedAt }: SendMoment,
  { after, limit, hasSince = false, before }: MembersPage,
  run: RunStatement,
): Promise<{ members: Member[]; last: number | undefined }> {
  // A weekly email is for few readers among many.
  const among = amongMembers(email);
  const page = among.where('id', '>', after).orderBy('id').limit(limit);
  const ranked = hasSince ? page.select(sinceColumn.as('since')) : page;
  const rows: MemberRow[] = await run(
    before
      ? ranked
          .where('id', '<=', after + idsAtATime)
          .where(sql<SqlBool>`(${sinceColumn}, id) < (${before.since}, ${before.id})`)
      : ranked,
  );
  const found = rows.flatMap((row): Member[] => {
    const joinedAt = new Date(row.joinedAt);
    const since = row.since === undefined ? undefined : new Date(row.since);
    if (!email) return joinedAt <= startedAt ? [{ id: row.id, since, dueAt: startedAt }] : [];
    // The last lesson of a course is enough for one day.
    if (!wantsEmail(email, row) || row.lessonDay === email.day) return [];
    const dueAt = reachesAt(ownDueTime(deps, row, email), email, { joinedAt, createdAt, scheduledAt });
    return joinedAt > startedAt || !dueAt ? [] : [{ id: row.id, since, dueAt }];
  });
  if (!before || rows.length === limit) return { members: found, last: rows.at(-1)?.id };
  const [end] = await run(lastIdQuery);
  const last = after + idsAtATime;
  return { members: found, last: last < (end?.last ?? 0) ? last : rows.at(-1)?.id };
}

function amongMembers(email: EmailMoment | undefined) {
  return email?.weekly && email.weekly !== 'recap' ? weeklyMembers : members;
}

async function rankedFor(
  { database }: MailingListDeps,
  email: EmailMoment | undefined,
  most: number,
): ReturnType<MailingList['ranked']> {
  const wanting = amongMembers(email)
    .clearSelect()
    .where(email ? sql<SqlBool>`${hadNoLesson(email.day)} and ${wantsInSql(email)}` : sql<SqlBool>`true`);
  const some = wanting.select('id').limit(most + 1);
  const [counted] = await database.read(
    sql<{ count: number }>`select cast(count(*) as integer) as count from ${some} as wanting`,
  );
  const readers = counted?.count ?? 0;
  if (readers <= most) return { readers, beyond: undefined };
  const [first] = await database.read(
    sql<{
      id: number;
      since: Instant;
      count: number;
    }>`with wanting as ${wanting.select(['id', sinceColumn.as('since')])}
      select id, since, cast((select count(*) from wanting) as integer) as count
      from wanting order by since, id limit 1 offset ${most}`,
  );
  // Others left in the meantime.
  if (!first) return { readers: most, beyond: undefined };
  const { id, since, count } = first;
  return { readers: most, beyond: { from: { since: new Date(since), id }, count: count - most } };
}

/** When an email is due for a reader. */
function ownDueTime({ localTimes = true }: MailingListDeps, reader: MemberRow, email: EmailMoment): Date {
  return localTimes ? dueFor(reader, email) : email.at;
}

async function joinedSince(
  deps: MailingListDeps,
  email: EmailMoment,
  { after, limit, hasSince = false }: JoinedPage,
): Promise<{ members: Member[]; last: JoinedPage['after'] | undefined }> {
  const later = sql<SqlBool>`(status_at, id) > (${after.at}, ${after.id})`;
  const page = members.where(later).orderBy('status_at').orderBy('id').limit(limit);
  const rows: MemberRow[] = await deps.database.read(hasSince ? page.select(sinceColumn.as('since')) : page);
  const found = rows.flatMap((row): Member[] => {
    if (!wantsEmail(email, row) || row.lessonDay === email.day) return [];
    const dueAt = ownDueTime(deps, row, email);
    const since = row.since === undefined ? undefined : new Date(row.since);
    return dueAt > new Date(row.joinedAt) ? [{ id: row.id, dueAt, since }] : [];
  });
  const last = rows.at(-1);
  return { members: found, last: last && { at: new Date(last.joinedAt), id: last.id } };
}

async function recipients({ database }: MailingListDeps, readerIds: readonly number[]): Promise<Recipient[]> {
  if (readerIds.length === 0) return [];
  const { kind } = database;
  const select = () =>
    database.read(
      // First by id: of a table that PostgreSQL has not analyzed yet, such as after an import, it expects hardly any
      // subscribed readers and would look through all of them.
      sql<Recipient>`with asked as materialized (select * from registrations where ${isAmong(kind, 'id', readerIds)})
        select id as "readerId", email, first_name as "firstName", mail_token as token, ${sinceColumn} as since
        from asked where status = 'subscribed'`,
    );
  const found = await select();
  const nameless = found.filter(({ token }) => token === null);
  if (nameless.length === 0) return found;
  const tokens = nameless.map(({ readerId: id }) => ({ id, token: randomBytes(16).toString('hex') }));
  // Two processes may do this at the same time: the first token wins.
  await database.writeTogether((run) =>
    run(
      sql`update registrations set mail_token = fresh.token
        from ${jsonTable(kind, { id: 'bigint', token: 'text' }, tokens)} as fresh
        where registrations.id = fresh.id and mail_token is null`,
    ),
  );
  return select();
}

/** Excludes readers who rejoined afterward. */
function inDoubt({ database }: MailingListDeps, sendId: number): Promise<InDoubt[]> {
  // The first condition is that of the index of problems.
  return database.read(
    sql<InDoubt>`select reader_id as id, reader_id as "readerId", email, answer
      from deliveries join registrations on registrations.id = reader_id
      where send_id = ${sendId} and problem is not null and problem = 'failed' and failure = 'address'
      and status = 'subscribed' and coalesce(status_at, created_at) <= ended_at order by reader_id`,
  );
}

/** A condition on the domain of a reader's address. */
function atDomains({ database: { kind } }: MailingListDeps, { domains }: EmailAt, is: 'in' | 'not in') {
  const domain =
    kind === 'sqlite' ? sql`substr(email, instr(email, '@') + 1)` : sql`split_part(email, '@', 2)`;
  const rows = domains.map((name) => ({ domain: name }));
  return sql`${domain} ${sql.raw(is)} (select domain from ${jsonTable(kind, { domain: 'text' }, rows)} as asked)`;
}

async function dueElsewhere(
  deps: MailingListDeps,
  email: EmailAt,
  { at, limit }: { at: Date; limit: number },
): Promise<number[]> {
  const rows = await deps.database.read(
    sql<{
      id: number;
    }>`select reader_id as id from smtp_sends as send
      join smtp_ranges as range on range.send_id = send.id and (next_at <= ${at} or worker is not null)
      join deliveries on deliveries.send_id = send.id
        and reader_id >= nth * range_size and reader_id < (nth + 1) * range_size
      join registrations on registrations.id = reader_id
      where send.id = ${email.sendId} and ${waiting} and due_at <= ${at}
      and ${atDomains(deps, email, 'not in')}
      order by reader_id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

async function reachOf(deps: MailingListDeps, email: EmailAt): Promise<Reach> {
  const exists = async (states: Expression<unknown>, is: 'in' | 'not in') => {
    const rows = await deps.database.read(
      sql`select 1 as one from deliveries join registrations on registrations.id = reader_id
        where send_id = ${email.sendId} and deliveries.state in (${states}) and ${atDomains(deps, email, is)} limit 1`,
    );
    return rows.length > 0;
  };
  return {
    isAcceptedThere: await exists(sql`'sent'`, 'in'),
    isAcceptedElsewhere: await exists(sql`'sent'`, 'not in'),
    isOpenElsewhere: await exists(sql`'queued', 'deferred'`, 'not in'),
  };
}
