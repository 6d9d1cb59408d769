import { sql } from 'kysely';
import { normalAddress } from '../../contract/email-address.ts';
import { limits } from '../../contract/limits.ts';
import type { ReaderDetails, ReaderView } from '../../contract/readers.ts';
import { signupInput } from '../../contract/signups.ts';
import { joinedHere, type ListMember, type ProviderReaders } from '../../mail/mail-provider.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { isAmong, jsonTable, literal } from '../../platform/database/query.ts';
import type { InsertRows } from '../../platform/database/writes.ts';
import { Registration, RemovedReader, readerTables } from '../reader-tables.ts';
import { openSuppressions } from '../suppressions.ts';

interface TakeOverDeps {
  database: OpenDatabase;
  now: () => Date;
  /** Who kept the list, as a sentence names them. */
  from: string;
}

/** What a list that was kept elsewhere means for the readers here. The numbers count people. */
export interface TakenOver {
  /** On both lists. */
  kept: number;
  /** On the list there and unknown here: they become readers. */
  added: number;
  /** Left the list there, bounced or never confirmed, but were on the list here: they get no more emails. */
  left: number;
  /** Unknown there, because they joined while the list was kept here: they stay on it. */
  keptHere: number;
  /** On the list there once, but no longer: they get no more emails. */
  missing: number;
  /** Left the list there and are unknown here, or were removed here: they get no emails, and no import adds them. */
  keptOut: number;
  /** Members with an invalid address. */
  unusable: number;
}

/**
 * Makes the readers here match a list that was kept elsewhere, so that people who left it there get nothing from here.
 * Readers who had already left here stay unchanged. Each batch is stored as a whole, and all of it is safe to repeat, so
 * after a crash in the middle, running it again completes it.
 */
export async function syncListFromProvider(
  deps: TakeOverDeps,
  pages: AsyncIterable<ListMember[]>,
  { dryRun }: { dryRun: boolean },
): Promise<TakenOver> {
  const { database, from } = deps;
  const counts: TakenOver = { kept: 0, added: 0, left: 0, keptHere: 0, missing: 0, keptOut: 0, unusable: 0 };
  // Read completely first: one person can be several members, such as one who was deleted and added again.
  const members = await onePerAddress(pages);
  for (const batch of inBatches([...members.values()])) await takeOver(deps, batch, counts, dryRun);
  for await (const readers of subscribedReaders(database)) {
    const absent = readers.filter(({ email }) => !members.has(email));
    const missing = absent.filter(({ subscriberId }) => subscriberId !== joinedHere);
    counts.keptHere += absent.length - missing.length;
    counts.missing += missing.length;
    const ids = missing.map(({ id }) => id);
    const reason = `Was no longer on the list at ${from} when it was moved.`;
    await leave(deps, ids, ['unsubscribed', reason], dryRun);
  }
  return counts;
}

/** What counts of a person who is on a list several times. Being on it comes first: nobody is deleted and added again by accident. */
const strength: Record<ListMember['state'], number> = { unconfirmed: 0, bounced: 1, left: 2, on: 3 };

async function onePerAddress(pages: AsyncIterable<ListMember[]>): Promise<Map<string, ListMember>> {
  const members = new Map<string, ListMember>();
  for await (const page of pages) {
    for (const member of page) {
      const email = addressOf(member);
      const other = members.get(email);
      if (other && strength[other.state] >= strength[member.state]) continue;
      members.set(email, { ...member, email });
    }
  }
  return members;
}

const batchSize = 500;

function* inBatches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}

/** What a state there means here, and the reason to store. */
const outcomesAt = (from: string) =>
  ({
    left: ['unsubscribed', `Had unsubscribed at ${from}.`],
    bounced: ['bounced', `Emails to the address had been returned to ${from}.`],
    unconfirmed: ['unconfirmed', `Had not confirmed the address at ${from}.`],
  }) as const;
type Outcomes = ReturnType<typeof outcomesAt>;
type Outcome = readonly [status: Outcomes[keyof Outcomes][0], reason: string];

async function takeOver(
  deps: TakeOverDeps,
  batch: readonly ListMember[],
  counts: TakenOver,
  dryRun: boolean,
): Promise<void> {
  const { database, now, from } = deps;
  const outcomes = outcomesAt(from);
  const found = await readersByEmail(database, batch);
  const isRemoved = await openSuppressions(database).among(batch.map(({ email }) => email));
  const unknown: ListMember[] = [];
  const leaving = { left: [] as number[], bounced: [] as number[], unconfirmed: [] as number[] };
  for (const member of batch) {
    const { email, state } = member;
    const reader = found.get(email);
    if (reader) {
      if (reader.status !== 'subscribed' && reader.status !== 'waiting') continue;
      counts[state === 'on' ? 'kept' : 'left'] += 1;
      if (state !== 'on') leaving[state].push(reader.id);
    } else if (state === 'unconfirmed') {
      // Nobody can confirm without one of our links; a signup sends one.
    } else if (isRemoved.has(email)) counts.keptOut += 1;
    else if (!signupInput.shape.email.safeParse(email).success) counts.unusable += 1;
    else {
      counts[state === 'on' ? 'added' : 'keptOut'] += 1;
      unknown.push(member);
    }
  }
  for (const state of ['left', 'bounced', 'unconfirmed'] as const) {
    await leave(deps, leaving[state], outcomes[state], dryRun);
  }
  if (dryRun || unknown.length === 0) return;
  const at = now();
  await database.insertTogether((insert) => insertMembers(insert, unknown, { from, at }));
}

