import { limits } from '../contract/limits.ts';
import { signupInput } from '../contract/signups.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { ListMember } from '../mail/mail-provider.ts';
import { addressOf, readersByEmail, subscribedIds } from './match-members.ts';
import { Registration } from './registration.ts';
import { openSuppressions } from './suppressions.ts';

interface TakeOverDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** What a list that was kept elsewhere means for the readers here. The numbers count people. */
export interface TakenOver {
  /** On both lists. */
  kept: number;
  /** On the list there and unknown here: they become readers. */
  added: number;
  /** Left the list there, bounced or never confirmed, but were on the list here: they get no more emails. */
  left: number;
  /** On the list here, but no longer there: they get no more emails. */
  missing: number;
  /** Left the list there and are unknown here, or were removed here: they get no emails, and no import adds them. */
  keptOut: number;
  /** With an invalid address. */
  unusable: number;
}

/**
 * Makes the readers here match a list that was kept elsewhere, so that people who left it there get nothing from here.
 * Readers who had already left here stay unchanged. Safe to repeat.
 */
export async function takeOverList(
  deps: TakeOverDeps,
  pages: AsyncIterable<ListMember[]>,
  { dryRun }: { dryRun: boolean },
): Promise<TakenOver> {
  const { database, now } = deps;
  const counts: TakenOver = { kept: 0, added: 0, left: 0, missing: 0, keptOut: 0, unusable: 0 };
  const isThere = new Set<number>();
  const leave = async (ids: number[], status: Status, reason: string) => {
    if (dryRun || ids.length === 0) return;
    const change = { status, reason, statusAt: now() };
    await database.em().nativeUpdate(Registration, { id: { $in: ids } }, change);
  };
  for await (const page of pages) {
    const found = await readersByEmail(database, page);
    const unknown: ListMember[] = [];
    for (const member of page) {
      const reader = found.get(addressOf(member));
      if (!reader) unknown.push(member);
      else {
        isThere.add(reader.id);
        if (reader.status !== 'subscribed' && reader.status !== 'waiting') continue;
        counts[member.state === 'on' ? 'kept' : 'left'] += 1;
        if (member.state === 'on') continue;
        const [status, reason] = outcomes[member.state];
        await leave([reader.id], status, reason);
      }
    }
    for (const id of await takeUnknown(deps, unknown, counts, dryRun)) isThere.add(id);
  }
  for await (const ids of subscribedIds(database)) {
    const missing = ids.filter((id) => !isThere.has(id));
    counts.missing += missing.length;
    await leave(missing, 'unsubscribed', 'Was no longer on the list at iContact when it was moved.');
  }
  return counts;
}

/** What a state there means here, and the reason to store. */
const outcomes = {
  left: ['unsubscribed', 'Had unsubscribed at iContact.'],
  bounced: ['bounced', 'iContact had emails to the address returned.'],
  unconfirmed: ['unconfirmed', 'Had not confirmed the address at iContact.'],
} as const;
type Status = (typeof outcomes)[keyof typeof outcomes][0];

/** @returns the ids of the new readers */
async function takeUnknown(
  { database, now }: TakeOverDeps,
  members: readonly ListMember[],
  counts: TakenOver,
  dryRun: boolean,
): Promise<number[]> {
  const isRemoved = await openSuppressions(database).among(members.map(addressOf));
  const ids: number[] = [];
  for (const member of members) {
    const { email, state } = member;
    // Nobody can confirm without one of our links; a signup sends one.
    if (state === 'unconfirmed') continue;
    if (isRemoved.has(addressOf(member))) counts.keptOut += 1;
    else if (!signupInput.shape.email.safeParse(email).success) counts.unusable += 1;
    else {
      counts[state === 'on' ? 'added' : 'keptOut'] += 1;
      if (!dryRun) ids.push(await database.em().insert(Registration, newReader(member, now())));
    }
  }
  return ids;
}

const consent = 'Was on the list at iContact when it was moved.';

function newReader(member: ListMember, at: Date) {
  const { firstName, state } = member;
  const [status, reason] = state === 'on' ? (['subscribed', null] as const) : outcomes[state];
  return {
    email: addressOf(member),
    // Every reader has a name, for the greeting.
    firstName: firstName.trim().slice(0, limits.firstNameLength) || 'Reader',
    ...{ consent, source: 'iContact', createdAt: at, statusAt: at, status, reason },
  };
}
