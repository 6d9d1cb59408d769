import type { OpenDatabase } from '../database/open-database.ts';
import { Registration } from './registration.ts';

/** Whether the reader with an address has left the list, or cannot be reached: nothing may be sent to them. */
export async function isSuppressed(
  { database }: { database: OpenDatabase },
  email: string,
): Promise<boolean> {
  const status = { $in: ['unsubscribed', 'bounced', 'complained'] as const };
  return (await database.em().count(Registration, { email, status })) > 0;
}
