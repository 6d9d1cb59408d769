import { type Actor, atCommandLine } from '../audit/actor.ts';
import { type AuditLog, audited } from '../audit/open-audit.ts';
import type { TestEmailAnswer, TestEmailInput } from '../contract/templates.ts';
import { DomainError } from '../errors.ts';
import type { AttemptLimits } from '../limits/attempt-limits.ts';
import type { Mail } from '../mail/open-mail.ts';
import type { ServiceMail } from '../mail/service-mail.ts';
import { getTemplate, renderSample, type TemplateDeps } from './template-store.ts';

export interface TestEmailDeps {
  audit: AuditLog;
  limits: Pick<AttemptLimits, 'attempt'>;
  /** What sends the daily emails. */
  mailKind: Mail['kind'];
  /** `undefined` if nothing can be sent to one address. */
  serviceMail: () => Promise<ServiceMail | undefined>;
  /** Whether nothing may be sent to an address. */
  isSuppressed: (email: string) => Promise<boolean>;
}

const noTest =
  'iContact only sends to a whole list, never to one address. To send tests, set SMTP_URL and MAIL_FROM: they then go through that mail server. The preview shows the email too.';

/** The message after a test was sent, for each way of sending the daily emails. */
const sent: Record<Mail['kind'], (to: string) => string> = {
  sandbox: (to) => `The test email to ${to} is in the outbox.`,
  'smtp-sandbox': (to) => `The test email to ${to} is in the outbox.`,
  smtp: (to) => `The mail server accepted the test email to ${to}.`,
  icontact: (to) =>
    `The test email to ${to} went through the mail server of SMTP_URL, because iContact only sends to a whole list. Readers get it from iContact, with its footer.`,
};

/**
 * Sends one email to one address, as a reader would get it, and marks its subject as a test.
 *
 * @throws DomainError `template.syntax`, `word.not_found`, `limit.too_many`, `template.no_test`, also for the address
 * of a reader who left, `email_provider.refused`, `email_provider.unreachable`
 */
export function sendTestEmail(
  deps: TemplateDeps & TestEmailDeps,
  input: TestEmailInput,
  actor: Actor = atCommandLine,
): Promise<TestEmailAnswer> {
  return audited(deps.audit, 'template.test', actor, () => send(deps, input));
}

async function send(
  deps: TemplateDeps & TestEmailDeps,
  { to, wordId, template }: TestEmailInput,
): Promise<TestEmailAnswer> {
  const { limits, mailKind, serviceMail, isSuppressed } = deps;
  await limits.attempt('testEmails', 'all');
  if (await isSuppressed(to)) {
    const message = 'This reader left the list, or their mailbox does not exist. Nothing is sent there.';
    throw new DomainError('template.no_test', message, { fields: { to: [message] } });
  }
  const mail = await serviceMail();
  if (!mail) throw new DomainError('template.no_test', noTest);
  const rendered = await renderSample(deps, template ?? (await inUse(deps)), wordId);
  const subject = `[Test] ${rendered.subject}`;
  await mail.sendTest({ ...rendered, to, subject });
  return { message: sent[mailKind](to), subject, through: mailKind.endsWith('sandbox') ? 'outbox' : 'smtp' };
}

async function inUse(deps: TemplateDeps) {
  const { template: content, subject } = await getTemplate(deps);
  return { content, subject };
}
