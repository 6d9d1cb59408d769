import { sql } from 'kysely';
import { consentNeeded, type LeftOutReason, leftOutReasons } from '../contract/reader-imports.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { Instant } from '../platform/database/query.ts';
import type { InsertRows, RunStatement } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { leaveTogether } from './bounces/note-report.ts';
import { type FileState, type FileSuppression, hasLeft } from './import-columns.ts';
import type { StoredPreferences } from './preferences.ts';
import { readerTables } from './reader-tables.ts';
import type { Remembered, Suppressions } from './suppressions.ts';

/** A person in an imported file who can be stored. */
export interface ImportedReader {
  email: string;
  /** Empty if it is not known. */
  firstName: string;
  favoriteWord: string | null;
  source: string | null;
  campaign: string | null;
  /** `null` if none is known for someone who left. */
  consent: string | null;
  preferences: StoredPreferences;
  signedUpAt: Date;
  confirmedAt: Date | null;
  /** The later of these two, if the file has one. */
  joinedAt: Date | undefined;
  /** When the person agreed again, as the owner states. */
  consentAt: Date | undefined;
  state: FileState;
  /** Whether the file says that the person is on the list, not just that nobody says otherwise. */
  isExplicit: boolean;
  leftAt: Date | undefined;
  reason: string | null;
}

/** What becomes of a person in the file. */
export type ImportOutcome = 'added' | LeftOutReason;

export interface StoredReaders {
  added: number;
  takenOff: number;
  broughtBack: number;
  leftOut: Record<LeftOutReason, number>;
}

/** What is known here about an address. */
export interface Known {
  id: number;
  status: string;
  /** When the person joined the list by an act of their own here; `undefined` if an import says so. */
  joinedAt: Date | undefined;
  leftAt: Date | undefined;
}

type Decision =
  | { act: 'add' | 'keepOut' | 'takeOff' | 'bringBack'; reason?: LeftOutReason }
  | { act: 'none'; reason: LeftOutReason };

interface StoreOptions {
  /** Given for a dry run, which writes nothing: what earlier batches would have stored. */
  imagined?: Map<string, Known> | undefined;
  /** Whether the owner has said how these people agreed to get the emails. A dry run needs no answer. */
  mayAdd?: boolean;
  /** The last id of a reader before the import. Who has a later one was in an earlier batch, or has just signed up. */
  lastBefore?: number | undefined;
  /** Called for each person, before anything is stored. */
  onOutcome?: ((outcome: ImportOutcome, email: string) => void) | undefined;
  /** Runs in the same transaction. */
  alongside?: ((run: RunStatement, result: StoredReaders) => Promise<void>) | undefined;
}

/**
 * Stores a batch of imported people, each at most once, and the hashes of removed readers.
 *
 * @throws DomainError `input.invalid` if someone would be added who may not be
 */
export async function storeImported(
  deps: { database: OpenDatabase; suppressions: Suppressions; now: () => Date },
  readers: readonly ImportedReader[],
  suppressions: readonly FileSuppression[],
  { imagined, mayAdd = true, lastBefore, onOutcome, alongside }: StoreOptions = {},
): Promise<StoredReaders> {
  const { database, now } = deps;
  const known = await knownHere(deps, readers, { imagined, lastBefore });
  const decided = readers.map((reader) => {
    const decision = decide(reader, known.of(reader), known.removed(reader));
    const isRepeated = decision.act === 'none' && known.isRepeated(reader);
    return { reader, ...decision, ...(isRepeated && { reason: 'repeated' as const }) };
  });
  const acting = (act: Decision['act']) =>
    decided.filter((one) => one.act === act).map(({ reader }) => reader);
  const result: StoredReaders = { added: 0, takenOff: 0, broughtBack: 0, leftOut: noneLeftOut() };
  for (const { reader, reason } of decided) {
    if (reason) result.leftOut[reason] += 1;
    onOutcome?.(reason ?? 'added', reader.email);
  }
  const [adding, keptOut, leaving, returning] = (['add', 'keepOut', 'takeOff', 'bringBack'] as const).map(
    acting,
  ) as [ImportedReader[], ImportedReader[], ImportedReader[], ImportedReader[]];
  if (imagined) {
    for (const { email, state } of [...adding, ...keptOut, ...leaving, ...returning]) {
      imagined.set(email, imaginedKnown[state]);
    }
    const added = adding.length + returning.length;
    return { ...result, added, takenOff: leaving.length, broughtBack: returning.length };
  }
  if (!mayAdd && adding.length + returning.length > 0) throw consentMissing();
  const hashes = await Promise.all(
    [...adding, ...returning]
      .filter(({ consentAt }) => consentAt)
      .map(({ email }) => deps.suppressions.hashesOf(email)),
  );
  const at = now();
  return database.writeTogether(async (run, insert) => {
    const inserted = await insertReaders(insert, [...adding, ...keptOut], at);
    const rows = leaving.flatMap((reader) => {
      const id = known.of(reader)?.id;
      if (id === undefined || !hasLeft(reader.state)) return [];
      return [{ id, status: reader.state, reason: reader.reason, at: reader.leftAt ?? at }];
    });
    const left = await leaveTogether({ kind: database.kind, run, insert }, rows, at);
    const back = await bringBack(run, returning, known, at);
    await forgetHashes(run, hashes.flat());
    const keys = suppressions.filter(({ suppression }) => suppression === 'key').map(({ value }) => value);
    const removed = suppressions
      .filter(({ suppression }) => suppression === 'hash')
      .map(({ value, reason, since }) => ({ hash: value, reason, since: since ?? at }));
    await deps.suppressions.adopt({ keys, hashes: removed }, { run, insert });
    const isInserted = new Set(inserted);
    const added = adding.filter(({ email }) => isInserted.has(email)).length;
    // Someone signed up in the meantime.
    const alreadyReader = result.leftOut.alreadyReader + adding.length - added;
    const leftOut = { ...result.leftOut, alreadyReader };
    const stored = { added: added + back, takenOff: left, broughtBack: back, leftOut };
    await alongside?.(run, stored);
    return stored;
  });
}

