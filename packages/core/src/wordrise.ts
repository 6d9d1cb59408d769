import type { EntityManager } from '@mikro-orm/sql';
import * as accounts from './accounts/admin-account.ts';
import { defaultBcryptCost } from './accounts/passwords.ts';
import { createSessionStore } from './accounts/session-store.ts';
import { type BotCheck, noBotCheck } from './bot-check/bot-check.ts';
import { checkBotCheck } from './bot-check/check-bot-check.ts';
import { parseInstant, tomorrowMorning } from './calendar/zoned-time.ts';
import type { ChangePasswordInput, Credentials, SetupInput } from './contract/accounts.ts';
import type { ScheduleStatus, WordSource } from './contract/choices.ts';
import type { BulkSaveInput } from './contract/dictionary.ts';
import type { ScheduleInput } from './contract/schedule.ts';
import type { SignupInput } from './contract/signups.ts';
import type { Overview } from './contract/system.ts';
import type { TemplateInput } from './contract/templates.ts';
import type { WordInput, WordsQuery } from './contract/words.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import { whatWaits } from './delivery/count-pending.ts';
import type { PassEvent } from './delivery/pass-event.ts';
import { lastPass, runPass } from './delivery/run-pass.ts';
import { handOverSignups } from './delivery/subscribe-readers.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import type { AttemptKind, AttemptLimits } from './limits/attempt-limits.ts';
import { createDailyBudgets, keptFromPromptSignups } from './limits/daily-budgets.ts';
import type { MailProvider } from './mail/mail-provider.ts';
import { openMail } from './mail/open-mail.ts';
import { countReaders, findReader, listReaders, removeReader } from './readers/readers.ts';
import { register } from './readers/register.ts';
import { cancelEmail, cancelSend, checkCancel } from './schedule/cancel-email.ts';
import { findWaiting, listSchedule, scheduleStats, whatIsNext } from './schedule/list-schedule.ts';
import { createProviderSends } from './schedule/provider-sends.ts';
import { checkSchedule, scheduleEmail } from './schedule/schedule-email.ts';
import type { Config } from './settings/config.ts';
import type { RenderWord } from './templates/template-store.ts';
import { findWord, requireWord } from './words/find-word.ts';
import type { ImportOptions } from './words/import/import-words.ts';
import { listUnusedWords, listWords, searchWords } from './words/list-words.ts';
import { presentWord } from './words/present-word.ts';
import { removeWord } from './words/remove-word.ts';
import { saveLookedUpWords } from './words/save-looked-up-words.ts';
import { addWord, editWord, requireFreeSpelling } from './words/save-word.ts';
import { addStarterWords } from './words/starter-words.ts';

/** What a test, or a program of one's own, may put in place of the real thing. */
export interface Overrides {
  now?: () => Date;
  provider?: MailProvider;
  dictionary?: Dictionary;
  botCheck?: BotCheck;
  /** Work factor of bcrypt; 12 unless a test is in a hurry. */
  bcryptCost?: number;
  limits?: Partial<Record<AttemptKind, { points: number; seconds: number }>>;
}

export type Wordrise = Awaited<ReturnType<typeof openWordrise>>;

/**
 * The one door to the product: opens the database, brings its schema up to date, builds the use
 * cases with what they need and returns them as one plain object. Close it when done.
 *
 * @throws DomainError `database.unreachable`
 */
