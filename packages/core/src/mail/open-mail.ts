import type { MailCheck } from '../contract/mail-check.ts';
import type { OutboxEmail, OutboxItem } from '../contract/system.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { lazily } from '../lazily.ts';
import type { Config } from '../settings/config.ts';
import type { DnsResolver } from './dns/resolver.ts';
import { icontactMergeFields } from './icontact/merge-fields.ts';
import { type BounceMailbox, openBounceMailbox } from './imap/bounce-mailbox.ts';
import type { MailboxTimeouts } from './imap/imap-client.ts';
import type { CallPolicy, MailProvider } from './mail-provider.ts';
import type { MailingList } from './mailing-list.ts';
import type { MergeFields } from './merge-fields.ts';
import { familyOf } from './provider-family.ts';
import { requireNotMoved } from './provider-move.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ServiceMail } from './service-mail.ts';
import { smtpMergeFields } from './smtp/merge-fields.ts';
import type { SmtpPolicy } from './smtp/policy.ts';
import type { SmtpProvider } from './smtp/smtp.ts';
import type { SmtpSandbox } from './smtp-sandbox/smtp-sandbox.ts';

export interface OpenMailDeps {
  database: OpenDatabase;
  now: () => Date;
  calls: CallPolicy;
  smtpPolicy: SmtpPolicy;
  mailboxTimeouts: MailboxTimeouts;
  /** The readers, for a provider that leaves the list to us. */
  list: MailingList;
  /** Called before every call to a real provider. Throws if no more are allowed today. */
  beforeCall: () => Promise<void>;
  /** Throws while the provider asks not to be called. */
  checkRest: () => Promise<void>;
  /** Called when a real provider asks not to be called for this long. */
  onRest: (ms: number) => Promise<void>;
  /** Replaces the configured one, for tests. */
  provider?: MailProvider | undefined;
  /** Replaces DNS, for tests. */
  dns?: DnsResolver | undefined;
}

/** The email provider and, with the sandbox, what it delivered. */
export interface Mail {
  /** Where returned emails arrive; `undefined` if none is configured. */
  bounceMailbox: BounceMailbox | undefined;
  kind: Config['email']['provider'];
  /** Starts the sandbox if it is on, so that it automatically sends what is due. */
  start(): Promise<void>;
  /**
   * Whether the account or the mail server is ready and, with SMTP, the DNS records of the sending domain. Changes
   * nothing. If DNS does not answer, the result is a warning.
   */
  examine(): Promise<{ checks: MailCheck[]; clockSkewMs: number | null }>;
  /** What a sandbox delivered; empty with a real provider. */
  outbox: {
    list(query: { limit: number }): Promise<{ emails: OutboxItem[]; total: number }>;
    read(id: string): Promise<OutboxEmail | undefined>;
    /** All emails to one address, newest first. */
    to(email: string): Promise<OutboxItem[]>;
  };
  /** The sandbox of iContact, started; `undefined` with another provider. */
  sandbox(): Promise<Sandbox | undefined>;
}

