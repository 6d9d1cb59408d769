import type { Accounts } from './accounts/open-accounts.ts';
import type { Alerts } from './alerts/open-alerts.ts';
import type { Archive } from './archive/open-archive.ts';
import type { Audit } from './audit/open-audit.ts';
import type { Autopilot } from './autopilot/open-autopilot.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import type { OpenBotCheck } from './bot-check/open-bot-check.ts';
import type { FirstWord } from './contract/signups.ts';
import type { FirstSteps, Overview } from './contract/system.ts';
import type { ProductDatabase } from './database/product-database.ts';
import type { Delivery } from './delivery/open-delivery.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import type { OpenDictionary } from './dictionary/open-dictionary.ts';
import type { AttemptKind, AttemptLimit } from './limits/attempt-limits.ts';
import type { DnsResolver } from './mail/dns/resolver.ts';
import type { CallPolicy, MailProvider } from './mail/mail-provider.ts';
import type { Mail } from './mail/open-mail.ts';
import type { SwitchOptions, SwitchReport } from './moving/switch-provider.ts';
import type { Origins } from './origins/open-origins.ts';
import type { Privacy } from './privacy/open-privacy.ts';
import type { Readers } from './readers/open-readers.ts';
import type { Schedule } from './schedule/open-schedule.ts';
import type { Config } from './settings/config.ts';
import type { Templates } from './templates/open-templates.ts';
import type { Tomorrow } from './tomorrow/open-tomorrow.ts';
import type { Words } from './words/open-words.ts';

/** What a test, or another program, may use instead of the real thing. */
export interface Overrides {
  now?: () => Date;
  provider?: MailProvider;
  dns?: DnsResolver;
  dictionary?: Dictionary;
  botCheck?: BotCheck;
  /** Work factor of bcrypt; 12 unless a test is in a hurry. */
  bcryptCost?: number;
  /** Resolves after this many milliseconds; slows down repeated logins. */
  wait?: (ms: number) => Promise<unknown>;
  limits?: Partial<Record<AttemptKind, AttemptLimit>>;
  /** How a real provider is called, for example without a pause between calls. */
  calls?: Partial<CallPolicy>;
}

/** The product: one interface for each feature. */
export interface Wordrise {
  config: Config;
  words: Words;
  dictionary: OpenDictionary;
  schedule: Schedule;
  /** Fills mornings with words of the library. */
  autopilot: Autopilot;
  templates: Templates;
  privacy: Privacy;
  archive: Archive;
  readers: Readers;
  origins: Origins;
  accounts: Accounts;
  audit: Audit;
  botCheck: Pick<OpenBotCheck, 'kind' | 'check'>;
  delivery: Delivery;
  mail: Mail;
  database: Pick<ProductDatabase, 'kind' | 'version' | 'warning' | 'isReachable' | 'pendingMigrations'>;
  /** Whether the next morning's email will go out. */
  tomorrow: Tomorrow;
  alerts: Pick<Alerts, 'isOn' | 'test' | 'undelivered'>;
  /**
   * Moves readers and waiting emails to another email provider; see `switchProvider`. Without `apply`, nothing changes.
   *
   * @param target The settings with the other provider.
   */
  switchProvider(target: Config, options: SwitchOptions): Promise<SwitchReport>;
  /** Readers, the next email and whether one goes out tomorrow. */
  overview(): Promise<Overview>;
  /** When somebody who signs up now gets the first word; a change is visible within ten seconds. */
  firstWord(): Promise<FirstWord>;
  /** What a new owner has done so far. */
  firstSteps(): Promise<FirstSteps>;
  close(): Promise<void>;
}
