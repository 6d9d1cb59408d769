import type { PersonView } from '../contract/people.ts';
import type { OutboxItem } from '../contract/system.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { noSuchReader } from './list-readers.ts';
import { Registration } from './registration.ts';

export interface DescribeDeps {
  database: OpenDatabase;
  /** Emails in the sandbox's outbox to an address; none with a real provider. */
  emailsTo: (email: string) => Promise<OutboxItem[]>;
}

/**
 * Everything that is stored about one person.
 *
 * @throws DomainError `signup.not_found`
 */
export async function describePerson(
  { database, emailsTo }: DescribeDeps,
  typed: string,
): Promise<PersonView> {
  const email = typed.trim().toLowerCase();
  const reader = await database.em().findOne(Registration, { email });
  if (!reader) throw noSuchReader();
  return {
    id: reader.id,
    email,
    firstName: reader.firstName,
    favoriteWord: reader.favoriteWord ?? null,
    createdAt: reader.createdAt.toISOString(),
    ipAddress: reader.ipAddress ?? null,
    status: reader.status,
    reason: reader.reason ?? null,
    subscriberId: reader.subscriberId ?? null,
    attemptedAt: reader.attemptedAt?.toISOString() ?? null,
    outbox: await emailsTo(email),
  };
}
