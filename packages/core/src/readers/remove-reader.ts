import type { OpenDatabase } from '../database/open-database.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { noSuchReader } from './list-readers.ts';
import { Registration } from './registration.ts';

export interface RemoveReaderDeps {
  database: OpenDatabase;
  provider: () => Promise<Pick<MailProvider, 'readers'>>;
}

/**
 * Takes a reader off the provider's list, then deletes the registration.
 *
 * @throws DomainError `signup.not_found`, `email_provider.unreachable`, `email_provider.refused`
 */
export async function removeReader({ database, provider }: RemoveReaderDeps, email: string): Promise<void> {
  const em = database.em();
  const reader = await em.findOne(Registration, { email: email.trim().toLowerCase() });
  if (!reader) throw noSuchReader();
  if (reader.subscriberId) await (await provider()).readers.unsubscribe(reader.subscriberId);
  await em.nativeDelete(Registration, { id: reader.id });
}
