import { type Accounts, openAccounts } from './accounts/open-accounts.ts';
import { defaultBcryptCost } from './accounts/passwords.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import { type OpenBotCheck, openBotCheck } from './bot-check/open-bot-check.ts';
import type { Overview } from './contract/system.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { type Delivery, openDelivery } from './delivery/open-delivery.ts';
import { callPolicy } from './delivery/policy.ts';
import { createProviderBudget } from './delivery/provider-budget.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import { type OpenDictionary, openDictionary } from './dictionary/open-dictionary.ts';
import { openProductDatabase } from './entities.ts';
import type { AttemptKind, AttemptLimit } from './limits/attempt-limits.ts';
import { createDailyBudgets } from './limits/daily-budgets.ts';
import { openAttemptLimits } from './limits/open-attempt-limits.ts';
import type { MailProvider } from './mail/mail-provider.ts';
import { type Mail, openMail } from './mail/open-mail.ts';
import { openReaders, type Readers } from './readers/open-readers.ts';
import { createReaderQueue } from './readers/reader-queue.ts';
import { openSchedule, type Schedule } from './schedule/open-schedule.ts';
import { wordEmails } from './schedule/word-emails.ts';
import type { Config } from './settings/config.ts';
import { openTemplates, type Templates } from './templates/open-templates.ts';
import { openWords, type Words } from './words/open-words.ts';

/** What a test, or another program, may use instead of the real thing. */
export interface Overrides {
  now?: () => Date;
  provider?: MailProvider;
  dictionary?: Dictionary;
  botCheck?: BotCheck;
  /** Work factor of bcrypt; 12 unless a test is in a hurry. */
  bcryptCost?: number;
  limits?: Partial<Record<AttemptKind, AttemptLimit>>;
}

/** The product: one interface for each feature. */
export interface Wordrise {
  config: Config;
  words: Words;
  dictionary: OpenDictionary;
  schedule: Schedule;
  templates: Templates;
  readers: Readers;
  accounts: Accounts;
  botCheck: Pick<OpenBotCheck, 'kind' | 'check'>;
  delivery: Delivery;
  mail: Mail;
  database: Pick<OpenDatabase, 'kind' | 'version' | 'isReachable' | 'pendingMigrations'>;
  /** Readers, the next email and whether one goes out tomorrow. */
  overview(): Promise<Overview>;
  close(): Promise<void>;
}

/**
 * Opens the database, brings its schema up to date and composes the features. Close it when done.
 *
 * @throws DomainError `database.unreachable`
 */
export async function openWordrise(config: Config, overrides: Overrides = {}): Promise<Wordrise> {
  const database = await openProductDatabase(config.database);
  const closers: (() => Promise<void>)[] = [() => database.close()];
  async function close(): Promise<void> {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  }
  try {
    await database.migrate();
    return { ...(await compose(config, overrides, database, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function compose(
  config: Config,
  overrides: Overrides,
  database: OpenDatabase,
  closers: (() => Promise<void>)[],
): Promise<Omit<Wordrise, 'close'>> {
  const { now = () => new Date(), bcryptCost = defaultBcryptCost } = overrides;
  const { productName, timezone } = config;
  const limits = openAttemptLimits({ database, now }, overrides.limits);
  const budgets = createDailyBudgets({ database, now });
  const { spend: beforeCall, left: callsLeft } = createProviderBudget(
    { database, now },
    config.email.provider,
  );
  const mail = openMail(config, { now, calls: callPolicy, beforeCall, provider: overrides.provider });
  closers.push(mail.close);
  const { provider, mergeFields } = mail;
  const botCheck = await openBotCheck(config, overrides.botCheck);
  const templates = openTemplates({ database, now, productName, timezone, mergeFields });
  const accounts = openAccounts({ database, now, limits, bcryptCost });
  const readers = openReaders({ database, now, limits, botCheck: botCheck.signups, provider, timezone });
  const deps = { database, now, provider, callsLeft, render: templates.render };
  const { schedule, emails } = openSchedule({ ...deps, timezone });
  return {
    config,
    words: openWords({ database, now, emails: wordEmails, needsSetup: accounts.needsSetup }),
    dictionary: openDictionary(config.dictionary, { ...budgets, dictionary: overrides.dictionary }),
    schedule,
    templates,
    readers,
    accounts,
    botCheck,
    delivery: openDelivery({
      ...deps,
      emails,
      readers: createReaderQueue({ database, now }),
      sessions: accounts.sessions,
      beforePass: async () => (await mail.sandbox())?.releaseDue(),
    }),
    mail,
    database,
    async overview() {
      return { readers: await readers.count(), ...(await schedule.next()), timezone };
    },
  };
}
