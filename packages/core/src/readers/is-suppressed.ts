import { suppressedStatuses } from '../contract/choices.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { Registration } from './registration.ts';
import { openSuppressions } from './suppressions.ts';

/** Whether the reader with an address has left the list or cannot be reached. Nothing may be sent to them. */
export async function isSuppressed(
  { database }: { database: OpenDatabase },
  email: string,
): Promise<boolean> {
  const status = { $in: [...suppressedStatuses] };
  if ((await database.em().count(Registration, { email, status })) > 0) return true;
  const remembered = (await openSuppressions(database).among([email])).get(email);
  return remembered !== undefined && remembered.reason !== 'removed';
}
