import { emailProviderFacts } from '../../contract/choices.ts';
import { lazily } from '../../platform/cache.ts';
import type { SmtpConfig } from '../../platform/settings/config.ts';
import type { EngineOptions } from '../engine/engine.ts';
import type { OpenContext, OpenedProvider, ProviderRow } from '../provider-row.ts';
import { smtpMergeFields } from './merge-fields.ts';

/** A mail server of the owner, or of a service that takes emails by SMTP. */
export const smtpRow: ProviderRow = {
  facts: {
    ...emailProviderFacts.smtp,
    privacyText: (relays) =>
      `We send the emails ourselves, through ${
        relays === 1
          ? 'a mail server that passes them on to yours. It receives'
          : 'mail servers that pass them on to yours. They receive'
      } your email address, your first name and the email. We do not record whether an email was opened or a link was clicked. We do keep for 35 days whether each email was accepted.`,
    linksToUnsubscribe: true,
    testSent: (to) => `The mail server accepted the test email to ${to}.`,
  },
  mergeFields: smtpMergeFields,
  sender: (email) => (email.provider === 'smtp' ? email.smtp : undefined),
  open(context) {
    const { email } = context.config;
    if (email.provider !== 'smtp') throw new Error(`No mail server is configured for ${email.provider}.`);
    return openSmtp(context, async () => email.smtp);
  },
};

/** @param server Asked once, when it is first needed. */
export function openSmtp(
  context: OpenContext,
  server: () => Promise<SmtpConfig>,
  { isTrial = false }: Pick<EngineOptions, 'isTrial'> = {},
): OpenedProvider {
  const { config, smtpPolicy: policy, keep, ...deps } = context;
  const { productName, publicUrl, bounceMailbox, timezone } = config;
  const readsBounces = bounceMailbox !== undefined;
  const provider = lazily(async () => {
    const { createSmtpProvider } = await import('./smtp.ts');
    const smtp = await server();
    return keep(
      createSmtpProvider({ ...deps, isTrial, policy, smtp, timezone, productName, publicUrl, readsBounces }),
    );
  });
  return { provider, serviceMail: async () => (await provider()).service };
}

/** Sends emails to one person through a mail server, for a provider that cannot. */
export function openServiceMail(
  { config, smtpPolicy, keep }: OpenContext,
  server: () => Promise<SmtpConfig | undefined>,
): OpenedProvider['serviceMail'] {
  const { productName, publicUrl, bounceMailbox } = config;
  const readsBounces = bounceMailbox !== undefined;
  return lazily(async () => {
    const options = await server();
    if (!options) return undefined;
    const { smtpServiceMail } = await import('./service-mail.ts');
    const { openTransport } = await import('./transport.ts');
    const opened = keep(
      openTransport({ ...options, ratePerSecond: options.limits.perSecond, timeouts: smtpPolicy.timeouts }),
    );
    return smtpServiceMail({
      transport: () => opened,
      sender: { ...options, productName, publicUrl, readsBounces },
    });
  });
}
