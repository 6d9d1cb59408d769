import { type Accounts, openAccounts } from './accounts/open-accounts.ts';
import { type Alerts, openAlerts } from './alerts/open-alerts.ts';
import { type Archive, openArchive } from './archive/open-archive.ts';
import { type Audit, openAudit } from './audit/open-audit.ts';
import { type Autopilot, openAutopilot } from './autopilot/open-autopilot.ts';
import { settleRestore } from './backup/backups.ts';
import type { BotCheck } from './bot-check/bot-check.ts';
import { type OpenBotCheck, openBotCheck } from './bot-check/open-bot-check.ts';
import type { FirstSteps, Overview } from './contract/system.ts';
import { type OpenDatabase, prepareSchema } from './database/open-database.ts';
import type { DatabaseAccess } from './database/opened-orm.ts';
import { type Delivery, openDelivery } from './delivery/open-delivery.ts';
import { callPolicy, smtpPolicy } from './delivery/policy.ts';
import { createProviderBudget } from './delivery/provider-budget.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import { type OpenDictionary, openDictionary } from './dictionary/open-dictionary.ts';
import { openProductDatabase } from './entities.ts';
import { firstSteps } from './first-steps/first-steps.ts';
import { lazily } from './lazily.ts';
import type { AttemptKind, AttemptLimit } from './limits/attempt-limits.ts';
import { createDailyBudgets } from './limits/daily-budgets.ts';
import { openAttemptLimits } from './limits/open-attempt-limits.ts';
import type { MailProvider } from './mail/mail-provider.ts';
import { type Mail, openMail } from './mail/open-mail.ts';
import { openPrivacy, type Privacy } from './privacy/open-privacy.ts';
import { restrictFolder } from './private-files.ts';
import { createMailingList } from './readers/mailing-list.ts';
import { openReaders, type Readers } from './readers/open-readers.ts';
import { createReaderQueue } from './readers/reader-queue.ts';
import { sendConfirmations } from './readers/send-confirmations.ts';
import { openSchedule, type Schedule } from './schedule/open-schedule.ts';
import { wordEmails } from './schedule/word-emails.ts';
import type { Config } from './settings/config.ts';
import { sessionSecrets } from './settings/kept-secret.ts';
import { openTemplates, type Templates } from './templates/open-templates.ts';
import { openTomorrow, type Tomorrow } from './tomorrow/open-tomorrow.ts';
import { openWords, type Words } from './words/open-words.ts';

/** What a test, or another program, may use instead of the real thing. */
export interface Overrides {
  now?: () => Date;
  provider?: MailProvider;
  dictionary?: Dictionary;
  botCheck?: BotCheck;
  /** Work factor of bcrypt; 12 unless a test is in a hurry. */
  bcryptCost?: number;
  /** Resolves after that many milliseconds; slows repeated logins down. */
  wait?: (ms: number) => Promise<unknown>;
  limits?: Partial<Record<AttemptKind, AttemptLimit>>;
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
  accounts: Accounts;
  audit: Audit;
  botCheck: Pick<OpenBotCheck, 'kind' | 'check'>;
  delivery: Delivery;
  mail: Mail;
  database: Pick<OpenDatabase, 'kind' | 'version' | 'warning' | 'isReachable' | 'pendingMigrations'>;
  /** Whether the next morning's email will go out. */
  tomorrow: Tomorrow;
  alerts: Pick<Alerts, 'isOn' | 'test' | 'undelivered'>;
  /** Readers, the next email and whether one goes out tomorrow. */
  overview(): Promise<Overview>;
  /** What a new owner has done so far. */
  firstSteps(): Promise<FirstSteps>;
  close(): Promise<void>;
}

/**
 * Opens the database and composes the features. Close it when done.
 *
 * @param overrides.access What may happen to the database; `create` unless given.
 * @throws DomainError `database.unreachable`, `database.missing`, `database.outdated`, `database.newer`
 */
