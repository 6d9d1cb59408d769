import { emptyLog } from '../../database/empty-log.ts';
import { removeEmails } from './outbox.ts';
import type { SandboxDatabase } from './sandbox-database.ts';

/** Deletes everything about one address: its contacts, their subscriptions, and the emails in the outbox. */
export async function forgetContact(
  database: SandboxDatabase,
  dataDir: string,
  email: string,
): Promise<void> {
  const ofContact = 'contactId IN (SELECT contactId FROM contacts WHERE email = @email)';
  const emails = database
    .transaction(() => {
      const ids = database
        .prepare<[object], string>(
          `DELETE FROM outbox WHERE ${ofContact} OR email = @email COLLATE NOCASE RETURNING id`,
        )
        .pluck()
        .all({ email });
      database.prepare(`DELETE FROM subscriptions WHERE ${ofContact}`).run({ email });
      database.prepare('DELETE FROM contacts WHERE email = @email').run({ email });
      return ids;
    })
    .immediate();
  await removeEmails(dataDir, emails);
  await emptyLog(database);
}
