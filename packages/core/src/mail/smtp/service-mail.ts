import { randomUUID } from 'node:crypto';
import { domainOf } from '../domain-of.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';
import type { ServiceMail } from '../service-mail.ts';
import type { Sender } from './compose.ts';
import { sendTest } from './send-test.ts';
import type { SmtpTransport } from './transport.ts';

export interface ServiceMailDeps {
  transport: () => SmtpTransport;
  sender: Sender;
}

/** Sends emails to one person over the same connections as the daily ones. */
export function smtpServiceMail({ transport, sender }: ServiceMailDeps): ServiceMail {
  const { from, replyTo, productName } = sender;
  const domain = domainOf(from.address);
  return {
    async send({ to, subject, text, html }) {
      const outcome = await transport().send({
        from: { name: from.name || productName, address: from.address },
        ...(replyTo ? { replyTo } : {}),
        ...{ to, subject, text, html, textEncoding: 'quoted-printable' },
        messageId: `<${randomUUID()}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        envelope: { from: from.address, to },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      if (outcome.kind === 'outage') {
        const message = `The mail server does not accept emails about signups: ${outcome.answer}`;
        if (outcome.isRefused) throw new ProviderRefused('account', message);
        throw new ProviderUnreachable(message, { mayHaveHappened: false });
      }
      if (outcome.kind === 'failed') return 'refused';
      // Without an answer, the email may have arrived, and a new signup can request another one.
      return outcome.kind === 'later' ? 'later' : 'sent';
    },
    sendTest: (email) => sendTest({ transport: transport(), sender }, email),
  };
}
