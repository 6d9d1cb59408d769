import { randomBytes } from 'node:crypto';
import type { OpenDatabase } from '../database/open-database.ts';
import { type InsertRows, isAboutValues } from '../database/writes.ts';
import { inBatches } from '../in-batches.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import { refuseIfOver } from '../limits/open-attempt-limits.ts';
import type { Suppressions } from './suppressions.ts';

/** What one call from a visitor writes. */
interface SignupWrite {
  /** Where it came from; counted as one attempt. */
  attemptFrom?: string;
  row?: {
    email: string;
    firstName: string;
    favoriteWord: string | null;
    ipAddress: string | null;
    /** The origin of the site whose form was used. */
    source?: string | null;
  };
}

/** Resolves when the write is on disk; a repeated address is left unchanged. */
export type StoreSignup = (signup: SignupWrite) => Promise<void>;

export interface SignupStoreDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  suppressions: Suppressions;
  /**
   * `all`: every reader confirms with a link. `returning`: only readers who had left the list. `none`: the email
   * provider keeps the list.
   */
  confirm?: 'all' | 'returning' | 'none' | undefined;
}

/** PostgreSQL allows 65,535 values in a statement. */
const mostTogether = 500;

/**
 * Signups that arrive together share one transaction, and so wait for the disk only once.
 *
 * @returns a function that throws DomainError `limit.too_many` and then stores nothing
 */
export function openSignupStore(deps: SignupStoreDeps): StoreSignup {
  const store = inBatches<SignupWrite, number>({
    write: (signups) => storeTogether(deps, signups),
    most: mostTogether,
    isAboutItems: isAboutValues,
  });
  return async (signup) => refuseIfOver(await store(signup));
}

/** @returns for each signup the seconds until an attempt is allowed again, or 0 */
async function storeTogether(deps: SignupStoreDeps, signups: SignupWrite[]): Promise<number[]> {
  const { database, now, limits, confirm = 'none', suppressions } = deps;
  const emails = signups.flatMap(({ row }) => row?.email ?? []);
  return database.writeTogether(async (run, insert) => {
    const addresses = signups.map(({ attemptFrom }) => attemptFrom);
    const [remembered, waits] = await Promise.all([
      suppressions.among(emails, run),
      limits.count(insert, 'signupPerAddress', addresses),
    ]);
    const mustConfirm = (email: string) => (remembered.get(email)?.reason ?? 'removed') !== 'removed';
    const allowed = signups.flatMap(({ row }, at) => (row && waits[at] === 0 ? [row] : []));
    // A reader who had left and was removed comes back only with a link, and not at all if there are no links.
    const rows = confirm === 'none' ? allowed.filter(({ email }) => !mustConfirm(email)) : allowed;
    const createdAt = now();
    // Both statements are sent with the commit.
    insert(
      'registrations (email, first_name, favorite_word, ip_address, source, created_at, handover)',
      // Sorted, so that two processes never wait for each other.
      rows
        .map((row) => [
          row.email,
          row.firstName,
          row.favoriteWord,
          row.ipAddress,
          row.source ?? null,
          createdAt,
          confirm === 'all' || mustConfirm(row.email) ? 'unconfirmed' : 'waiting',
        ])
        .sort(),
      'on conflict do nothing',
    );
    if (confirm !== 'none') askToConfirm(insert, rows, createdAt);
    return waits;
  });
}

/**
 * Stored for every signup, whether the address is known or not. Readers who need no confirmation are skipped when links
 * are sent.
 */
function askToConfirm(insert: InsertRows, rows: { email: string }[], at: Date): void {
  const emails = [...new Set(rows.map(({ email }) => email))].sort();
  insert(
    'confirmations (email, token, requested_at, due_at)',
    emails.map((email) => [email, randomBytes(16).toString('hex'), at, at]),
    `on conflict (email) do update set requested_at = excluded.requested_at,
     due_at = coalesce(confirmations.due_at, excluded.due_at)`,
  );
}
