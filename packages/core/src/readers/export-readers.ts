import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { isSuppressedStatus, type SuppressionReason } from '../contract/choices.ts';
import type { ReaderPreferences } from '../contract/preferences.ts';
import type { ReaderView } from '../contract/readers.ts';
import { fields, isoInstant } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { readerTables } from './reader-tables.ts';
import type { Suppressions } from './suppressions.ts';

/** A reader in an export: what an import elsewhere needs in order to subscribe only those who are on the list. */
interface ExportedReader
  extends Omit<ReaderView, 'preferences' | 'isPaused'>,
    Omit<ReaderPreferences, 'weekdays'> {
  /** What the form said, or how an imported reader agreed to get the emails, according to the import. */
  consent: string | null;
  /** Of the privacy page at the signup. */
  privacyVersion: string | null;
  confirmedAt: string | null;
  /** When the reader unsubscribed, bounced or complained. */
  leftAt: string | null;
  /** Separated by commas. */
  weekdays: string | null;
  /** The place of the last lesson of the course that they were sent, and its day. */
  lesson: number | null;
  lessonDay: string | null;
  /** Those they asked to be reminded of, separated by commas. */
  wordsToRemember: string | null;
}

/** A removed reader, of whom only a hash is left, or the key that hashes are made with. */
interface ExportedSuppression {
  status?: SuppressionReason;
  leftAt?: string;
  suppression: string;
}

const columns = [
  'id',
  'email',
  'firstName',
  'favoriteWord',
  'createdAt',
  'status',
  'reason',
  'source',
  'campaign',
  'consent',
  'privacyVersion',
  'confirmedAt',
  'leftAt',
  'timezone',
  'sendTime',
  'weekdays',
  'pausedUntil',
  'cadence',
  'digestDay',
  'lesson',
  'lessonDay',
  'wordsToRemember',
  'suppression',
] as const satisfies readonly (keyof (ExportedReader & ExportedSuppression))[];

/**
 * All readers as the text of a file, oldest first, in constant memory. The hashes of removed readers come last, without
 * an address. `importReaders` reads the file, and subscribes nobody who has left.
 *
 * In CSV, a field that a spreadsheet would treat as a formula starts with an apostrophe, because anyone can type a
 * formula into the signup form. JSON lines contain every field unchanged.
 */
export async function* exportReaders(
  deps: { database: Reads; suppressions: Suppressions },
  format: 'csv' | 'jsonl',
): AsyncIterable<string> {
  if (format === 'csv') yield `${columns.join(',')}\n`;
  const write = (rows: readonly (ExportedReader | ExportedSuppression)[]) =>
    format === 'csv'
      ? stringify([...rows], { columns: [...columns], escape_formulas: true })
      : rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  for await (const readers of allReaders(deps)) yield write(readers);
  yield* suppressed(deps, write);
}

async function* allReaders({ database }: { database: Reads }): AsyncIterable<ExportedReader[]> {
  const readers = readerTables
    .selectFrom('registrations')
    .leftJoin('consents', 'consents.key', 'registrations.consent_key')
    .select(['consents.text as shownText', 'consents.privacy_version as privacyVersion'])
    .select(
      fields('registrations', [
        'id',
        'email',
        'firstName',
        'favoriteWord',
        'createdAt',
        'status',
        'reason',
        'source',
        'campaign',
        'consent',
        'confirmedAt',
        'statusAt',
        'timezone',
        'sendTime',
        'weekdays',
        'pausedUntil',
        'cadence',
        'digestDay',
        'lesson',
        'lessonDay',
      ]),
    )
    .select(
      sql<string | null>`(select string_agg(word, ', ') from reminders join words on words.id = word_id
        where reader_id = registrations.id)`.as('wordsToRemember'),
    )
    .orderBy('id')
    .limit(500);
  for (let last = 0; ; ) {
    const rows = await database.read(readers.where('id', '>', last));
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(({ createdAt, confirmedAt, statusAt, shownText, ...row }) => ({
      ...row,
      consent: row.consent ?? (shownText || null),
      createdAt: isoInstant(createdAt),
      confirmedAt: confirmedAt === null ? null : isoInstant(confirmedAt),
      leftAt: statusAt !== null && isSuppressedStatus(row.status) ? isoInstant(statusAt) : null,
    }));
    last = end.id;
  }
}

async function* suppressed(
  { suppressions }: { suppressions: Suppressions },
  write: (rows: ExportedSuppression[]) => string,
): AsyncIterable<string> {
  let isFirst = true;
  for await (const hashes of suppressions.hashes()) {
    // Without a hash, a key would be of no use.
    if (isFirst) yield write((await suppressions.keys()).map((key) => ({ suppression: `key:${key}` })));
    isFirst = false;
    yield write(
      hashes.map(({ hash, reason, since }) => ({
        status: reason,
        leftAt: isoInstant(since),
        suppression: `hash:${hash}`,
      })),
    );
  }
}