/** Takes readers off the list here, all or none. The provider does not need to know: it will not send anymore. */
async function leave(
  { database, now }: TakeOverDeps,
  ids: readonly number[],
  [status, reason]: Outcome,
  dryRun: boolean,
): Promise<void> {
  if (dryRun || ids.length === 0) return;
  await database.writeTogether((run) =>
    run(
      sql`update registrations set status = ${status}, reason = ${reason}, status_at = ${now()}
        where status in ('subscribed', 'waiting')
        and ${isAmong(database.kind, 'id', ids)}`,
    ),
  );
}

const into = 'registrations (email, first_name, consent, source, created_at, status_at, status, reason)';

/** Someone who signs up in the meantime stays as they signed up. */
function insertMembers(
  insert: InsertRows,
  members: readonly ListMember[],
  { from, at }: { from: string; at: Date },
) {
  const outcomes = outcomesAt(from);
  const consent = `Was on the list at ${from} when it was moved.`;
  const rows = members.map(({ email, firstName, state }) => {
    const [status, reason] = state === 'on' ? (['subscribed', null] as const) : outcomes[state];
    const name = firstName.trim().slice(0, limits.firstNameLength);
    return [email, name, consent, from, at, at, status, reason];
  });
  // Sorted, so that two processes never wait for each other.
  rows.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return insert(into, rows, 'on conflict do nothing');
}

/** What a list that will be kept elsewhere lacks or has in excess. The numbers count people. */
export interface GivenAway {
  /** On both lists. */
  kept: number;
  /** Only on the list here: the next passes subscribe them there. */
  toSubscribe: number;
  /** Only on the list there: taken off it. */
  takenOff: number;
}

/**
 * Makes a list that is kept elsewhere match the readers here, so that readers who left here get nothing from there.
 * Safe to repeat.
 *
 * @throws ProviderRefused, ProviderUnreachable
 */
export async function syncListToProvider(
  { database }: { database: OpenDatabase },
  provider: Pick<ProviderReaders, 'unsubscribe'>,
  pages: AsyncIterable<ListMember[]>,
  { dryRun }: { dryRun: boolean },
): Promise<GivenAway> {
  const counts: GivenAway = { kept: 0, toSubscribe: 0, takenOff: 0 };
  if (!dryRun) await forgetNumbers(database);
  const there = new Set<number>();
  // Read completely first: taking people off changes the pages.
  const toTakeOff: string[] = [];
  for await (const page of pages) {
    const found = await readersByEmail(database, page);
    const kept: { id: number; contact: string }[] = [];
    for (const member of page) {
      if (member.state !== 'on') continue;
      const { subscriberId } = member;
      const reader = found.get(addressOf(member));
      if (reader?.status !== 'subscribed' && reader?.status !== 'waiting') toTakeOff.push(subscriberId);
      else {
        // Someone can be on a list twice, with addresses that differ in capitals.
        if (!there.has(reader.id)) kept.push({ id: reader.id, contact: subscriberId });
        there.add(reader.id);
      }
    }
    counts.kept += kept.length;
    if (!dryRun) await storeNumbers(database, kept);
  }
  counts.takenOff = toTakeOff.length;
  if (!dryRun) for (const subscriberId of toTakeOff) await provider.unsubscribe(subscriberId);
  for await (const readers of subscribedReaders(database)) {
    const lacking = readers.map(({ id }) => id).filter((id) => !there.has(id));
    counts.toSubscribe += lacking.length;
    if (dryRun || lacking.length === 0) continue;
    await database
      .em()
      .nativeUpdate(Registration, { id: { $in: lacking } }, { status: 'waiting', subscriberId: null });
  }
  return counts;
}

async function storeNumbers(
  database: OpenDatabase,
  kept: readonly { id: number; contact: string }[],
): Promise<void> {
  if (kept.length === 0) return;
  const there = jsonTable(database.kind, { id: 'bigint', contact: 'text' }, kept);
  await database.writeTogether((run) =>
    run(
      sql`update registrations set subscriber_id = there.contact
        from ${there} as there where registrations.id = there.id`,
    ),
  );
}

/** Subscriber ids stored here could belong to other people there. */
async function forgetNumbers(database: OpenDatabase): Promise<void> {
  const numbered = { subscriberId: { $ne: null } };
  await database.em().nativeUpdate(Registration, numbered, { subscriberId: null });
  await database.em().nativeUpdate(RemovedReader, numbered, { subscriberId: null });
}

/** The address of a member in the form stored here. */
function addressOf({ email }: Pick<ListMember, 'email'>): string {
  return normalAddress(email);
}

/** The readers here with the addresses of members of a list elsewhere, by address. */
async function readersByEmail(
  database: OpenDatabase,
  members: readonly ListMember[],
): Promise<Map<string, Pick<ReaderView, 'id' | 'status'>>> {
  if (members.length === 0) return new Map();
  const emails = members.map(addressOf);
  const found = await database.read(
    readerTables.selectFrom('registrations').select(['id', 'email', 'status']).where('email', 'in', emails),
  );
  return new Map(found.map(({ email, ...reader }) => [email, reader]));
}

/** The readers on the list here, in pages. */
async function* subscribedReaders(
  database: OpenDatabase,
): AsyncGenerator<Pick<ReaderDetails, 'id' | 'email' | 'subscriberId'>[]> {
  for (let after = 0; ; ) {
    const rows = await database.read(
      readerTables
        .selectFrom('registrations')
        .select(['id', 'email', 'subscriber_id as subscriberId'])
        .where('id', '>', after)
        .where('status', '=', literal('subscribed'))
        .orderBy('id')
        .limit(500),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
