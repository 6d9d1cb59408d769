import { openAccounts } from './accounts/open-accounts.ts';
import { openAlerts } from './alerts/open-alerts.ts';
import { openArchive } from './archive/open-archive.ts';
import { openAudit } from './audit/open-audit.ts';
import { openAutopilot } from './autopilot/open-autopilot.ts';
import type { OpenBotCheck } from './bot-check/open-bot-check.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { openDelivery } from './delivery/open-delivery.ts';
import { bounceMailboxPolicy, callPolicy, smtpPolicy } from './delivery/policy.ts';
import { createProviderBudget } from './delivery/provider-budget.ts';
import { openDictionary } from './dictionary/open-dictionary.ts';
import { firstSteps } from './first-steps/first-steps.ts';
import { firstWord } from './first-word/first-word.ts';
import { keepFor } from './keep-for.ts';
import { lazily } from './lazily.ts';
import { createDailyBudgets } from './limits/daily-budgets.ts';
import { openAttemptLimits } from './limits/open-attempt-limits.ts';
import { openMail } from './mail/open-mail.ts';
import type { AllowedOrigins } from './origins/allowed-origins.ts';
import { openOrigins } from './origins/open-origins.ts';
import { openPrivacy } from './privacy/open-privacy.ts';
import type { Overrides, Wordrise } from './product.ts';
import { isSuppressed } from './readers/is-suppressed.ts';
import { createMailingList } from './readers/mailing-list.ts';
import { openReaders } from './readers/open-readers.ts';
import { createReaderQueue } from './readers/reader-queue.ts';
import { sendConfirmations } from './readers/send-confirmations.ts';
import { whoConfirms } from './readers/who-confirms.ts';
import { openSchedule } from './schedule/open-schedule.ts';
import { wordEmails } from './schedule/word-emails.ts';
import type { Config } from './settings/config.ts';
import { sessionSecrets } from './settings/kept-secret.ts';
import { openTemplates } from './templates/open-templates.ts';
import { openTomorrow } from './tomorrow/open-tomorrow.ts';
import { openWords } from './words/open-words.ts';

/** Opens the features, each with what it needs from the others. */
export function compose(
  config: Config,
  overrides: Overrides,
  database: OpenDatabase,
  { botCheck, allowedOrigins }: { botCheck: OpenBotCheck; allowedOrigins: AllowedOrigins },
): Wordrise {
  const base = openBase(config, overrides, database);
  const people = openPeople(base, botCheck);
  const content = openContent(base, people.accounts.needsSetup);
  const { mail, schedule } = { ...base, ...content };
  return {
    ...{ config, database, botCheck, audit: base.audit, mail },
    ...people,
    origins: openOrigins({ ...base, allowedOrigins, widgetOrigins: config.widgetOrigins }),
    ...content,
    ...openSending(base, people, content),
    ...openPages(base, botCheck),
    async switchProvider(target, options) {
      const { switchProvider } = await import('./moving/switch-provider.ts');
      const other = base.openOtherMail(target);
      const { timezone } = config;
      try {
        const deps = { database, now: base.now, timezone, emails: content.emails, current: mail };
        return await switchProvider(deps, other, options);
      } finally {
        await other.close();
      }
    },
    overview: async () => ({
      readers: await people.readers.count(),
      ...(await schedule.next()),
      timezone: config.timezone,
    }),
    firstWord: keepFor(firstWordKeptMs, base.now, () =>
      firstWord({ config, next: schedule.next, nextMorning: content.autopilot.nextMorning }),
    ).get,
    close: lazily(async () => {
      await mail.close();
      await database.close();
    }),
  };
}

/** Anybody may request it. */
const firstWordKeptMs = 10_000;

type Base = ReturnType<typeof openBase>;
type People = ReturnType<typeof openPeople>;
type Content = ReturnType<typeof openContent>;

/** What the features have in common. */
function openBase(
  config: Config,
  { now = () => new Date(), ...overrides }: Overrides,
  database: OpenDatabase,
) {
  const { callsLeft, ...aroundCalls } = createProviderBudget({ database, now }, config.email.provider);
  const { timeouts: mailboxTimeouts } = bounceMailboxPolicy;
  const { provider, dns, calls } = overrides;
  const mailDeps = {
    ...{ database, now, smtpPolicy, mailboxTimeouts, ...aroundCalls, dns },
    calls: { ...callPolicy, ...calls },
    list: createMailingList({ database, now }),
  };
  const mail = openMail(config, { ...mailDeps, provider });
  return {
    ...{ config, overrides, database, now, mail, callsLeft },
    /** The provider for other settings, with the same readers. */
    openOtherMail: (other: Config) => openMail(other, mailDeps),
    limits: openAttemptLimits({ database, now }, overrides.limits),
    audit: openAudit({ database, now, keepAddressDays: config.signupAddressDays }),
    async eraseTraces(email: string): Promise<void> {
      await mail.forget(email);
      await database.forgetDeleted();
    },
  };
}

