import type { ProviderKindFacts } from '../contract/choices.ts';
import type { OutboxEmail, OutboxItem } from '../contract/system.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import type { Config, SmtpConfig } from '../platform/settings/config.ts';
import type { DnsResolver } from './dns/resolver.ts';
import type { CallPolicy, MailProvider } from './mail-provider.ts';
import type { MailingList } from './mailing-list.ts';
import type { MergeFields } from './merge-fields.ts';
import type { SmtpPolicy } from './policy.ts';
import type { Sandbox } from './sandbox/icontact-server.ts';
import type { ServiceMail } from './service-mail.ts';

/**
 * Everything about one provider, in its folder and in the table of `providers.ts`. Nothing outside compares names of
 * providers: it asks its row.
 */
export interface ProviderRow {
  facts: ProviderFacts;
  /** Known without a call to the provider. */
  mergeFields: MergeFields;
  /** How emails are sent from here; `undefined` if the provider or a sandbox does it. */
  sender?: (email: Config['email']) => SmtpConfig | undefined;
  /** Nothing is loaded, connected or started before the first call of what is returned. */
  open(context: OpenContext): OpenedProvider;
}

export interface ProviderFacts extends ProviderKindFacts {
  /** Who else receives a reader's data, as a paragraph of the privacy text; there may be a second mail server. */
  privacyText: (relays: 1 | 2) => string;
  /** Whether the emails have a link at the bottom that unsubscribes. */
  linksToUnsubscribe: boolean;
  /** What is said after a test email to an address was sent. */
  testSent: (to: string) => string;
}

/** What a provider is opened with. */
export interface OpenContext {
  config: Config;
  database: OpenDatabase;
  now: () => Date;
  calls: CallPolicy;
  smtpPolicy: SmtpPolicy;
  /** The readers, for a provider that leaves the list to us. */
  list: MailingList;
  /** Called before every call to a real provider. Throws if no more are allowed today. */
  beforeCall: () => Promise<void>;
  /** Throws while the provider asks not to be called. */
  checkBackoff: () => Promise<void>;
  /** Called when a real provider asks not to be called for this long. */
  onBackoff: (ms: number, reason?: string) => Promise<void>;
  /** Replaces DNS, for tests. */
  dns?: DnsResolver | undefined;
  /** Has it closed with the provider. @returns the same */
  keep: <T extends { close(): unknown }>(opened: T) => T;
}

export interface OpenedProvider {
  provider(): Promise<MailProvider>;
  /** Sends emails to one person; `undefined` if it cannot. */
  serviceMail(): Promise<ServiceMail | undefined>;
  /** A sandbox, started. */
  sandbox?: () => Promise<OpenedSandbox>;
}

export interface OpenedSandbox {
  /** What it delivered. */
  outbox: {
    list(query: { limit: number }): { emails: OutboxItem[]; total: number };
    read(id: string): Promise<OutboxEmail | undefined>;
    to(email: string): OutboxItem[];
    forget(email: string): Promise<void>;
  };
  /** Sends what is due, if it does not do that by itself at once. */
  releaseDue?: () => Promise<unknown>;
  /** Has calls to it fail. */
  faults?: Sandbox['faults'];
}
