import type { FirstNameMode } from '../../contract/choices.ts';
import type { CourseSelection } from '../../contract/course.ts';
import type { Weekday } from '../../contract/weekdays.ts';

/** Settings by name, as typed. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface IcontactConfig {
  apiUrl: string;
  appId: string;
  username: string;
  password: string;
  accountId: string;
  clientFolderId: string;
  listId: string;
  campaignId: string;
}

export interface SmtpServer {
  host: string;
  port: number;
  /** Encrypted from the start (`tls`), after a greeting (`starttls`), or not at all: only on this machine. */
  security: 'tls' | 'starttls' | 'none';
  /** Empty if the server needs no login. */
  user: string;
  password: string;
}

export interface Mailbox {
  /** Empty if only the address was given. */
  name: string;
  address: string;
}

/** The mailbox for returned emails. */
export interface ImapMailbox {
  host: string;
  port: number;
  /** Whether it is encrypted from the start. */
  isSecure: boolean;
  user: string;
  password: string;
  folder: string;
  /** The folder for processed reports. */
  doneFolder: string;
}

/** What the relay takes from all processes together; 0 for no limit. */
export interface SmtpLimits {
  perSecond: number;
  perHour: number;
  perDay: number;
  connections: number;
}

export const noSmtpLimits: SmtpLimits = { perSecond: 0, perHour: 0, perDay: 0, connections: 0 };

/**
 * Whose emails the second relay carries: everybody's while the first one is out, those beyond the day's amount of a
 * warm-up, or those of readers at these mailbox providers and domains.
 */
export type SecondFor = 'failover' | 'warm-up' | readonly string[];
/** How many emails a new domain sends on which day. */
export interface WarmUpConfig {
  /** As it was set: a name, or amounts. */
  schedule: string;
  /** Of the first day, the second and so on. */
  amounts: readonly number[];
  /** The first day, `YYYY-MM-DD`; `undefined` for that of the first pass with it. */
  from: string | undefined;
  /** Whether the readers beyond a day's amount get their emails through the second relay. Otherwise, they wait. */
  isRestSent?: boolean;
}

/** How emails are sent by SMTP. */
export interface SmtpConfig {
  server: SmtpServer;
  from: Mailbox;
  replyTo: Mailbox | undefined;
  postalAddress: string;
  /** How many connections each process opens. */
  connections: number;
  limits: SmtpLimits;
  dkim: { domain: string; selector: string; keyFile: string } | undefined;
  /** Reports of failed deliveries go to this address, with a `+` and a token added. */
  bounceAddress: string | undefined;
  second?: (Pick<SmtpConfig, 'server' | 'connections' | 'limits'> & { carries: SecondFor }) | undefined;
  warmUp?: WarmUpConfig | undefined;
}

export type DatabaseConfig = { kind: 'sqlite'; path: string } | { kind: 'postgresql'; url: string };

/** What is set already, so that the outbox shows the sender as readers will see it, and sending takes as long. */
export interface SandboxSender extends Pick<SmtpConfig, 'connections' | 'limits'> {
  from: SmtpConfig['from'] | undefined;
  replyTo: SmtpConfig['replyTo'] | undefined;
  postalAddress: string | undefined;
}

/** The sender of sandbox emails while none is set. */
export const sampleSender = 'words@sandbox.invalid';

/** All settings, validated. Secrets in it never reach a log, an error or an answer. */
export interface Config {
  environment: 'development' | 'production' | 'test';
  database: DatabaseConfig;
  /** The first signs, all verify. Empty if it is not set: `sessionSecrets` then keeps one in the data folder. */
  sessionSecrets: string[];
  /** The first encrypts stored secrets, all decrypt. Empty if it is not set: `settingsKeys` then keeps one. */
  settingsKeys: string[];
  /** How long the IP address of a signup is kept; with 0 none is stored. */
  signupAddressDays: number;
  email:
    | {
        provider: 'sandbox' | 'smtp-sandbox';
        sender?: SandboxSender | undefined;
      }
    | { provider: 'icontact'; icontact: IcontactConfig }
    | { provider: 'smtp'; smtp: SmtpConfig };
  /** Whether a reader confirms a signup with a link. */
  confirmSignups: boolean;
  /** What the welcome email says; `undefined` if none is sent. */
  welcome: { text: string } | undefined;
  /** Whether the signup form asks for a first name. */
  firstName: FirstNameMode;
  /** Sends the links if the email provider cannot. */
  serviceMail: SmtpConfig | undefined;
  dictionary: { kind: 'wordnet' } | { kind: 'merriam-webster'; apiKey: string; apiUrl: string };
  botCheck:
    | { kind: 'off' }
    | { kind: 'altcha' }
    | { kind: 'turnstile' | 'hcaptcha'; siteKey: string; secretKey: string; verifyUrl: string }
    | { kind: 'recaptcha'; siteKey: string; secretKey: string; minScore: number; verifyUrl: string };
  /** Domains whose addresses cannot sign up. */
  blockedDomains: { blocked: readonly string[]; refusesDisposable: boolean };
  /** Confirmation emails that go out in an hour, in total and to one domain. */
  confirmationsPerHour: { all: number; domain: number };
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** The owner's own page instead of `/privacy`. */
  privacyUrl: string | undefined;
  /** Whether visitors may read the words that were sent. */
  archive: boolean;
  widgetOrigins: string[];
  timezone: string;
  /** Whether each reader gets emails at their own local time, where emails are sent to each reader from here. */
  localTimes: boolean;
  /** The usual day of the weekly email, and whether readers of the daily emails get it too. */
  weekly: { day: Weekday; hasRecap: boolean };
  /** A course, in which each reader begins at its first word; `undefined` if everyone gets the word of the day. */
  course: { selection: CourseSelection; ending: string } | undefined;
  /** Whether emails ask about the words of three days and three weeks before. */
  recall: boolean;
  /** The number of proxies whose forwarded address is trusted. */
  trustProxy: number;
  /**
   * Whether calls from the machine itself need no token. Only on a computer to try things out: a proxy need not add a
   * header, so behind one a stranger's call may look like a local one.
   */
  trustsLocalCalls: boolean;
  processor: boolean;
  dataDir: string;
  port: number;
  host: string;
  /** The webhook that notifies the owner, and the secret that signs its posts. */
  alertWebhook: { url: string; secret: string | undefined } | undefined;
  /** The mailbox that every pass reads. */
  bounceMailbox: ImapMailbox | undefined;
  /** The token that a relay sends with its reports; without it, no reports are accepted. */
  deliveryHookToken: string | undefined;
  /** What the signatures of relays are checked with. */
  relaySignatures: { snsTopics: string[]; mailgunKey: string | undefined };
  /** Lets another machine read the metrics. */
  metricsToken: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Names of the settings that were set explicitly. */
  configured: string[];
  /**
   * What it was loaded from. `openWordrise` adds what is stored in the database; without a source, nothing stored
   * counts.
   */
  source?: ConfigSource | undefined;
}

/** Settings as typed, by name. The environment wins over what is stored. */
export interface ConfigSource {
  environment: Environment;
  stored: Environment;
}