/** The rule that nobody is added without a record of how they agreed. */
export function consentMissing(): DomainError {
  return new DomainError('input.invalid', `${consentNeeded}.`, { fields: { consent: [consentNeeded] } });
}

const imagine = (status: string): Known => ({ id: 0, status, joinedAt: undefined, leftAt: undefined });
/** One object for each state: an imagined list of a million readers should fit into memory. */
const imaginedKnown: Record<FileState, Known> = {
  subscribed: imagine('waiting'),
  unconfirmed: imagine('unconfirmed'),
  unsubscribed: imagine('unsubscribed'),
  bounced: imagine('bounced'),
  complained: imagine('complained'),
};

export function noneLeftOut(): Record<LeftOutReason, number> {
  return Object.fromEntries(leftOutReasons.map((reason) => [reason, 0])) as Record<LeftOutReason, number>;
}

/** The rule that people who left stay out. */
function decide(
  reader: ImportedReader,
  known: Known | undefined,
  removed: { since: Date | undefined } | undefined,
): Decision {
  const { state, leftAt } = reader;
  if (state === 'unconfirmed') return { act: 'none', reason: 'unconfirmed' };
  if (hasLeft(state)) {
    if (removed) return { act: 'none', reason: 'removed' };
    if (!known) return { act: 'keepOut', reason: state };
    if (known.status !== 'subscribed' && known.status !== 'waiting') return { act: 'none', reason: state };
    // A reader who joined here by themselves stays, unless they left elsewhere after that.
    const isStale = known.joinedAt && !(leftAt && leftAt > known.joinedAt);
    return isStale ? { act: 'none', reason: 'alreadyReader' } : { act: 'takeOff', reason: state };
  }
  if (removed) {
    return hasAgreedSince(reader, removed.since) ? { act: 'add' } : { act: 'none', reason: 'removed' };
  }
  if (!known) return { act: 'add' };
  switch (known.status) {
    case 'unconfirmed':
      return { act: 'none', reason: 'unconfirmedHere' };
    case 'unsubscribed':
    case 'bounced':
    case 'complained':
      return hasAgreedSince(reader, known.leftAt)
        ? { act: 'bringBack' }
        : { act: 'none', reason: 'leftHere' };
    default:
      return { act: 'none', reason: 'alreadyReader' };
  }
}

/**
 * Only the owner's explicit statement counts: the other times in a file can be those of an import elsewhere, and a
 * missing state says nothing.
 */
function hasAgreedSince({ consentAt, isExplicit }: ImportedReader, leftAt: Date | undefined): boolean {
  return isExplicit && consentAt !== undefined && leftAt !== undefined && consentAt > leftAt;
}

interface KnownHere {
  of(reader: ImportedReader): Known | undefined;
  removed(reader: ImportedReader): { since: Date | undefined } | undefined;
  /** Whether an earlier batch of the same import added this person. */
  isRepeated(reader: ImportedReader): boolean;
}

/** The last id of a reader; 0 if there is none. */
export async function lastReader({ database }: { database: OpenDatabase }): Promise<number> {
  const [last] = await database.read(
    readerTables.selectFrom('registrations').select('id').orderBy('id', 'desc').limit(1),
  );
  return Number(last?.id ?? 0);
}

