import type { WeeklyEmailView } from '../../contract/weekly-emails.ts';
import type { MailProvider, SendChange } from '../../mail/mail-provider.ts';
import { type Actor, type AuditLog, atCommandLine } from '../../owner/audit.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { DomainError } from '../../platform/errors.ts';
import { noSuchEmail } from '../cancel-email.ts';
import { recordDecision, sendChangeNotPossible } from '../email-delivery.ts';
import { WeeklyEmail } from './weekly-email.ts';

export interface WeeklyEmails {
  /** Latest first. */
  list(limit: number): Promise<WeeklyEmailView[]>;
  /**
   * Pauses, resumes or stops one that is being sent, or decides about readers without an answer.
   *
   * @throws DomainError `schedule.not_found`, `schedule.not_sending`
   */
  change(id: number, change: SendChange, actor?: Actor): Promise<WeeklyEmailView>;
}

export interface WeeklyEmailsDeps {
  database: OpenDatabase;
  provider: () => Promise<MailProvider>;
  audit: AuditLog;
}

export function openWeeklyEmails({ database, provider, audit }: WeeklyEmailsDeps): WeeklyEmails {
  async function view(email: WeeklyEmail): Promise<WeeklyEmailView> {
    const { id, day, subject, words, messageName, reason = null } = email;
    const { deliveries } = await provider();
    const sendId = await deliveries?.find(messageName);
    const progress = (sendId && (await deliveries?.progress(sendId))) || null;
    return { id, day, subject, words, reason, progress };
  }
  return {
    async list(limit) {
      const emails = await database.em().find(WeeklyEmail, {}, { orderBy: { day: 'desc' }, limit });
      return Promise.all(emails.map(view));
    },
    async change(id, change, actor = atCommandLine) {
      const email = await database.em().findOne(WeeklyEmail, { id });
      if (!email) throw noSuchEmail();
      const { deliveries } = await provider();
      const sendId = await deliveries?.find(email.messageName);
      if (!sendId || !(await deliveries?.change(sendId, change))) {
        throw new DomainError('schedule.not_sending', sendChangeNotPossible[change]);
      }
      await recordDecision(audit, change, actor, `weekly email, ${email.day}`);
      return view(email);
    },
  };
}
