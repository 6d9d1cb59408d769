import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { AuditPage, AuditView } from '../contract/audit.ts';
import { passwordWasRight } from '../contract/audit-texts.ts';
import type { AuditAction, AuditOutcome, AuditVia } from '../contract/choices.ts';
import { limits } from '../contract/limits.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, isoInstant, rowCount, tables } from '../platform/database/query.ts';
import { type Reads, readPage } from '../platform/database/reads.ts';
import { runIn } from '../platform/database/writes.ts';
import { isDomainError } from '../platform/errors.ts';
import { networkOf } from '../platform/rate-limits/attempt-limits.ts';

/** The log of events that concern the account, readers' data and what readers are sent. Kept for 180 days. */
export interface Audit {
  /** Adds an entry. Refusals repeated within an hour are counted in one entry. */
  record(entry: NewEntry): Promise<void>;
  /** One page, newest first. */
  list(query: { page: number; limit: number }): Promise<AuditPage>;
  /** Deletes entries, and clears addresses, that have been kept long enough. @returns how many entries */
  clearOld(): Promise<number>;
}

/** The part of it that features need. */
export type AuditLog = Pick<Audit, 'record'>;

const table = tables<{ audit_entries: AuditEntry }>();
const entries = table
  .selectFrom('audit_entries')
  .select(
    fields('audit_entries', [
      'id',
      'at',
      'action',
      'outcome',
      'via',
      'account',
      'address',
      'detail',
      'count',
    ]),
  );

export function openAudit(deps: RecordDeps): Audit {
  return {
    record: (entry) => recordEntry(deps, entry),
    async list(query) {
      const list = { table: 'audit_entries', rows: entries, where: [], orderBy: sql`at desc, id desc` };
      const { rows, ...page } = await readPage(deps.database, list, query);
      return { entries: rows.map((row) => ({ ...row, at: isoInstant(row.at) })), ...page };
    },
    clearOld: () => clearEntries(deps),
  };
}

const entriesShown = 20;

/** The latest entries with a detail, such as `reader 5`. */
export async function entriesAbout(
  database: Reads,
  detail: string,
): Promise<Pick<AuditView, 'id' | 'at' | 'action' | 'outcome' | 'via' | 'account'>[]> {
  const rows = await database.read(
    table
      .selectFrom('audit_entries')
      .select(['id', 'at', 'action', 'outcome', 'via', 'account'])
      .where('detail', '=', detail)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(entriesShown),
  );
  return rows.map((row) => ({ ...row, id: Number(row.id), at: isoInstant(row.at) }));
}

/** Does something and records that it was done, or that it was refused and why. */
export async function audited<T>(
  audit: AuditLog,
  action: AuditAction,
  actor: Actor,
  work: () => Promise<T>,
  detailOf: (result: T) => string | undefined = () => undefined,
): Promise<T> {
  const result = await auditedRefusals(audit, action, actor, work);
  await audit.record({ action, actor, detail: detailOf(result) });
  return result;
}

/** Does something that changes nothing yet, and records only that it was refused and why. */
export async function auditedRefusals<T>(
  audit: AuditLog,
  action: AuditAction,
  actor: Actor,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const detail = isDomainError(error) ? reasons[error.code] : undefined;
    if (detail !== undefined) await audit.record({ action, actor, outcome: 'refused', detail });
    throw error;
  }
}

/** Refusals that are recorded, in the words of the log. */
const reasons: Partial<Record<string, string>> = {
  'auth.invalid_credentials': 'wrong username or password',
  // Someone knows the password. The owner leaves this entry too: the code is asked for in a second step.
  'auth.code_required': passwordWasRight,
  'auth.wrong_password': 'wrong current password',
  'auth.wrong_code': 'wrong code',
  'input.invalid': 'the password is too common',
  'second_factor.on': 'on already',
  'second_factor.off': 'off already',
  'auth.setup_done': 'there is an account already',
  'auth.setup_token': 'without the setup link',
  'session.not_found': 'no such session',
  'limit.too_many': 'too many attempts',
};

/** How long an entry is kept. */
export const keepDays = 180;

/** Refusals of one hour with the same cause, account and network are one entry. */
const sameForMs = 3_600_000;

/** The most entries that refusals add in one day. More are counted together, so that no attack fills the disk. */
export const mostRefusalsPerDay = 1000;

