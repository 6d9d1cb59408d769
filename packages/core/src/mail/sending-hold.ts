import type { OpenDatabase } from '../platform/database/open-database.ts';
import { tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import { Installation } from '../platform/database/schema-state.ts';
import { type MailProvider, ProviderUnreachable } from './mail-provider.ts';

/** User-facing: why nothing is sent, and what to do. */
export const heldMessage =
  'Sending is held: this is a restored copy, and the installation that the backup was made of may still be sending.';
export const heldFix =
  'Once the other one is stopped for good, resume sending in the admin area, or run: wordrise resume-sending';

/** Since when nothing is sent, because this copy was restored from a backup; `undefined` if it may send. */
export async function heldSince({ read }: Pick<Reads, 'read'>): Promise<Date | undefined> {
  const [row] = await read(
    tables<{ installations: Installation }>()
      .selectFrom('installations')
      .select('held_since as since')
      .where('id', '=', 1),
  );
  return row?.since ? new Date(row.since) : undefined;
}

function held(): never {
  throw new ProviderUnreachable(`${heldMessage} ${heldFix}`, { mayHaveHappened: false });
}

/** @throws ProviderUnreachable while sending is held */
export async function requireNotHeld(database: Pick<Reads, 'read'>): Promise<void> {
  if ((await heldSince(database)) !== undefined) held();
}

/** The provider while sending is held: it can be asked about everything, and changes nothing. */
export function heldProvider(provider: MailProvider): MailProvider {
  const { readers, sends, deliveries } = provider;
  const refused = async () => held();
  return {
    ...provider,
    readers: { ...readers, subscribe: refused, unsubscribe: refused },
    sends: { ...sends, createMessage: refused, schedule: refused, cancel: refused },
    ...(deliveries && { deliveries: { ...deliveries, run: refused, isDue: async () => false } }),
  };
}

/** The next pass submits what is due. @returns whether it was held */
export async function resumeSending(database: OpenDatabase): Promise<boolean> {
  const held = { id: 1, heldSince: { $ne: null } };
  return (await database.em().nativeUpdate(Installation, held, { heldSince: null })) > 0;
}
