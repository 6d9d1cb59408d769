import type { EmailContent } from '../contract/schedule.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import type { RenderWord } from '../template/template-store.ts';
import { noSuchEmail } from './cancel-email.ts';
import { ScheduledEmail } from './scheduled-email.ts';

interface EmailContentDeps {
  database: OpenDatabase;
  provider: () => Promise<MailProvider>;
  render: RenderWord;
}

/**
 * What readers get, or got: the stored text if emails are sent from here, otherwise what the word and the template give
 * now.
 *
 * @throws DomainError `schedule.not_found`
 */
export async function emailContent(deps: EmailContentDeps, id: number): Promise<EmailContent> {
  const email = await deps.database.em().findOne(ScheduledEmail, { id }, { populate: ['word'] });
  if (!email) throw noSuchEmail();
  const stored = await storedContent(deps, email.messageName);
  if (stored) return { ...stored, isFinal: true };
  const { subject, html, text } = await deps.render(email.word, email.day);
  return { subject, html, text, isFinal: false };
}

async function storedContent({ provider }: EmailContentDeps, messageName: string) {
  try {
    const { deliveries } = await provider();
    return await deliveries?.content(messageName);
  } catch (error) {
    // Readers were moved to another provider: the emails can still be read.
    if (isDomainError(error)) return undefined;
    throw error;
  }
}
