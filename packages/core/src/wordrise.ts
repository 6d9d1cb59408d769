import { type Accounts, openAccounts } from './accounts/open-accounts.ts';
import { defaultBcryptCost } from './accounts/passwords.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import { type OpenBotCheck, openBotCheck } from './bot-check/open-bot-check.ts';
import { parseInstant, tomorrowMorning } from './calendar/zoned-time.ts';
import type { ScheduleStatus } from './contract/choices.ts';
import type { ScheduleInput } from './contract/schedule.ts';
import type { Overview } from './contract/system.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { whatWaits } from './delivery/count-pending.ts';
import type { PassEvent } from './delivery/pass-event.ts';
import { lastPass, runPass } from './delivery/run-pass.ts';
import { handOverSignups } from './delivery/subscribe-readers.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import { type OpenDictionary, openDictionary } from './dictionary/open-dictionary.ts';
import { openProductDatabase } from './entities.ts';
import { type AttemptKind, type AttemptLimit, openAttemptLimits } from './limits/attempt-limits.ts';
import { createDailyBudgets, type DailyBudgets, keptFromPromptSignups } from './limits/daily-budgets.ts';
import type { MailProvider } from './mail/mail-provider.ts';
import { type OpenMail, openMail } from './mail/open-mail.ts';
import { openReaders, type Readers } from './readers/open-readers.ts';
import { cancelEmail, cancelSend, checkCancel } from './schedule/cancel-email.ts';
import { findWaiting, listSchedule, scheduleStats, whatIsNext } from './schedule/list-schedule.ts';
import { createProviderSends } from './schedule/provider-sends.ts';
import { checkSchedule, scheduleEmail } from './schedule/schedule-email.ts';
import { wordEmails } from './schedule/word-emails.ts';
import type { Config } from './settings/config.ts';
import { openTemplates, type Templates } from './templates/open-templates.ts';
import type { RenderWord } from './templates/template-store.ts';
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
  mail: ReturnType<typeof mailDoor>;
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
  const limits = openAttemptLimits(database, overrides.limits);
  const budgets = createDailyBudgets({ database, now });
  const mail = await openMail(config, { now, budgets, provider: overrides.provider });
  closers.push(limits.close, mail.close);
  const { provider, mergeFields } = mail;
  const botCheck = await openBotCheck(config, overrides.botCheck);
  const templates = openTemplates({ database, now, productName, timezone, mergeFields });
  const accounts = openAccounts({ database, now, limits, bcryptCost });
  const readers = openReaders({ database, now, limits, botCheck, provider, timezone });
  const deps = { database, now, provider, render: templates.render, timezone, budgets };
  const { schedule, changingSends } = openSchedule(deps);
  return {
    config,
    words: openWords({ database, now, emails: wordEmails, needsSetup: accounts.needsSetup }),
    dictionary: openDictionary(config.dictionary, { ...budgets, dictionary: overrides.dictionary }),
    schedule,
    templates,
    readers,
    accounts,
    botCheck,
    delivery: openDelivery({ ...deps, mail, changingSends }),
    mail: mailDoor(config, mail),
    database,
    async overview() {
      const next = await whatIsNext(database.em(), { now, timezone });
      return { readers: await readers.count(), ...next, timezone };
    },
  };
}

interface DeliveryDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: MailProvider;
  render: RenderWord;
  timezone: string;
  budgets: DailyBudgets;
}

type Schedule = ReturnType<typeof openSchedule>['schedule'];
type Delivery = ReturnType<typeof openDelivery>;

function openSchedule({ database, now, provider, render, timezone, budgets }: DeliveryDeps) {
  const forkEm = () => database.em();
  const sends = createProviderSends({ forkEm, now, provider, callsLeft: budgets.providerCallsLeft });
  const scheduleDeps = { forkEm, now, provider, render, timezone };

  /** The provider's list is asked for again after anything that may have changed it, failures included. */
  async function changingSends<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      sends.forget();
    }
  }
  const schedule = {
    list: (limit: number, status?: ScheduleStatus) => listSchedule(forkEm(), { limit, status }),
    /** The entry that waits for a word. */
    findWaiting: (wordId: number) => findWaiting(forkEm(), wordId),
    stats: () => scheduleStats(forkEm()),
    add: (input: ScheduleInput) => changingSends(() => scheduleEmail(scheduleDeps, input)),
    /** Checks as `add` does and stores nothing; the instant it would be scheduled for. */
    check: (input: ScheduleInput) => checkSchedule(scheduleDeps, input),
    /** The entry that `cancel` would cancel. */
    checkCancel: (id: number) => checkCancel(scheduleDeps, id),
    cancel: (id: number) => changingSends(() => cancelEmail(scheduleDeps, id)),
    cancelSend: (sendId: string) => changingSends(() => cancelSend(scheduleDeps, sendId)),
    providerSends: () => sends.list(),
    /** A date and time as typed, in the installation's time zone unless it has an offset. */
    readInstant: (text: string) => parseInstant(text, timezone),
    tomorrowMorning: () => tomorrowMorning(now(), timezone),
  };
  return { schedule, changingSends };
}

function openDelivery({
  database,
  now,
  provider,
  render,
  budgets: { providerCallsLeft: callsLeft },
  mail,
  changingSends,
}: DeliveryDeps & { mail: OpenMail; changingSends: <T>(change: () => Promise<T>) => Promise<T> }) {
  return {
    async runPass(onEvent?: (event: PassEvent) => void) {
      // What is due goes out first, so that the pass already sees it as sent.
      await (await mail.sandbox())?.releaseDue();
      return changingSends(() => runPass({ database, provider, render, now, callsLeft }, onEvent));
    },
    /**
     * New signups to the provider without waiting for the next pass, so that whoever signs up shortly
     * before an email gets it. Left to the pass on a day of very many.
     */
    async handOverSignups(onEvent: (event: PassEvent) => void) {
      if ((await callsLeft()) > keptFromPromptSignups)
        await handOverSignups({ database, provider, now, onEvent, callsLeft });
    },
    lastPass: () => lastPass(database),
    /** What a pass would find to do. */
    whatWaits: () => whatWaits({ database, now }),
  };
}

function mailDoor(config: Config, mail: OpenMail) {
  return {
    kind: config.email.provider,
    /** Starts the sandbox if it is on, so that it releases what is due by itself. */
    start: () => mail.start(),
    check: () => mail.provider.check(),
    outbox: mail.outbox,
    /** The sandbox itself, while it is on: for its faults in tests, and to release what is due. */
    sandbox: mail.sandbox,
  };
}