export interface OpenMail extends Mail {
  /**
   * Connects at the first call: most commands need no provider.
   *
   * @throws ProviderRefused if readers and emails have been moved to another provider
   */
  provider(): Promise<MailProvider>;
  /** Like `provider`, for the move itself. */
  providerEvenIfMoved(): Promise<MailProvider>;
  /** Known without a call to the provider. */
  mergeFields: MergeFields;
  /** Sends emails to one person; `undefined` if no mail server is configured. */
  serviceMail(): Promise<ServiceMail | undefined>;
  /** Deletes everything a sandbox has stored about an address. */
  forget(email: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the email provider that the configuration names. */
export function openMail(config: Config, deps: OpenMailDeps): OpenMail {
  const { email } = config;
  const openers = createOpeners(config, deps);
  const isReal = deps.provider !== undefined;
  const providerEvenIfMoved = async () => deps.provider ?? openers.provider();
  const sandbox = async () => (email.provider === 'sandbox' && !isReal ? openers.sandbox() : undefined);
  const smtpSandbox = async () =>
    email.provider === 'smtp-sandbox' && !isReal ? openers.smtpSandbox() : undefined;
  const anySandbox = async () => (await sandbox()) ?? (await smtpSandbox());
  return {
    kind: email.provider,
    async provider() {
      await requireNotMoved(deps.database, familyOf(email.provider));
      return providerEvenIfMoved();
    },
    providerEvenIfMoved,
    bounceMailbox: config.bounceMailbox && openBounceMailbox(config.bounceMailbox, deps.mailboxTimeouts),
    mergeFields: email.provider.startsWith('smtp') ? smtpMergeFields : icontactMergeFields,
    async start() {
      await anySandbox();
    },
    async examine() {
      const { checks, clockSkewMs } = await (await providerEvenIfMoved()).check();
      const ofProvider = checks.map(({ name, ok, detail }) => ({ name, status: status(ok), detail }));
      return { checks: [...ofProvider, ...(await examineDomain(config, deps.dns))], clockSkewMs };
    },
    outbox: {
      list: async (query) => (await anySandbox())?.outbox.list(query) ?? { emails: [], total: 0 },
      read: async (id) => (await anySandbox())?.outbox.read(id),
      to: async (address) => (await anySandbox())?.outbox.to(address) ?? [],
    },
    sandbox,
    serviceMail: openers.serviceMail,
    forget: async (address) => (await anySandbox())?.forget(address),
    close: openers.close,
  };
}

const status = (ok: boolean): MailCheck['status'] => (ok ? 'ok' : 'failed');

/** Checks the sending domain of the emails, or of the links that confirm a signup. */
async function examineDomain(
  { email, serviceMail }: Config,
  dns: DnsResolver | undefined,
): Promise<MailCheck[]> {
  const smtp = email.provider === 'smtp' ? email.smtp : serviceMail;
  if (!smtp) return [];
  return (await import('./dns/check-domain.ts')).checkDomain(smtp, dns);
}

/** The client of each provider, loaded and started at the first call. */
function createOpeners(config: Config, deps: OpenMailDeps) {
  const { email, dataDir, productName, publicUrl } = config;
  const { now, calls, beforeCall, onRest } = deps;
  const toClose: { close(): unknown }[] = [];
  const keep = <T extends { close(): unknown }>(opened: T): T => {
    toClose.push(opened);
    return opened;
  };
  const sandbox = lazily(async (): Promise<Sandbox> => {
    const { startSandbox } = await import('./sandbox/sandbox.ts');
    return keep(await startSandbox({ dataDir, now, productName }));
  });
  const smtpSandbox = lazily(async (): Promise<SmtpSandbox> => {
    const { startSmtpSandbox } = await import('./smtp-sandbox/smtp-sandbox.ts');
    return keep(await startSmtpSandbox({ dataDir, now, productName }));
  });
  const smtp = lazily(async (): Promise<SmtpProvider> => {
    const { createSmtpProvider } = await import('./smtp/smtp.ts');
    const options = email.provider === 'smtp' ? email.smtp : (await smtpSandbox()).options;
    const { smtpPolicy: policy, ...rest } = deps;
    return keep(createSmtpProvider({ ...rest, policy, smtp: options, productName, publicUrl }));
  });
  const icontact = lazily(async (): Promise<MailProvider> => {
    const { createIcontactProvider } = await import('./icontact/icontact.ts');
    const account =
      email.provider === 'icontact' ? { ...email.icontact, beforeCall, onRest } : (await sandbox()).options;
    return createIcontactProvider({ ...calls, ...account, now });
  });
  const serviceMail = lazily(async (): Promise<ServiceMail | undefined> => {
    if (email.provider === 'icontact' && !config.serviceMail) return undefined;
    const { smtpServiceMail } = await import('./smtp/service-mail.ts');
    if (email.provider.startsWith('smtp')) return (await smtp()).service;
    const options = config.serviceMail ?? (await smtpSandbox()).options;
    const { openTransport } = await import('./smtp/transport.ts');
    const opened = keep(openTransport({ ...options, timeouts: deps.smtpPolicy.timeouts }));
    return smtpServiceMail({ transport: () => opened, sender: { ...options, productName, publicUrl } });
  });
  return {
    sandbox,
    smtpSandbox,
    serviceMail,
    provider: email.provider.startsWith('smtp') ? smtp : icontact,
    async close() {
      for (const opened of toClose.splice(0).reverse()) await opened.close();
    },
  };
}
