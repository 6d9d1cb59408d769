import type { PersonView } from '../contract/people.ts';
import type { OutboxItem } from '../contract/system.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { type Instant, isoInstant } from '../database/reads.ts';
import { noSuchReader } from './list-readers.ts';
import { readerDeliveries } from './reader-deliveries.ts';
import { Registration } from './registration.ts';
import type { Suppressions } from './suppressions.ts';

export interface DescribeDeps {
  database: OpenDatabase;
  suppressions: Suppressions;
  /** Emails in the sandbox's outbox to an address; none with a real provider. */
  emailsTo: (email: string) => Promise<OutboxItem[]>;
}

/**
 * Everything that is stored about one person.
 *
 * @throws DomainError `signup.not_found`, which says what is remembered about a removed reader
 */
export async function describePerson(
  { database, emailsTo, suppressions }: DescribeDeps,
  typed: string,
): Promise<PersonView> {
  const email = typed.trim().toLowerCase();
  const reader = await database.em().findOne(Registration, { email });
  const remembered = (await suppressions.among([email])).get(email);
  if (!reader) throw noSuchReader(remembered);
  return {
    id: reader.id,
    email,
    firstName: reader.firstName,
    favoriteWord: reader.favoriteWord ?? null,
    createdAt: reader.createdAt.toISOString(),
    source: reader.source ?? null,
    ipAddress: reader.ipAddress ?? null,
    status: reader.status,
    reason: reader.reason ?? null,
    subscriberId: reader.subscriberId ?? null,
    attemptedAt: reader.attemptedAt?.toISOString() ?? null,
    consent: reader.consent ?? null,
    suppression: remembered ? { reason: remembered.reason, since: isoInstant(remembered.since) } : null,
    outbox: await emailsTo(email),
    emails: await emailsSince(database, reader),
    deliveries: await readerDeliveries(database, reader.id),
  };
}

const sentSince = `scheduled_emails where status = 'sent' and sent_at >= ?`;
const latestSql = `select email.id, word.word, email.sent_at as "sentAt"
  from (select * from ${sentSince} order by scheduled_date desc limit 5) email
  join words word on word.id = email.word_id order by email.sent_at desc`;

/** There is no record of when the provider accepted the reader. The time of the last attempt is closest to it. */
async function emailsSince(database: OpenDatabase, reader: Registration): Promise<PersonView['emails']> {
  if (reader.status !== 'subscribed') return { total: 0, latest: [] };
  const since = reader.statusAt ?? reader.attemptedAt ?? reader.createdAt;
  const latest = await database.read<{ id: number; word: string; sentAt: Instant }>(latestSql, [since]);
  return {
    total: await database.count(sentSince, [since]),
    latest: latest.map(({ sentAt, ...email }) => ({ ...email, sentAt: isoInstant(sentAt) })),
  };
}
