import { defineEntity, p } from '@mikro-orm/core';
import type { ProviderFamily } from '../contract/choices.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { tables } from '../platform/database/query.ts';
import { ProviderRefused } from './mail-provider.ts';
import { familyNames } from './providers.ts';

const ProviderMoveSchema = defineEntity({
  name: 'ProviderMove',
  tableName: 'provider_moves',
  properties: {
    /** Always 1: only the latest move is kept. */
    id: p.integer().primary().autoincrement(false),
    family: p.string().length(50).$type<ProviderFamily>(),
    movedAt: p.datetime(3),
  },
});

/** Which provider the readers and the emails were moved to. There is none before the first move. */
export class ProviderMove extends ProviderMoveSchema.class {}
ProviderMoveSchema.setClass(ProviderMove);

/** Where the readers and the emails were moved; `undefined` if they never were. */
async function movedTo(database: OpenDatabase): Promise<ProviderFamily | undefined> {
  const [move] = await database.read(
    tables<{ provider_moves: ProviderMove }>()
      .selectFrom('provider_moves')
      .select('family')
      .where('id', '=', 1),
  );
  return move?.family;
}

/**
 * Stops a process that still has the settings from before a move: it would send the same emails again.
 *
 * @throws ProviderRefused
 */
export async function requireNotMoved(database: OpenDatabase, family: ProviderFamily): Promise<void> {
  const current = await movedTo(database);
  if (current === undefined || current === family) return;
  throw new ProviderRefused(
    'account',
    `The emails were moved to ${familyNames[current]}, but EMAIL_PROVIDER still names another provider. Set EMAIL_PROVIDER=${current}, and restart the server unless it was set in the admin area.`,
  );
}
