import { randomBytes } from 'node:crypto';
import type { OpenDatabase } from '../database/open-database.ts';
import type { MailingList, Recipient } from '../mail/mailing-list.ts';
import { noteReport } from './note-report.ts';
import { Registration } from './registration.ts';

export interface MailingListDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** The readers as the list that emails are sent to from here. */
export function createMailingList(deps: MailingListDeps): MailingList {
  const { database } = deps;
  return {
    async members({ after, at, limit }) {
      const rows = await database.read<{ id: number }>(
        `select id from registrations where id > ? and handover = 'subscribed' and coalesce(status_at, created_at) <= ?
         order by id limit ?`,
        [after, at, limit],
      );
      return rows.map(({ id }) => id);
    },
    recipients: (readerIds) => recipients(deps, readerIds),
    async failed(readerId, failure, reason) {
      await noteReport(deps, readerId, { kind: 'bounce', failure, reason });
    },
  };
}

async function recipients({ database }: MailingListDeps, readerIds: readonly number[]): Promise<Recipient[]> {
  if (readerIds.length === 0) return [];
  const ids = [...readerIds];
  const em = database.em();
  const select = () =>
    em.execute<Recipient[]>(
      `select id as "readerId", email, first_name as "firstName", mail_token as token
       from registrations where handover = 'subscribed' and id in (${ids.map(() => '?').join(', ')})`,
      ids,
    );
  const found = await select();
  const nameless = found.filter(({ token }) => token === null);
  if (nameless.length === 0) return found;
  // Two processes may do this at the same time: the first token counts.
  for (const { readerId } of nameless) {
    const mailToken = randomBytes(16).toString('hex');
    await em.nativeUpdate(Registration, { id: readerId, mailToken: null }, { mailToken });
  }
  return select();
}
