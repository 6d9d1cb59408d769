import { emailProviderFacts } from '../../contract/choices.ts';
import { lazily } from '../../platform/cache.ts';
import type { Config, SandboxSender, SmtpConfig } from '../../platform/settings/config.ts';
import { icontactMergeFields } from '../icontact/merge-fields.ts';
import type { OpenContext, ProviderFacts, ProviderRow } from '../provider-row.ts';
import { smtpMergeFields } from '../smtp/merge-fields.ts';
import { openServiceMail, openSmtp } from '../smtp/row.ts';

const sandboxFacts = {
  privacyText: () => 'Nobody. This installation is for trying things out: its emails stay on our own server.',
  testSent: (to: string) => `The test email to ${to} is in the outbox.`,
} satisfies Partial<ProviderFacts>;

/** A stand-in for iContact on this machine. */
export const icontactSandboxRow: ProviderRow = {
  facts: {
    ...sandboxFacts,
    ...emailProviderFacts.sandbox,
    linksToUnsubscribe: false,
  },
  mergeFields: icontactMergeFields,
  open(context) {
    const { config, calls, now, keep } = context;
    const { dataDir, productName } = config;
    const sandbox = lazily(async () => {
      const { startSandbox } = await import('./icontact-server.ts');
      return keep(await startSandbox({ dataDir, now, productName, sender: senderIn(config) }));
    });
    const mailServer = startMailServer(context);
    return {
      provider: lazily(async () => {
        const { createIcontactProvider } = await import('../icontact/icontact.ts');
        return createIcontactProvider({ ...calls, ...(await sandbox()).options, now });
      }),
      serviceMail: openServiceMail(context, async () => config.serviceMail ?? (await mailServer()).options),
      sandbox,
    };
  },
};

/** A stand-in for a mail server on this machine. */
export const smtpSandboxRow: ProviderRow = {
  facts: {
    ...sandboxFacts,
    ...emailProviderFacts['smtp-sandbox'],
    linksToUnsubscribe: true,
  },
  mergeFields: smtpMergeFields,
  open(context) {
    const sandbox = startMailServer(context);
    const server = async (): Promise<SmtpConfig> => (await sandbox()).options;
    return { ...openSmtp(context, server, { isTrial: true }), sandbox };
  },
};

function startMailServer({ config, now, keep }: OpenContext) {
  const { dataDir, productName } = config;
  return lazily(async () => {
    const { startSmtpSandbox } = await import('./smtp-server.ts');
    return keep(await startSmtpSandbox({ dataDir, now, productName, sender: senderIn(config) }));
  });
}

function senderIn({ email }: Config): SandboxSender | undefined {
  return 'sender' in email ? email.sender : undefined;
}
