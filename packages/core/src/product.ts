import type { SwitchOptions, SwitchReport } from './backup/switch-provider.ts';
import type { FirstWord } from './contract/signups.ts';
import type { FirstSteps, Overview } from './contract/system.ts';
import type { WarmUpView } from './contract/warm-up.ts';
import type { StoredSettingsRoom } from './installation/open-settings.ts';
import type { DnsResolver } from './mail/dns/resolver.ts';
import type { CallPolicy, MailProvider } from './mail/mail-provider.ts';
import type { Mail } from './mail/open-mail.ts';
import type { ProviderRow } from './mail/provider-row.ts';
import type { Actor, Audit } from './owner/audit.ts';
import type { Origins } from './owner/embed-origins.ts';
import type { Accounts } from './owner/open-accounts.ts';
import type { Privacy } from './owner/privacy.ts';
import type { ProductDatabase } from './platform/database/open-database.ts';
import type { AttemptKind, AttemptLimit } from './platform/rate-limits/attempt-limits.ts';
import type { Config } from './platform/settings/config.ts';
import type { Processor } from './processor/open-processor.ts';
import type { BotCheck } from './readers/bot-check.ts';
import type { OpenBotCheck } from './readers/open-bot-check.ts';
import type { Readers } from './readers/open-readers.ts';
import type { Archive } from './schedule/archive.ts';
import type { Autopilot } from './schedule/autopilot/open-autopilot.ts';
import type { Course } from './schedule/course/course.ts';
import type { Schedule } from './schedule/open-schedule.ts';
import type { Recall } from './schedule/recall.ts';
import type { WeeklyEmails } from './schedule/weekly/list-weekly-emails.ts';
import type { Quiz } from './schedule/weekly/quiz.ts';
import type { LeftBehind } from './schedule/withdraw-emails.ts';
import type { Templates } from './template/open-templates.ts';
import type { Tomorrow } from './watch/next-email.ts';
import type { Alerts } from './watch/open-alerts.ts';
import type { Dictionary } from './words/dictionary/dictionary.ts';
import type { OpenDictionary } from './words/dictionary/open-dictionary.ts';
import type { Words } from './words/open-words.ts';
import type { Themes } from './words/themes/open-themes.ts';

/** What a test, or another program, may use instead of the real thing. */
export interface Overrides {
  now?: () => Date;
  provider?: MailProvider;
  /** @internal Another provider instead of the configured one: its row names parts of the ORM. */
  providerRow?: ProviderRow;
  dns?: DnsResolver;
  dictionary?: Dictionary;
  /** Reads the certificate with which Amazon SNS signs. */
  readCertificate?: (url: string) => Promise<string>;
  botCheck?: BotCheck;
  /** Work factor of bcrypt; 12 less in tests that need speed. */
  bcryptCost?: number;
  /** Resolves after this many milliseconds; slows down repeated logins. */
  wait?: (ms: number) => Promise<unknown>;
  limits?: Partial<Record<AttemptKind, AttemptLimit>>;
  /** How a real provider is called, for example without a pause between calls. */
  calls?: Partial<CallPolicy>;
}

/** The product: one interface for each feature. */
export interface Wordrise {
  /** With what is stored in the database, as it was when this was opened. */
  config: Config;
  settings: StoredSettingsRoom;
  words: Words;
  /** Words that belong together, for weeks of their own. */
  themes: Themes;
  dictionary: OpenDictionary;
  schedule: Schedule;
  weeklyEmails: WeeklyEmails;
  quiz: Quiz;
  /** Whether readers still know earlier words. */
  recall: Recall;
  /** Words that each reader gets from the first one on. */
  course: Course;
  /** Fills mornings with words of the library. */
  autopilot: Autopilot;
  templates: Templates;
  privacy: Privacy;
  archive: Archive;
  readers: Readers;
  origins: Origins;
  accounts: Accounts;
  audit: Audit;
  botCheck: Pick<OpenBotCheck, 'kind' | 'check' | 'challenge'>;
  processor: Processor;
  mail: Mail;
  /** A restored copy sends nothing while the installation that its backup was made of may still be sending. */
  sending: {
    /** `undefined` if it may send. */
    heldSince(): Promise<Date | undefined>;
    /** @returns whether it was held */
    resume(actor?: Actor): Promise<boolean>;
  };
  database: Pick<ProductDatabase, 'kind' | 'version' | 'warning' | 'isReachable' | 'pendingMigrations'>;
  /** Whether the next morning's email will go out. */
  tomorrow: Tomorrow;
  /** The warm-up of a new domain; `null` without one. */
  warmUp(): Promise<WarmUpView | null>;
  alerts: Pick<Alerts, 'isOn' | 'test' | 'unreachable' | 'undelivered'>;
  /**
   * Moves readers and waiting emails to another email provider; see `switchProvider`. Without `apply`, nothing changes.
   *
   * @param target The settings with the other provider.
   */
  switchProvider(target: Config, options: SwitchOptions): Promise<SwitchReport>;
  /** Scheduled emails that another provider has, because EMAIL_PROVIDER was changed without `switchProvider`. */
  leftBehind(): Promise<LeftBehind | undefined>;
  /** Readers, the next email and whether one goes out tomorrow. */
  overview(): Promise<Overview>;
  /**
   * When someone who signs up now gets the first word; a change is visible within ten seconds.
   *
   * @param timezone Theirs. Ignored if it is unknown, or if everyone gets emails at the same time.
   */
  firstWord(timezone?: string): Promise<FirstWord>;
  /** What a new owner has done so far. */
  firstSteps(): Promise<FirstSteps>;
  close(): Promise<void>;
}