/** The admin, and the readers. */
function openPeople({ config, overrides, mail, ...deps }: Base, botCheck: OpenBotCheck) {
  const { productName, signupAddressDays: keepAddressDays, timezone } = config;
  const accounts = openAccounts({
    ...{ ...deps, overrides, productName, keepAddressDays },
    config: {
      environment: config.environment,
      get sessionSecrets() {
        return sessionSecrets(config);
      },
    },
  });
  const ownsList = config.email.provider.startsWith('smtp');
  const readers = openReaders({
    ...{ ...deps, botCheck: botCheck.signups, provider: mail.provider, timezone, keepAddressDays },
    emailsTo: mail.outbox.to,
    bounceMailbox: mail.bounceMailbox,
    ...{
      ownsList,
      needsToken: config.email.provider === 'smtp' && config.email.smtp.bounceAddress !== undefined,
    },
    confirm: whoConfirms({ confirmSignups: config.confirmSignups, ownsList }),
  });
  return { accounts, readers };
}

/** What goes out, and when. */
function openContent(
  { config, database, now, audit, mail, callsLeft, overrides, limits }: Base,
  needsSetup: Wordrise['accounts']['needsSetup'],
) {
  const { productName, publicUrl, timezone } = config;
  const templates = openTemplates({
    ...{ database, now, timezone, audit, mergeFields: mail.mergeFields },
    site: { productName, publicUrl, hasArchive: config.archive },
    test: {
      ...{ limits, mailKind: mail.kind, serviceMail: mail.serviceMail },
      isSuppressed: (email) => isSuppressed({ database }, email),
    },
    olderEmails: () => schedule.older(),
  });
  const words = openWords({
    ...{ database, now, audit, emails: wordEmails, needsSetup },
    olderEmails: (wordId) => schedule.older({ wordId }),
  });
  const { schedule, emails, store } = openSchedule({
    ...{ database, now, timezone, provider: mail.provider, callsLeft, render: templates.render },
    ...{ findings: words.findings, textKeys: templates.textKeys },
  });
  const dictionary = openDictionary(config.dictionary, {
    ...createDailyBudgets({ database, now }),
    dictionary: overrides.dictionary,
  });
  const autopilot = openAutopilot({ database, now, timezone, words, store, audit });
  return { templates, words, schedule, emails, autopilot, dictionary };
}

/** How emails are sent, and how the owner is notified. */
function openSending(base: Base, { accounts, readers }: People, content: Content) {
  const { config, database, now, audit, mail, callsLeft, eraseTraces } = base;
  const { productName, publicUrl, timezone, alertWebhook: webhook } = config;
  const { templates, words, emails, autopilot } = content;
  const { nextSendDay } = autopilot;
  const deps = { database, now, provider: mail.provider, callsLeft, render: templates.render };
  const delivery = openDelivery({
    ...{ ...deps, emails, audit, mornings: autopilot },
    readers: createReaderQueue({ database, now, eraseTraces }),
    confirmations: {
      sendDue: (context) =>
        sendConfirmations({ database, now, serviceMail: mail.serviceMail, productName, publicUrl }, context),
    },
    alerts: { afterPass: (away, context) => alerts.afterPass(away, context) },
    bounces: { readMailbox: readers.readMailbox },
    sessions: accounts.sessions,
    addresses: readers.addresses,
    beforePass: async () => (await mail.sandbox())?.releaseDue(),
  });
  const tomorrow = openTomorrow({
    ...{ ...deps, timezone, publicUrl, delivery, readers },
    findings: async (wordId) => (await words.checkSome([wordId]))[0]?.findings ?? [],
    wordsEnd: autopilot.wordsEnd,
    nextSendDay,
  });
  const alerts = openAlerts({
    ...{ ...deps, productName, publicUrl, timezone, webhook, tomorrow, nextSendDay },
  });
  return { delivery, tomorrow, alerts };
}

/** What anybody may read, and what a new owner has done so far. */
function openPages({ config, database, now, audit }: Base, botCheck: OpenBotCheck) {
  const { productName, publicUrl, timezone, privacyUrl, signupAddressDays } = config;
  return {
    privacy: openPrivacy({
      ...{ database, now, audit, productName, privacyUrl, signupAddressDays },
      emailProvider: config.email.provider,
      botCheck: botCheck.kind,
    }),
    archive: openArchive({ database, now, timezone, productName, publicUrl, isOn: config.archive }),
    firstSteps: () => firstSteps({ database, publicUrl }),
  };
}
