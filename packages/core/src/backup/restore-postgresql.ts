import { randomUUID } from 'node:crypto';
import type { Migrator } from '@mikro-orm/migrations';
import { sql } from 'kysely';
import { Client } from 'pg';
import { entities } from '../entities.ts';
import { weeklyPolicy } from '../mail/policy.ts';
import { addDays, calendarDay, dayNumber, instantAt } from '../platform/calendar.ts';
import { noSuchDatabase } from '../platform/database/database-failure.ts';
import type { OpenedOrm } from '../platform/database/opened-orm.ts';
import {
  connectionTimeoutMs,
  migrationLock,
  openPostgresqlOrm,
} from '../platform/database/postgresql-orm.ts';
import { connectionString } from '../platform/database/postgresql-tls.ts';
import { migrationsTable } from '../platform/database/schema-state.ts';
import { DomainError } from '../platform/errors.ts';
import type { Config } from '../platform/settings/config.ts';
import { weeklyMessageName } from '../schedule/weekly/weekly-email.ts';
import { version } from '../version.ts';
import { dropEverything, loadPostgresql, tableNames } from './postgresql-tables.ts';

async function withPostgresql<T>(url: string, work: (opened: OpenedOrm) => Promise<T>): Promise<T> {
  const opened = await openPostgresqlOrm(url, entities, 'create');
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What a restore would replace, and what prevents it. */
export async function stateOfPostgresql(url: string): Promise<{ hasTables: boolean; isInUse: boolean }> {
  const client = new Client({
    connectionString: connectionString(url),
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    // The migrator's own table stays after a restore that failed.
    const names = (await tableNames(client)).filter((name) => name !== migrationsTable);
    return { hasTables: names.length > 0, isInUse: (rows[0]?.others ?? 0) > 0 };
  } catch (error) {
    // It will be created when it is opened.
    if ((error as { code?: string }).code === noSuchDatabase) return { hasTables: false, isInUse: false };
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Replaces everything in the database's schema with the tables of a backup, in one transaction.
 *
 * @param mark The database has this mark once it is done.
 * @param migrations Of the schema that the tables had.
 * @returns how many emails wait for the owner, and the names of the migrations that came after these
 */
export async function restorePostgresql(
  url: string,
  folder: string,
  { migrations, mark, ...options }: RestoredOptions & { migrations: string[]; mark: string },
): Promise<{ held: number; applied: string[] }> {
  return withPostgresql(url, ({ orm }) =>
    orm()
      .em.fork()
      .transactional(async (em) => {
        const execute = <Row>(sql: string, values?: readonly unknown[]) =>
          em.getConnection().execute<Row[]>(sql, values && [...values], 'all', em.getTransactionContext());
        // A program that checks for the mark waits for the end of this transaction, even if this process is gone.
        await execute(`select pg_advisory_xact_lock(${migrationLock})`);
        await dropEverything(execute);
        const { migrator } = orm() as unknown as { migrator: Migrator };
        const transaction = em.getTransactionContext();
        await migrator.up({ migrations, transaction });
        await loadPostgresql(execute, folder);
        const later = await migrator.up({ transaction });
        const held = await settleRestored(execute, options);
        await execute(`comment on table ${migrationsTable} is '${mark}'`);
        return { held, applied: later.map(({ name }) => name) };
      }),
  );
}

/**
 * Does for a database that `pg_restore` has filled what a restore does: brings it up to date, and holds back what may have
 * been sent since. For databases too large for an archive.
 *
 * @returns how many emails wait for the owner
 * @throws DomainError `backup.refused` while anyone else is connected; `config.invalid` for SQLite
 */
export async function settleDump(
  { database }: Pick<Config, 'database'>,
  options: Pick<RestoredOptions, 'madeAt' | 'now' | 'holdsSending'>,
): Promise<{ held: number }> {
  if (database.kind !== 'postgresql')
    throw new DomainError('config.invalid', 'DATABASE_URL is not a PostgreSQL database.');
  if ((await stateOfPostgresql(database.url)).isInUse) {
    throw new DomainError(
      'backup.refused',
      'Another program is connected to this database. Stop it first: it may be sending.',
    );
  }
  return withPostgresql(database.url, ({ orm }) =>
    orm()
      .em.fork()
      .transactional(async (em) => {
        const transaction = em.getTransactionContext();
        const execute = <Row>(sql: string, values?: readonly unknown[]) =>
          em.getConnection().execute<Row[]>(sql, values && [...values], 'all', transaction);
        await execute(`select pg_advisory_xact_lock(${migrationLock})`);
        await (orm() as unknown as { migrator: Migrator }).migrator.up({ transaction });
        return { held: await settleRestored(execute, { ...options, sameKey: undefined, version }) };
      }),
  );
}

/** Whether a restore with this mark was completed. */
export async function hasMark(database: Config['database'], mark: string): Promise<boolean> {
  if (database.kind !== 'postgresql') return false;
  return withPostgresql(database.url, ({ underLock, reads }) =>
    underLock(async () => {
      const [row] = await reads.read(
        sql<{
          mark: string | null;
        }>`select obj_description(to_regclass(${migrationsTable}), 'pg_class') as mark`,
      );
      return row?.mark === mark;
    }),
  );
}

/** Runs one statement on the restored tables, and returns its rows. */
export type RunRestored = <Row>(
  sql: string,
  values: readonly (string | number | Date | null)[],
) => Promise<Row[]>;

export interface RestoredOptions {
  /** When the backup was made. */
  madeAt: Date;
  now: Date;
  /** The key of the installation, if the restore takes it back to an earlier state; a copy gets a new one. */
  sameKey: string | undefined;
  /** Whether nothing is sent until the owner says so. */
  holdsSending: boolean;
  /** The version of Wordrise. */
  version: string;
}

/**
 * Makes restored tables, which are up to date, fit for use: before anyone can see them.
 *
 * @returns how many emails wait for the owner
 */
export async function settleRestored(run: RunRestored, options: RestoredOptions): Promise<number> {
  const { now, sameKey, holdsSending, version } = options;
  // Sessions that were ended after the backup would be back.
  await run('delete from sessions', []);
  await run('delete from rate_limits', []);
  // It was a pass of the installation that the backup was made of.
  await run('delete from processor_runs', []);
  await run('delete from installations', []);
  await run('insert into installations (id, key, migrated_by, held_since) values (1, ?, ?, ?)', [
    sameKey ?? randomUUID(),
    version,
    holdsSending ? now : null,
  ]);
  // A reader who had not been welcomed yet may have been since.
  await run('update registrations set welcome_due_at = null where welcome_due_at is not null', []);
  await holdWeeklyEmails(run, options);
  await passOverLessons(run, options);
  return holdSends(run, options);
}

/**
 * Readers of a course may have gotten a lesson on each day since the backup. Those are passed over: one too few is better
 * than one twice.
 */
async function passOverLessons(run: RunRestored, { madeAt, now }: RestoredOptions): Promise<void> {
  const places = await run<{ timezone: string | null; day: string | null }>(
    `select distinct timezone, lesson_day as day from registrations
     where status = 'subscribed' and exists (select 1 from course_lessons)`,
    [],
  );
  for (const { timezone, day } of places) {
    const zone = timezone ?? 'UTC';
    const today = calendarDay(now, zone);
    const since = day ?? calendarDay(madeAt, zone);
    const days = dayNumber(today) - dayNumber(since);
    if (days <= 0) continue;
    await run(
      `update registrations set lesson = coalesce(lesson, 0) + ?, lesson_day = ?
       where status = 'subscribed' and coalesce(timezone, '') = ? and coalesce(lesson_day, '') = ?`,
      [days, today, timezone ?? '', day ?? ''],
    );
  }
}

/** Of readers without a time of their own: any may be that of the emails. */
const earliestTime = '00:00';

/**
 * Readers may have gotten a weekly email that was made after the backup: those of days that have begun since, for the
 * first of them, are not made.
 */
async function holdWeeklyEmails(run: RunRestored, { madeAt, now }: RestoredOptions): Promise<void> {
  const used = await run(
    `select 1 as one from weekly_emails union select 1 from registrations where cadence = 'weekly'`,
    [],
  );
  if (used.length === 0) return;
  const times = await run<{ timezone: string; time: string | null }>(
    `select distinct timezone, send_time as time from registrations where timezone is not null
     union select timezone, null as time from scheduled_emails`,
    [],
  );
  const soon = new Date(now.getTime() + weeklyPolicy.leadMs);
  // Those before that are too late.
  const from = Math.max(madeAt.getTime() - 12 * 3_600_000, now.getTime() - 3 * 24 * 3_600_000);
  let day = calendarDay(new Date(from), 'UTC');
  // The first zones are 14 hours ahead.
  const last = calendarDay(new Date(soon.getTime() + 14 * 3_600_000), 'UTC');
  for (; day <= last; day = addDays(day, 1)) {
    const hasBegun = times.some(
      ({ timezone, time }) => instantAt({ day, time: time ?? earliestTime }, timezone) <= soon,
    );
    if (!hasBegun) continue;
    await run(
      `insert into weekly_emails (day, message_name, subject, words, created_at, reason)
       values (?, ?, '', 0, ?, ?) on conflict do nothing`,
      [day, weeklyMessageName(day), now, 'It may have been sent after the backup that was restored.'],
    );
  }
}

/** Adds to the totals of sends what is stored of deliveries that had begun, and was not counted yet. */
async function countClaimed(run: RunRestored, sends: string): Promise<void> {
  const ranges = await run<{ sendId: number; claimed: string }>(
    `select send_id as "sendId", claimed from smtp_ranges where claimed is not null and send_id in (${sends})`,
    [],
  );
  for (const { sendId, claimed } of ranges) {
    const ids = (JSON.parse(claimed) as unknown[]).map(Number);
    if (ids.length === 0) continue;
    const ended = (state: 'sent' | 'failed') =>
      `(select count(*) from deliveries where send_id = smtp_sends.id and state = '${state}' and reader_id in (${ids}))`;
    await run(
      `update smtp_sends set sent = sent + ${ended('sent')}, failed = failed + ${ended('failed')} where id = ?`,
      [sendId],
    );
  }
}

/**
 * Holds back emails that readers may have received after the backup was made. With SMTP, only our own rows recorded who
 * got an email, and an email that was not submitted yet may have been submitted since. Emails whose time comes later
 * are left alone.
 */
async function holdSends(run: RunRestored, { madeAt, now }: RestoredOptions): Promise<number> {
  const since = `the backup of ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, which was restored`;
  const reason = `It may have been sent after ${since}.`;
  const held = await run<object>(
    `update scheduled_emails set status = 'failed', reason = ?, lease_token = null, lease_until = null
     where status = 'pending' and first_at <= ? returning id`,
    [reason, now],
  );
  // Of a send whose readers were being recorded, those who were recorded may have it, too.
  const hasBegun = `select 1 from deliveries where send_id = smtp_sends.id and state in ('sent', 'failed', 'unknown')`;
  const underWay = `select id from smtp_sends
    where status in ('sending', 'paused') or status = 'preparing' and exists (${hasBegun})`;
  await run(
    `update deliveries set state = 'unknown', problem = 'unknown', failure = null, answer = ?, ended_at = ?
     where state in ('queued', 'deferred', 'sending') and send_id in (${underWay})`,
    [reason, now],
  );
  await countClaimed(run, underWay);
  // Readers who were removed have no delivery anymore, but had the email.
  const totalOf = (result: 'sent' | 'failed') =>
    `${result} + (select coalesce(sum(${result}), 0) from smtp_ranges where send_id = smtp_sends.id)`;
  const unknown = `(select count(*) from deliveries where send_id = smtp_sends.id and state = 'unknown')`;
  const paused = await run<object>(
    `update smtp_sends set status = 'paused', reason = ?, is_prepared = true,
       sent = ${totalOf('sent')}, failed = ${totalOf('failed')}, unknown = ${unknown},
       recipients = ${totalOf('sent')} + ${totalOf('failed')} + ${unknown}
     where id in (${underWay}) returning id`,
    [`Readers may have got it after ${since}.`],
  );
  const due = `(status = 'preparing' or status = 'pending' and scheduled_at <= ?)`;
  await run(`delete from deliveries where send_id in (select id from smtp_sends where ${due})`, [now]);
  // The totals are in the sends now, and no process has claimed anything.
  await run(
    `delete from smtp_ranges where send_id in (select id from smtp_sends where ${due} or status = 'paused')`,
    [now],
  );
  // By name: an email of another provider may have the same ids.
  await run(
    `update scheduled_emails set status = 'failed', reason = ?
     where status = 'scheduled' and cancel_requested_at is null and message_name in
       (select name from smtp_messages where id in (select message_id from smtp_sends where ${due}))`,
    [reason, now],
  );
  const canceled = await run<object>(
    `update smtp_sends set status = 'cancelled', reason = ? where ${due} returning id`,
    [reason, now],
  );
  return held.length + paused.length + canceled.length;
}