/** Few enough that nobody waiting for SQLite's write lock is delayed noticeably. */
const mostClearedAtOnce = 5000;

/**
 * Deletes the entries that have been kept long enough, and clears addresses that have been kept long enough.
 *
 * @returns how many entries were deleted, at most 5,000
 */
async function clearEntries({ database, now, keepAddressDays }: RecordDeps): Promise<number> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);
  const oldest = (days: number) =>
    table
      .selectFrom('audit_entries')
      .select('id')
      .where('at', '<=', daysAgo(days))
      .orderBy('at')
      .limit(mostClearedAtOnce);
  const withAddress = oldest(keepAddressDays).where('address', 'is not', null);
  // An address is also part of what makes two refusals the same.
  const cleared = { address: null, same_as: null };
  await runIn(database.em(), table.updateTable('audit_entries').set(cleared).where('id', 'in', withAddress));
  const deletion = table.deleteFrom('audit_entries').where('id', 'in', oldest(keepDays));
  const { numAffectedRows } = await runIn(database.em(), deletion);
  return Number(numAffectedRows);
}

export interface RecordDeps {
  database: OpenDatabase;
  now: () => Date;
  /** With 0, no address is stored. */
  keepAddressDays: number;
}

interface NewEntry {
  action: AuditAction;
  /** `done` by default. */
  outcome?: AuditOutcome;
  actor: Actor;
  detail?: string | undefined;
}

const insertedColumns = 'audit_entries (at, action, outcome, via, account, address, detail, same_as, count)';
const countOn = `on conflict (same_as) do update set
  count = audit_entries.count + excluded.count, at = excluded.at`;

/** Adds an entry. A repeated refusal is counted in its earlier entry. */
async function recordEntry(deps: RecordDeps, entry: NewEntry): Promise<void> {
  const { database, now } = deps;
  const { action, outcome = 'done', actor, detail = null } = entry;
  const at = now();
  const account = actor.account ?? null;
  const address = outcome === 'refused' && (await isFlooded(deps, at)) ? null : addressOf(deps, actor);
  const hour = Math.floor(at.getTime() / sameForMs);
  const cause = [action, hour, actor.via, account, address, detail].join(' ');
  const sameAs = outcome === 'refused' ? cause : null;
  const row = [at, action, outcome, actor.via, account, address, detail, sameAs, 1];
  await database.insertTogether((insert) => insert(insertedColumns, [row], countOn));
}

function addressOf({ keepAddressDays }: RecordDeps, { address }: Actor): string | null {
  if (keepAddressDays === 0 || address === undefined) return null;
  return networkOf(address).slice(0, 64);
}

async function isFlooded({ database }: RecordDeps, at: Date): Promise<boolean> {
  const aDayAgo = new Date(at.getTime() - 86_400_000);
  const refused = table
    .selectFrom('audit_entries')
    .select(rowCount)
    .where('at', '>', aDayAgo)
    .where('outcome', '=', 'refused');
  const [row] = await database.read(refused);
  return (row?.count ?? 0) >= mostRefusalsPerDay;
}

/** Who does something and from where. */
export interface Actor {
  via: AuditVia;
  /** The username of the signed-in admin. */
  account?: string | undefined;
  /** The command line has none. */
  address?: string | undefined;
}

/** The owner of the machine, at its command line. */
export const atCommandLine: Actor = { via: 'cli' };

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The time of the last one if `count` is more than one. */
    at: p.datetime(3).index('audit_entries_at'),
    action: p.string().length(40).$type<AuditAction>(),
    outcome: p.string().length(10).$type<AuditOutcome>(),
    via: p.string().length(10).$type<AuditVia>(),
    /** The username, if there is an account with that name: anything else typed there may be a password. */
    account: p.string().length(limits.usernameLength).nullable(),
    /** Network of the caller, until it is cleared. */
    address: p.string().length(64).nullable(),
    /** In our own words, without anything typed by a reader or a stranger. */
    detail: p.string().length(200).nullable(),
    /** How often it happened: repeated refusals within an hour share one entry. */
    count: p.integer().default(1),
    /** Identifies refusals that count as the same; `null` for actions that were done. */
    sameAs: p.string().length(300).nullable().unique(),
  },
});

/** One event that concerns the account, readers' data or what readers are sent. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
