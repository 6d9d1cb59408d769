import { randomUUID } from 'node:crypto';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';
import { testToken } from '../mailing-list.ts';
import type { ServiceEmail } from '../service-mail.ts';
import { composer, type Sender } from './compose.ts';
import type { Outcome } from './outcome.ts';
import type { SmtpTransport } from './transport.ts';

/** A placeholder for the reader's name. */
const firstName = 'Reader';

/**
 * Sends an email to one address as it would go to a reader: with the same headers, footer and signature. Its links
 * identify no reader, so nobody can leave the list with them.
 *
 * @throws ProviderRefused, ProviderUnreachable with the mail server's answer
 */
export async function sendTest(
  { transport, sender }: { transport: SmtpTransport; sender: Sender },
  { to, subject, html, text }: ServiceEmail,
): Promise<void> {
  const content = { name: `test-${randomUUID()}`, subject, html, text, date: new Date() };
  const reader = { readerId: 0, email: to, firstName, token: testToken, softBounces: 0 };
  const failure = failureOf(await transport.send(composer(sender, content)(reader)));
  if (failure) throw failure;
}

function failureOf(outcome: Outcome): ProviderRefused | ProviderUnreachable | undefined {
  const { kind, answer } = outcome;
  const refused = (scope: 'account' | 'item') =>
    new ProviderRefused(scope, `The mail server refused the test email: ${answer}`);
  if (kind === 'sent') return undefined;
  if (kind === 'failed') return refused('item');
  if (kind === 'outage' && outcome.isRefused) return refused('account');
  const mayHaveHappened = kind === 'unknown';
  const message = mayHaveHappened
    ? `The mail server did not say whether it accepted the test email: ${answer}. It may arrive.`
    : `The mail server does not accept the test email now: ${answer}. Try again in a few minutes.`;
  return new ProviderUnreachable(message, { mayHaveHappened });
}