async function knownHere(
  { database, suppressions }: { database: OpenDatabase; suppressions: Suppressions },
  readers: readonly ImportedReader[],
  { imagined, lastBefore = Number.POSITIVE_INFINITY }: Pick<StoreOptions, 'imagined' | 'lastBefore'>,
): Promise<KnownHere> {
  const emails = readers.map(({ email }) => email);
  if (emails.length === 0) return { of: () => undefined, removed: () => undefined, isRepeated: () => false };
  const rows = await database.read(
    readerTables
      .selectFrom('registrations')
      .select(['id', 'email', 'status', 'created_at', 'confirmed_at', 'status_at', 'consent'])
      .where('email', 'in', emails),
  );
  // The provider is still taking them off; without a reader they were removed.
  const leaving = await database.read(
    readerTables.selectFrom('removed_readers').select('email').where('email', 'in', emails),
  );
  const byEmail = new Map(rows.map((row) => [row.email, asKnown(row)]));
  // Who signs up has given no consent elsewhere, and has not left.
  const isImported = ({ consent, status }: ReaderRow) => consent !== null || hasLeft(status as FileState);
  const added = rows.filter((row) => Number(row.id) > lastBefore && isImported(row));
  const isAdded = new Set(added.map(({ email }) => email));
  const isLeaving = new Set(leaving.map(({ email }) => email));
  const remembered = await suppressions.among(emails);
  return {
    of: ({ email }) => imagined?.get(email) ?? byEmail.get(email),
    removed({ email }) {
      if (byEmail.has(email) || imagined?.has(email)) return undefined;
      const hash: Remembered | undefined = remembered.get(email);
      if (hash) return { since: new Date(hash.since) };
      return isLeaving.has(email) ? { since: undefined } : undefined;
    },
    isRepeated: ({ email }) => isAdded.has(email) || (imagined?.has(email) === true && !byEmail.has(email)),
  };
}

interface ReaderRow {
  id: number;
  email: string;
  status: string;
  created_at: Instant;
  confirmed_at: Instant | null;
  status_at: Instant | null;
  consent: string | null;
}

function asKnown(row: ReaderRow): Known {
  const signedUpHere = row.consent === null ? new Date(row.created_at) : undefined;
  return {
    id: Number(row.id),
    status: row.status,
    joinedAt: row.confirmed_at === null ? signedUpHere : new Date(row.confirmed_at),
    leftAt: new Date(row.status_at ?? row.created_at),
  };
}

const insertedColumns = [
  'email',
  'first_name',
  'favorite_word',
  'source',
  'campaign',
  'consent',
  'created_at',
  'confirmed_at',
  'status',
  'reason',
  'status_at',
  'timezone',
  'send_time',
  'weekdays',
  'paused_until',
  'cadence',
  'digest_day',
];

/** @returns the addresses that were not here */
async function insertReaders(
  insert: InsertRows,
  readers: readonly ImportedReader[],
  at: Date,
): Promise<string[]> {
  if (readers.length === 0) return [];
  const rows = readers.map((reader) => [
    reader.email,
    reader.firstName,
    reader.favoriteWord,
    reader.source,
    reader.campaign,
    reader.consent,
    reader.signedUpAt,
    reader.confirmedAt,
    hasLeft(reader.state) ? reader.state : 'waiting',
    reader.reason,
    hasLeft(reader.state) ? (reader.leftAt ?? at) : null,
    reader.preferences.timezone,
    reader.preferences.sendTime,
    reader.preferences.weekdays,
    reader.preferences.pausedUntil,
    reader.preferences.cadence,
    reader.preferences.digestDay,
  ]);
  // Sorted, so that two processes never wait for each other.
  rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  const inserted = await insert<{ email: string }>(
    `registrations (${insertedColumns.join(', ')})`,
    rows,
    'on conflict do nothing returning email',
  );
  return inserted.map(({ email }) => email);
}

/** @returns how many */
async function bringBack(
  run: RunStatement,
  readers: readonly ImportedReader[],
  known: KnownHere,
  at: Date,
): Promise<number> {
  let count = 0;
  for (const reader of readers) {
    const { id, status } = known.of(reader) as Known;
    const changed = await run(
      sql`update registrations set status = 'waiting', reason = null, status_at = ${at},
          consent = ${reader.consent}, soft_bounces = 0, soft_bounced_on = null
        where id = ${id} and status = ${status} returning id`,
    );
    count += changed.length;
  }
  return count;
}

async function forgetHashes(run: RunStatement, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await run(readerTables.deleteFrom('suppressions').where('hash', 'in', hashes));
}
