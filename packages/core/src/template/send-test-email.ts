import type { TestEmailAnswer, TestEmailInput } from '../contract/templates.ts';
import type { Mail } from '../mail/open-mail.ts';
import type { ServiceMail } from '../mail/service-mail.ts';
import { type Actor, type AuditLog, atCommandLine, audited } from '../owner/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { AttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { readInUse, renderSample, type TemplateDeps } from './template-store.ts';

/** How a test email is sent. */
export interface TestEmailRoute {
  /** What sends the daily emails. */
  facts: Mail['facts'];
  /** `undefined` if nothing can be sent to one address. */
  serviceMail: () => Promise<ServiceMail | undefined>;
}

export interface TestEmailDeps extends TestEmailRoute {
  audit: AuditLog;
  limits: Pick<AttemptLimits, 'attempt'>;
  /** Whether nothing may be sent to an address. */
  isSuppressed: (email: string) => Promise<boolean>;
}

const noTest =
  'iContact only sends to a whole list, never to one address. To send tests, set SMTP_HOST and MAIL_FROM: they then go through that mail server. The preview shows the email too.';

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
  const { limits, facts, serviceMail, isSuppressed } = deps;
  await limits.attempt('testEmails', 'all');
  if (await isSuppressed(to)) {
    const message = 'This reader left the list, or their mailbox does not exist. Nothing is sent there.';
    throw new DomainError('template.no_test', message, { fields: { to: [message] } });
  }
  const mail = await serviceMail();
  if (!mail) throw new DomainError('template.no_test', noTest);
  // Otherwise, a footer in English has the links that the template did not get.
  const mergeFields = { ...deps.mergeFields, values: mail.links };
  const sample = { ...deps, mergeFields };
  const rendered = await renderSample(sample, template ?? (await readInUse(deps)), wordId);
  const subject = `[Test] ${rendered.subject}`;
  await mail.sendTest({ ...rendered, to, subject });
  return {
    message: facts.testSent(to),
    subject,
    through: facts.isSandbox ? 'outbox' : 'smtp',
  };
}
