import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { PrivacyVersion } from '../owner/privacy.ts';
import type { SqlValue } from '../platform/database/query.ts';
import { holdTable, type InsertRows, runIn } from '../platform/database/writes.ts';
import type { Registration } from './reader-tables.ts';

/** What a visitor was shown when they signed up. */
export interface ShownConsent {
  /** See `Consent`. */
  key: string;
  text: string;
  privacy: PrivacyVersion;
}

/** Nearly every visitor was shown the same as the one before. */
let latest: ShownConsent | undefined;

/** @param text What the form said; `undefined` if it did not send that. */
export function shownConsent(text: string | undefined, privacy: PrivacyVersion): ShownConsent {
  const said = text ?? '';
  if (latest?.text !== said || latest.privacy !== privacy)
    latest = { key: keyOf(said, privacy), text: said, privacy };
  return latest;
}

function keyOf(text: string, { version }: PrivacyVersion): string {
  return createHash('sha256')
    .update(JSON.stringify([text, version]))
    .digest('hex')
    .slice(0, 32);
}

/** Stores texts that are new. Runs in the transaction that stores who saw them. */
export function storeConsents(insert: InsertRows, consents: readonly ShownConsent[]): void {
  const rows = new Map<string, SqlValue[]>(
    consents.map(({ key, text, privacy }) => [key, [key, text, privacy.version, privacy.text]]),
  );
  if (rows.size === 0) return;
  // Sorted, so that two processes never wait for each other.
  const inOrder = [...rows.keys()].sort().flatMap((key) => [rows.get(key) ?? []]);
  insert('consents (key, text, privacy_version, privacy_text)', inOrder, 'on conflict do nothing');
}

/**
 * Deletes texts that no reader refers to any more: a form may send any text, also one about a person. The table is held,
 * so that nobody who is signing up now loses the text that they saw.
 */
export async function forgetUnusedConsents(
  database: { kind: 'sqlite' | 'postgresql' },
  em: EntityManager,
): Promise<void> {
  await holdTable(database, em, 'consents');
  await runIn(
    em,
    sql`delete from consents
      where not exists (select 1 from registrations where consent_key = consents.key)`,
  );
}

/** Takes the name of a reader, who no longer agrees to be named, off the word that they had named. */
export async function takeBackCredit(
  em: EntityManager,
  {
    firstName,
    favoriteWord,
    creditAgreedAt,
  }: Pick<Registration, 'firstName' | 'favoriteWord' | 'creditAgreedAt'>,
): Promise<void> {
  if (!creditAgreedAt || !favoriteWord || firstName === '') return;
  await runIn(
    em,
    sql`update words set suggested_by = '' where suggested_by = ${firstName} and lower(word) = lower(${favoriteWord.trim()})`,
  );
}
