import type { OpenDatabase } from '../database/open-database.ts';
import type { ListMember, ProviderReaders } from '../mail/mail-provider.ts';
import { addressOf, readersByEmail, subscribedIds } from './match-members.ts';
import { Registration } from './registration.ts';
import { RemovedReader } from './removed-reader.ts';

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
export async function giveListAway(
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
    for (const member of page) {
      if (member.state !== 'on') continue;
      const { subscriberId } = member;
      const reader = found.get(addressOf(member));
      if (reader?.status !== 'subscribed' && reader?.status !== 'waiting') toTakeOff.push(subscriberId);
      else {
        there.add(reader.id);
        counts.kept += 1;
        if (!dryRun) await database.em().nativeUpdate(Registration, { id: reader.id }, { subscriberId });
      }
    }
  }
  counts.takenOff = toTakeOff.length;
  if (!dryRun) for (const subscriberId of toTakeOff) await provider.unsubscribe(subscriberId);
  for await (const ids of subscribedIds(database)) {
    const lacking = ids.filter((id) => !there.has(id));
    counts.toSubscribe += lacking.length;
    if (dryRun || lacking.length === 0) continue;
    await database
      .em()
      .nativeUpdate(Registration, { id: { $in: lacking } }, { status: 'waiting', subscriberId: null });
  }
  return counts;
}

/** Subscriber ids stored here could belong to other people there. */
async function forgetNumbers(database: OpenDatabase): Promise<void> {
  const numbered = { subscriberId: { $ne: null } };
  await database.em().nativeUpdate(Registration, numbered, { subscriberId: null });
  await database.em().nativeUpdate(RemovedReader, numbered, { subscriberId: null });
}