export async function openWordrise(config: Config, overrides: Overrides = {}) {
  const database = await openDatabase(config.database);
  const closers: (() => unknown)[] = [() => database.close()];
  async function close(): Promise<void> {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  }
  try {
    await database.migrate();
    return { ...(await buildUseCases(config, overrides, database, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildUseCases(
  config: Config,
  overrides: Overrides,
  database: OpenDatabase,
  closers: (() => unknown)[],
) {
  const { now = () => new Date(), bcryptCost = defaultBcryptCost } = overrides;
  const { productName, timezone } = config;
  const forkEm = () => database.em();
  const limits = lazyLimits(async () => {
    const { createAttemptLimits } = await import('./limits/attempt-limits.ts');
    const opened = await createAttemptLimits(config.database, database.native, overrides.limits);
    closers.push(() => opened.close());
    return opened;
  });
  const budgets = createDailyBudgets({ database, now });
  const mail = await openMail(config, { now, budgets, provider: overrides.provider });
  closers.push(() => mail.close());
  const { provider } = mail;
  const dictionary = lazily(() => overrides.dictionary ?? openDictionary(config, budgets.spendQuery));
  const botCheck = overrides.botCheck ?? (await openBotCheck(config));
  const templateDeps = () => ({ em: forkEm(), now, productName, timezone });
  const render: RenderWord = async (word, sendAt) =>
    (await templateStore()).renderWithTemplate(templateDeps(), word, sendAt);
  const { providerCallsLeft: callsLeft } = budgets;
  const sends = createProviderSends({ forkEm, now, provider, callsLeft });
  const scheduleDeps = { forkEm, now, provider, render, timezone };
  const accountDeps = () => ({ em: forkEm(), now, limits, bcryptCost });

  /** The provider's list is asked for anew after whatever may have changed it, failures included. */
  async function changingSends<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change();
    } finally {
      sends.forget();
    }
  }

  return {
    config,
    words: {
      list: (query: WordsQuery) => listWords({ em: forkEm() }, query),
      listUnused: (query: WordsQuery) => listUnusedWords({ em: forkEm() }, query),
      search: (text: string) => searchWords({ em: forkEm() }, text),
      /** By its spelling, in any case. */
      async find(word: string) {
        const found = await findWord(forkEm(), word);
        return found ? presentWord(found) : undefined;
      },
      get: async (id: number) => presentWord(await requireWord(forkEm(), id)),
      add: (input: WordInput, source?: WordSource) => addWord({ em: forkEm(), now }, input, source),
      edit: (id: number, input: WordInput) => editWord({ em: forkEm(), now }, id, input),
      /** What `add` and `edit` would say of a spelling. */
      requireFreeSpelling: (word: string, exceptId?: number) => requireFreeSpelling(forkEm(), word, exceptId),
      remove: (id: number, options?: { dryRun?: boolean }) => removeWord({ em: forkEm(), now }, id, options),
      async import(input: AsyncIterable<Uint8Array>, options: ImportOptions) {
        const { importWords } = await import('./words/import/import-words.ts');
        return importWords({ database, now }, input, options);
      },
      async *export(format: 'csv' | 'jsonl') {
        const { exportWords } = await import('./words/import/export-words.ts');
        yield* exportWords({ database }, format);
      },
      /** Fills a new installation's library; how many words were added. */
      addStarters: () => addStarterWords({ database, now }),
      saveLookedUp: (input: BulkSaveInput) => saveLookedUpWords({ em: forkEm(), now }, input),
    },
    dictionary: {
      kind: config.dictionary.kind,
      async lookUp(word: string) {
        const { lookUpWord } = await import('./dictionary/look-up-words.ts');
        return lookUpWord({ dictionary: await dictionary() }, word);
      },
      /** One result per word in the order asked, each as soon as it is known. */
      async *lookUpAll(words: readonly string[], options: { signal?: AbortSignal } = {}) {
        const { lookUpWords } = await import('./dictionary/look-up-words.ts');
        yield* lookUpWords({ dictionary: await dictionary() }, words, options);
      },
      queriesToday: budgets.queriesToday,
    },
    schedule: {
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
    },
    templates: {
      get: async () => (await templateStore()).getTemplate(templateDeps()),
      save: async (input: TemplateInput) => (await templateStore()).saveTemplate(templateDeps(), input),
      reset: async () => (await templateStore()).resetTemplate(templateDeps()),
      /** The template and subject of a new installation. */
      default: async () => (await templateStore()).defaultTemplateInput({ productName }),
      /** What works but is probably not meant. @throws DomainError `template.syntax` */
      check: async (input: TemplateInput): Promise<string[]> =>
        (await import('./templates/compile-template.ts')).checkTemplate(input).warnings,
      preview: async (input: TemplateInput) => (await templateStore()).previewTemplate(templateDeps(), input),
    },
    signups: {
      register: (input: SignupInput, caller: { address: string | undefined }) =>
        register({ em: forkEm(), now, limits, botCheck }, input, caller),
      list: (query: { page: number; limit: number; search?: string }) => listReaders({ em: forkEm() }, query),
      async *export(format: 'csv' | 'jsonl') {
        const { exportReaders } = await import('./readers/export-readers.ts');
        yield* exportReaders({ forkEm }, format);
      },
      find: (email: string) => findReader({ em: forkEm() }, email),
      remove: (email: string) => removeReader({ em: forkEm(), provider }, email),
    },
    accounts: {
      needsSetup: () => accounts.needsSetup(accountDeps()),
      setup: (input: SetupInput, address?: string) => accounts.setupAdmin(accountDeps(), input, address),
      logIn: (input: Credentials, address?: string) => accounts.logIn(accountDeps(), input, address),
      find: (id: number) => accounts.findUser(accountDeps(), id),
      changePassword: (userId: number, input: ChangePasswordInput, keepSession?: string) =>
        accounts.changePassword(accountDeps(), userId, input, keepSession),
      resetPassword: (newPassword: string) => accounts.resetPassword(accountDeps(), newPassword),
    },
    botCheck: {
      kind: config.botCheck.kind,
      /** Whether the service answers and takes our keys. */
      async check(): Promise<{ ok: boolean; detail: string }> {
        if (config.botCheck.kind === 'off') return { ok: true, detail: 'Signups are not checked for bots.' };
        return checkBotCheck(botCheck);
      },
    },
    sessions: createSessionStore({ forkEm, now }),
    processor: {
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
    },
    mail: {
      kind: config.email.provider,
      /** Starts the sandbox if it is on, so that it releases what is due by itself. */
      start: () => mail.start(),
      check: () => provider.check(),
      outbox: mail.outbox,
      /** The sandbox itself, while it is on: for its faults in tests, and to release what is due. */
      sandbox: mail.sandbox,
    },
    async overview(): Promise<Overview> {
      const em: EntityManager = forkEm();
      const readers = await countReaders({ em, now, timezone });
      return { readers, ...(await whatIsNext(em, { now, timezone })), timezone };
    },
    database: {
      kind: database.kind,
      version: () => database.version(),
      isReachable: () => database.isReachable(),
      pendingMigrations: () => database.pendingMigrations(),
    },
  };
}

// Loaded when called: `wordrise words list` should not wait for a template engine or a CSV parser.
const templateStore = () => import('./templates/template-store.ts');

function lazyLimits(open: () => Promise<AttemptLimits>): Omit<AttemptLimits, 'close'> {
  const opened = lazily(open);
  return {
    attempt: async (kind, key) => (await opened()).attempt(kind, key),
    forget: async (kind, key) => (await opened()).forget(kind, key),
  };
}

async function openDictionary(config: Config, spendQuery: () => Promise<void>): Promise<Dictionary> {
  if (config.dictionary.kind === 'merriam-webster') {
    const { apiKey, apiUrl } = config.dictionary;
    const { createMerriamWebster } = await import('./dictionary/merriam-webster/merriam-webster.ts');
    return createMerriamWebster({ apiKey, apiUrl, spendQuery });
  }
  const { createWordNet } = await import('./dictionary/wordnet/wordnet.ts');
  return createWordNet();
}

async function openBotCheck(config: Config): Promise<BotCheck> {
  if (config.botCheck.kind === 'off') return noBotCheck;
  const { createRecaptcha } = await import('./bot-check/recaptcha.ts');
  const origins = config.widgetOrigins.includes('*') ? [] : [config.publicUrl, ...config.widgetOrigins];
  const hostnames = origins.map((origin) => new URL(origin).hostname);
  return createRecaptcha({ ...config.botCheck, hostnames });
}

/** Made at the first use and then kept; a failure is not. */
function lazily<T>(make: () => T | Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= Promise.resolve(make()).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
