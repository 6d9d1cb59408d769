import { randomUUID } from 'node:crypto';
import { withPeriod } from '../../contract/sentence-case.ts';
import type { Outcome } from '../engine/carrier.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';
import { domainOf, testToken } from '../mailing-list.ts';
import type { ServiceEmail, ServiceMail } from '../service-mail.ts';
import { composer, type Sender } from './compose.ts';
import { smtpMergeFields } from './merge-fields.ts';
import { bouncePath } from './reader-token.ts';
import { type SmtpTransport, withFix } from './transport.ts';

export interface ServiceMailDeps {
  transport: () => SmtpTransport;
  sender: Sender;
}

/** Sends emails to one person over the same connections as the daily ones. */
export function smtpServiceMail({ transport, sender }: ServiceMailDeps): ServiceMail {
  const { from, replyTo, productName, bounceAddress } = sender;
  const domain = domainOf(from.address);
  return {
    links: smtpMergeFields.values,
    async send({ to, subject, text, html, returnToken }) {
      const returnTo = bounceAddress && returnToken ? bouncePath(bounceAddress, returnToken) : from.address;
      const outcome = await transport().send({
        from: { name: from.name || productName, address: from.address },
        ...(replyTo ? { replyTo } : {}),
        to,
        subject,
        text,
        html,
        textEncoding: 'quoted-printable',
        messageId: `<${randomUUID()}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        envelope: { from: returnTo, to },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      if (outcome.kind === 'outage') {
        const message = `The mail server does not accept emails about signups: ${withPeriod(outcome.answer)}`;
        if (outcome.isRefused) throw new ProviderRefused('account', message);
        throw new ProviderUnreachable(message, { mayHaveHappened: false });
      }
      if (outcome.kind === 'failed') return 'refused';
      // Without an answer, the email may have arrived, and a new signup can request another one.
      return outcome.kind === 'later' ? 'later' : 'sent';
    },
    sendToReader: (email, reader, mayEnd) => transport().send(composer(sender, email)(reader), mayEnd),
    sendTest: (email) => sendTest({ transport: transport(), sender }, email),
  };
}

/** A placeholder for the reader's name. */
const firstName = 'Reader';

/**
 * Sends an email to one address as it would go to a reader: with the same headers, footer and signature. Its links
 * identify no reader, so nobody can leave the list with them.
 *
 * @throws ProviderRefused, ProviderUnreachable with the mail server's answer
 */
async function sendTest(
  { transport, sender }: { transport: SmtpTransport; sender: Sender },
  { to, subject, html, text }: ServiceEmail,
): Promise<void> {
  const content = { name: `test-${randomUUID()}`, subject, html, text, date: new Date() };
  const reader = { readerId: 0, email: to, firstName, token: testToken, softBounces: 0 };
  const failure = failureOf(await transport.send(composer(sender, content)(reader)));
  if (failure) throw failure;
}

const wrongSender =
  'If this is about the sender, set MAIL_FROM to an address that your mail server may send for.';

function failureOf(outcome: Outcome): ProviderRefused | ProviderUnreachable | undefined {
  const { kind, answer } = outcome;
  const refused = (scope: 'account' | 'item', fix: string | undefined) =>
    new ProviderRefused(scope, withFix(`The mail server refused the test email: ${answer}`, fix));
  if (kind === 'sent') return undefined;
  if (kind === 'failed') return refused('item', outcome.failure === 'policy' ? wrongSender : undefined);
  if (kind === 'outage' && outcome.isRefused) return refused('account', outcome.fix);
  const fix = kind === 'outage' ? outcome.fix : undefined;
  const mayHaveHappened = kind === 'unknown';
  const message = mayHaveHappened
    ? `The mail server did not say whether it accepted the test email: ${withPeriod(answer)} It may arrive.`
    : withFix(
        `The mail server does not accept the test email now: ${answer}`,
        fix ?? 'Try again in a few minutes.',
      );
  return new ProviderUnreachable(message, { mayHaveHappened });
}
