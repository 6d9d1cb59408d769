import type { MailCheck } from '../contract/mail-check.ts';
import type { OutboxEmail, OutboxItem } from '../contract/system.ts';
import type { Config, SmtpConfig } from '../platform/settings/config.ts';
import { isLoopback, isThisMachine } from '../platform/settings/types.ts';
import { type BounceMailbox, type MailboxTimeouts, openBounceMailbox } from './imap/bounce-mailbox.ts';
import type { MailProvider } from './mail-provider.ts';
import type { MergeFields } from './merge-fields.ts';
import { requireNotMoved } from './provider-move.ts';
import type { OpenContext, OpenedSandbox, ProviderFacts, ProviderRow } from './provider-row.ts';
import { type ProviderKind, providers, senderOf } from './providers.ts';
import { heldProvider, heldSince } from './sending-hold.ts';
import type { ServiceMail } from './service-mail.ts';

export interface OpenMailDeps extends Omit<OpenContext, 'config' | 'keep'> {
  mailboxTimeouts: MailboxTimeouts;
  /** Replaces the configured one, for tests. */
  provider?: MailProvider | undefined;
  /** A row instead of the configured one, for tests. */
  row?: ProviderRow | undefined;
}

/** The email provider and, with the sandbox, what it delivered. */
export interface Mail {
  /** Where returned emails arrive; `undefined` if none is configured. */
  bounceMailbox: BounceMailbox | undefined;
  kind: ProviderKind;
  facts: ProviderFacts;
  /** What is wrong with the address that links in emails start with, if anything. */
  links: MailCheck | undefined;
  /** Starts the sandbox if it is on, so that it automatically sends what is due. */
  start(): Promise<void>;
  /**
   * Whether the account or the mail server is ready and, with SMTP, the DNS records of the sending domain; and what is
   * wrong with the links in emails, if anything. Changes nothing. If DNS does not answer, the result is a warning.
   */
  examine(): Promise<{ checks: MailCheck[]; clockSkewMs: number | null }>;
  /** What a sandbox delivered; empty with a real provider. */
  outbox: {
    list(query: { limit: number }): Promise<{ emails: OutboxItem[]; total: number }>;
    read(id: string): Promise<OutboxEmail | undefined>;
    /** All emails to one address, newest first. */
    to(email: string): Promise<OutboxItem[]>;
  };
  /** How emails are sent from here; `undefined` if the provider or a sandbox does it. */
  sender: SmtpConfig | undefined;
  /** Started; `undefined` with a real provider. */
  sandbox(): Promise<OpenedSandbox | undefined>;
}

export interface OpenMail extends Mail {
  /**
   * Connects at the first call: most commands need no provider.
   *
   * While sending is held, its calls that change something throw ProviderUnreachable.
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
  const { row = providers[config.email.provider] } = deps;
  const toClose: { close(): unknown }[] = [];
  const keep: OpenContext['keep'] = (opened) => {
    toClose.push(opened);
    return opened;
  };
  const opened = row.open({ ...deps, config, keep });
  const providerEvenIfMoved = async () => deps.provider ?? opened.provider();
  const sandbox = async () => (deps.provider ? undefined : opened.sandbox?.());
  const sender = senderOf(config);
  const links = row.facts.isSandbox ? undefined : checkLinks(config.publicUrl, sender);
  return {
    kind: config.email.provider,
    facts: row.facts,
    sender,
    links,
    async provider() {
      await requireNotMoved(deps.database, row.facts.family);
      const provider = await providerEvenIfMoved();
      return (await heldSince(deps.database)) === undefined ? provider : heldProvider(provider);
    },
    providerEvenIfMoved,
    bounceMailbox: config.bounceMailbox && openBounceMailbox(config.bounceMailbox, deps.mailboxTimeouts),
    mergeFields: row.mergeFields,
    async start() {
      await sandbox();
    },
    async examine() {
      const { checks, clockSkewMs } = await (await providerEvenIfMoved()).check();
      const ofProvider = checks.map(({ name, ok, detail }) => ({ name, status: status(ok), detail }));
      const domain = sender ?? config.serviceMail;
      const ofDomain = domain
        ? await (await import('./dns/check-domain.ts')).checkDomain(domain, deps.dns)
        : [];
      return { checks: [...ofProvider, ...ofDomain, ...(links ? [links] : [])], clockSkewMs };
    },
    outbox: {
      list: async (query) => (await sandbox())?.outbox.list(query) ?? { emails: [], total: 0 },
      read: async (id) => (await sandbox())?.outbox.read(id),
      to: async (address) => (await sandbox())?.outbox.to(address) ?? [],
    },
    sandbox,
    serviceMail: opened.serviceMail,
    forget: async (address) => (await sandbox())?.outbox.forget(address),
    async close() {
      for (const each of toClose.splice(0).reverse()) await each.close();
    },
  };
}

/** Where a mail server that delivers listens; those for trying, which deliver to nobody, use ports of their own. */
const mailPorts = [25, 465, 587];

/**
 * Readers must be able to open the links, and mailboxes show a button to unsubscribe only if its address is encrypted
 * (RFC 8058).
 */
function checkLinks(publicUrl: string, sender: SmtpConfig | undefined): MailCheck | undefined {
  if (isLoopback(publicUrl)) {
    const isForTrying =
      sender && isThisMachine(sender.server.host) && !mailPorts.includes(sender.server.port);
    if (isForTrying) return undefined;
    const detail = `PUBLIC_URL is ${publicUrl}, which only this machine can open: readers cannot open the links in their emails, such as the one to unsubscribe. Set it to the https address of your site.`;
    // The rest can be set up and tried before the address.
    return { name: 'links', status: 'warning', detail };
  }
  if (!sender || publicUrl.startsWith('https:')) return undefined;
  const detail = `PUBLIC_URL is ${publicUrl}. The links in emails and the button to unsubscribe need https: set it to the https address of your site.`;
  return { name: 'links', status: 'failed', detail };
}

const status = (ok: boolean): MailCheck['status'] => (ok ? 'ok' : 'failed');