export async function openWordrise(
  config: Config,
  { access = 'create', ...overrides }: Overrides & { access?: DatabaseAccess } = {},
): Promise<Wordrise> {
  restrictFolder(config.dataDir);
  await settleRestore(config, access);
  const database = await openProductDatabase(config.database, access);
  try {
    await prepareSchema(database, access);
    const botCheck = await openBotCheck(config, overrides.botCheck);
    return compose(config, overrides, database, botCheck);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function compose(
  config: Config,
  { now = () => new Date(), ...overrides }: Overrides,
  database: OpenDatabase,
  botCheck: OpenBotCheck,
): Wordrise {
  const { productName, publicUrl, timezone } = config;
  const limits = openAttemptLimits({ database, now }, overrides.limits);
  const audit = openAudit({ database, now, keepAddressDays: config.signupAddressDays });
  const budgets = createDailyBudgets({ database, now });
  const { callsLeft, ...aroundCalls } = createProviderBudget({ database, now }, config.email.provider);
  const mail = openMail(config, {
    ...{ database, now, calls: callPolicy, smtpPolicy, ...aroundCalls, provider: overrides.provider },
    list: createMailingList({ database, now }),
  });
  const { provider, mergeFields } = mail;
  const templates = openTemplates({
    database,
    now,
    site: { productName, publicUrl, hasArchive: config.archive },
    timezone,
    mergeFields,
    audit,
    olderEmails: () => schedule.older(),
  });
  const accounts = openAccounts({
    ...{ database, now, limits, overrides, audit, productName, keepAddressDays: config.signupAddressDays },
    config: {
      environment: config.environment,
      get sessionSecrets() {
        return sessionSecrets(config);
      },
    },
  });
  async function eraseTraces(email: string): Promise<void> {
    await mail.forget(email);
    await database.forgetDeleted();
  }
  const readers = openReaders({
    ...{ database, now, limits, botCheck: botCheck.signups, provider, timezone, audit },
    keepAddressDays: config.signupAddressDays,
    emailsTo: mail.outbox.to,
    eraseTraces,
    confirm: whoConfirms(config),
  });
  const deps = { database, now, provider, callsLeft, render: templates.render };
  const words = openWords({
    database,
    now,
    audit,
    emails: wordEmails,
    needsSetup: accounts.needsSetup,
    olderEmails: (wordId) => schedule.older({ wordId }),
  });
  const { schedule, emails, store } = openSchedule({
    ...{ ...deps, timezone, findings: words.findings },
    textKeys: templates.textKeys,
  });
  const autopilot = openAutopilot({ database, now, timezone, words, store, audit });
  const delivery = openDelivery({
    ...deps,
    emails,
    readers: createReaderQueue({ database, now, eraseTraces }),
    confirmations: {
      sendDue: (context) =>
        sendConfirmations({ database, now, serviceMail: mail.serviceMail, productName, publicUrl }, context),
    },
    alerts: { afterPass: (away, context) => alerts.afterPass(away, context) },
    sessions: accounts.sessions,
    addresses: readers.addresses,
    audit,
    mornings: autopilot,
    beforePass: async () => (await mail.sandbox())?.releaseDue(),
  });
  const tomorrow = openTomorrow({
    ...{ ...deps, timezone, publicUrl, delivery, readers },
    findings: async (wordId) => (await words.checkSome([wordId]))[0]?.findings ?? [],
    wordsEnd: autopilot.wordsEnd,
    nextSendDay: autopilot.nextSendDay,
  });
  const alerts = openAlerts({
    ...deps,
    productName,
    publicUrl,
    timezone,
    webhook: config.alertWebhook,
    tomorrow,
    nextSendDay: autopilot.nextSendDay,
  });
  return {
    ...{ config, schedule, templates, readers, accounts, audit, botCheck, delivery, mail, database },
    ...{ autopilot, tomorrow, alerts },
    privacy: openPrivacy({
      ...{ database, now, audit, productName, privacyUrl: config.privacyUrl },
      emailProvider: config.email.provider,
      botCheck: botCheck.kind,
      signupAddressDays: config.signupAddressDays,
    }),
    archive: openArchive({ database, now, timezone, productName, publicUrl, isOn: config.archive }),
    words,
    dictionary: openDictionary(config.dictionary, { ...budgets, dictionary: overrides.dictionary }),
    firstSteps: () => firstSteps({ database, publicUrl }),
    overview: async () => ({ readers: await readers.count(), ...(await schedule.next()), timezone }),
    close: lazily(async () => {
      await mail.close();
      await database.close();
    }),
  };
}

/** Where the list is ours, who had left it comes back only by a link of their own. */
function whoConfirms({ confirmSignups, email }: Config): 'all' | 'returning' | 'none' {
  if (confirmSignups) return 'all';
  return email.provider.startsWith('smtp') ? 'returning' : 'none';
}
