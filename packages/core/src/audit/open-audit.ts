import type { AuditPage, AuditView } from '../contract/audit.ts';
import type { AuditAction } from '../contract/choices.ts';
import { readPage } from '../database/read-page.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { selectList } from '../database/select-list.ts';
import { isDomainError } from '../errors.ts';
import type { Actor } from './actor.ts';
import { clearEntries } from './clear-entries.ts';
import { type NewEntry, type RecordDeps, recordEntry } from './record-entry.ts';

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

const columns = selectList('audit_entries', [
  ...['id', 'at', 'action', 'outcome', 'via', 'account', 'address', 'detail', 'count'],
]);

export function openAudit(deps: RecordDeps): Audit {
  return {
    record: (entry) => recordEntry(deps, entry),
    async list(query) {
      const list = { table: 'audit_entries', columns, where: [], orderBy: 'at desc, id desc' };
      const { rows, ...page } = await readPage<Omit<AuditView, 'at'> & { at: Instant }>(
        deps.database,
        list,
        query,
      );
      return { entries: rows.map((row) => ({ ...row, at: isoInstant(row.at) })), ...page };
    },
    clearOld: () => clearEntries(deps),
  };
}

/** Does something and records that it was done, or that it was refused and why. */
export async function audited<T>(
  audit: AuditLog,
  action: AuditAction,
  actor: Actor,
  work: () => Promise<T>,
  detailOf: (result: T) => string | undefined = () => undefined,
): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    const detail = isDomainError(error) ? reasons[error.code] : undefined;
    if (detail !== undefined) await audit.record({ action, actor, outcome: 'refused', detail });
    throw error;
  }
  await audit.record({ action, actor, detail: detailOf(result) });
  return result;
}

/** Refusals that are recorded, in the words of the log. */
const reasons: Partial<Record<string, string>> = {
  'auth.invalid_credentials': 'wrong username or password',
  'auth.wrong_password': 'wrong current password',
  'auth.wrong_code': 'wrong code',
  'input.invalid': 'the password is too common',
  'second_factor.on': 'on already',
  'second_factor.off': 'off already',
  'auth.setup_done': 'there is an account already',
  'auth.setup_token': 'without the setup link',
  'limit.too_many': 'too many attempts',
};
