import { isDeepStrictEqual } from 'node:util';
import { openSettings } from './installation/open-settings.ts';
import { momentsToJoin } from './mail/engine/manage-sends.ts';
import { viewWarmUp, warmUpPlace, warmUpReaches } from './mail/engine/warm-up.ts';
import { openMail } from './mail/open-mail.ts';
import { bounceMailboxPolicy, callPolicy, smtpPolicy } from './mail/policy.ts';
import { createProviderBudget } from './mail/provider-backoff.ts';
import { heldMessage, heldSince, requireNotHeld, resumeSending } from './mail/sending-hold.ts';
import { atCommandLine, openAudit } from './owner/audit.ts';
import { type AllowedOrigins, openOrigins } from './owner/embed-origins.ts';
import { openAccounts } from './owner/open-accounts.ts';
import { openPrivacy, type Privacy } from './owner/privacy.ts';
import { cacheFor, lazily } from './platform/cache.ts';
import type { OpenDatabase } from './platform/database/open-database.ts';
import { openAttemptLimits } from './platform/rate-limits/attempt-limits.ts';
import { createDailyBudgets } from './platform/rate-limits/daily-budgets.ts';
import type { Config } from './platform/settings/config.ts';
import { knownSessionSecrets, sessionSecrets } from './platform/settings/kept-secret.ts';
import { isLoopback } from './platform/settings/types.ts';
import { openProcessor } from './processor/open-processor.ts';
import type { Overrides, Wordrise } from './product.ts';
import { createMailingList } from './readers/mailing-list.ts';
import type { OpenBotCheck } from './readers/open-bot-check.ts';
import { openReaders } from './readers/open-readers.ts';
import { readOwnTimes } from './readers/own-time.ts';
import { knownZone } from './readers/preferences.ts';
import { openReminders } from './readers/reminders.ts';
import { whoConfirms } from './readers/send-confirmations.ts';
import { isSuppressed, openSuppressions } from './readers/suppressions.ts';
import { openArchive } from './schedule/archive.ts';
import { openAutopilot } from './schedule/autopilot/open-autopilot.ts';
import { openCourse } from './schedule/course/course.ts';
import { openSchedule } from './schedule/open-schedule.ts';
import { openRecall } from './schedule/recall.ts';
import { openWeeklyEmails } from './schedule/weekly/list-weekly-emails.ts';
import { openQuiz } from './schedule/weekly/quiz.ts';
import { emailsLeftBehind } from './schedule/withdraw-emails.ts';
import { openTemplates, siteOf } from './template/open-templates.ts';
import { firstSteps, firstWord, firstWordIn } from './watch/first-steps.ts';
import { readLastPass } from './watch/last-pass.ts';
import { openNextEmail } from './watch/next-email.ts';
import { openAlerts } from './watch/open-alerts.ts';
import { openDictionary } from './words/dictionary/open-dictionary.ts';
import { openWords } from './words/open-words.ts';
import { openThemes } from './words/themes/open-themes.ts';

/** What was opened before the features. */
interface Opened {
  botCheck: OpenBotCheck;
  allowedOrigins: AllowedOrigins;
  /** Of the stored settings. */
  version: number;
}

/** Opens the features, each with what it needs from the others. */
export function compose(
  config: Config,
  overrides: Overrides,
  database: OpenDatabase,
  { botCheck, allowedOrigins, version }: Opened,
): Wordrise {
  const base = openBase(config, overrides, database);
  const pages = openPages(base, botCheck);
  const people = openPeople(base, botCheck, pages.privacy);
  const content = openContent(base, people.accounts.needsSetup);
  const { mail } = base;
  const { schedule } = content;
  const switchProvider: Wordrise['switchProvider'] = async (target, options) => {
    const { switchProvider } = await import('./backup/switch-provider.ts');
    const other = base.openOtherMail(target);
    try {
      if (options.apply) await requireNotHeld(database);
      const deps = { database, now: base.now, emails: content.emails, current: mail };
      return await switchProvider(deps, other, options);
    } finally {
      await other.close();
    }
  };
  const currentFirstWord = cacheFor(firstWordCacheMs, base.now, async () => ({
    underWay: base.ownTimes ? await momentsToJoin(database, base.now()) : [],
    answer: await firstWord({
      config,
      sender: mail.sender,
      next: schedule.next,
      nextMorning: content.autopilot.nextMorning,
      isHeldBack: async () => {
        const { subscribed } = (await people.readers.count()).byStatus;
        return (await base.reaches?.(async () => subscribed + 1)) !== undefined;
      },
    }),
  })).get;
  return {
    config,
    database,
    botCheck,
    audit: base.audit,
    mail,
    ...people,
    origins: openOrigins({
      ...base,
      allowedOrigins,
      widgetOrigins: config.widgetOrigins,
      publicUrl: config.publicUrl,
    }),
    ...content,
    ...openSending(base, people, content),
    warmUp: async () =>
      (await viewWarmUp(base.warmUpDeps, (await people.readers.count()).byStatus.subscribed)) ?? null,
    ...pages,
    firstSteps: () =>
      firstSteps({
        database,
        publicUrl: config.publicUrl,
        configured: config.configured,
        allowedOrigins: allowedOrigins.get,
      }),
    switchProvider,
    leftBehind: () => emailsLeftBehind(database, mail),
    settings: openSettings({
      ...base,
      version,
      environment: config.source?.environment ?? {},
      keys: config,
      templates: content.templates,
      async notesOn({ timezone, course: next }) {
        const isNewCourse = next && !isDeepStrictEqual(next.selection, config.course?.selection);
        const notes = [
          timezone === config.timezone ? undefined : await schedule.timezoneNote(timezone),
          isNewCourse ? await content.course.selectionNote(next.selection) : undefined,
        ];
        return notes.flatMap((note) => note ?? []);
      },
      move: async (target) => (await switchProvider(target, { apply: true })).obstacles,
    }),
    sending: {
      heldSince: () => heldSince(database),
      async resume(actor = atCommandLine) {
        const wasHeld = await resumeSending(database);
        if (wasHeld) {
          await content.emails.forgetReason(heldMessage);
          await base.audit.record({ action: 'sending.resume', actor });
        }
        return wasHeld;
      },
    },
    overview: async () => ({
      readers: await people.readers.count(),
      ...(await schedule.next()),
      timezone: config.timezone,
    }),
    async firstWord(timezone) {
      const { answer, underWay } = await currentFirstWord();
      const zone = (base.ownTimes && timezone && knownZone(timezone)) || config.timezone;
      return firstWordIn(zone, answer, { now: base.now(), underWay });
    },
    close: lazily(async () => {
      await people.readers.imports.stop();
      await mail.close();
      await database.close();
    }),
  };
}

/** Anyone may request it. */
const firstWordCacheMs = 10_000;

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
  const { provider, providerRow: row, dns, calls } = overrides;
  const mailDeps = {
    database,
    now,
    smtpPolicy,
    mailboxTimeouts,
    ...aroundCalls,
    dns,
    calls: { ...callPolicy, ...calls },
    list: createMailingList({ database, now, localTimes: config.localTimes }),
  };
  const mail = openMail(config, { ...mailDeps, provider, row });
  const warmUpDeps = { database, now, timezone: config.timezone, warmUp: mail.sender?.warmUp };
  // A provider that sends to its own list sends to everybody at once.
  const hasLocalTimes = config.localTimes && mail.facts.ownsList;
  return {
    config,
    overrides,
    database,
    now,
    mail,
    callsLeft,
    // The engine backs off from a mail server between its own tries, and its check asks anyway.
    checkBackoff: mail.facts.ownsList ? undefined : aroundCalls.checkBackoff,
    ownTimes: hasLocalTimes ? () => readOwnTimes(database) : undefined,
    warmUpDeps,
    reaches: warmUpDeps.warmUp
      ? (place: () => Promise<number>) => warmUpReaches(warmUpDeps, place)
      : undefined,
    /** The provider for other settings, with the same readers. */
    openOtherMail: (other: Config) => openMail(other, mailDeps),
    limits: openAttemptLimits(
      { database, now },
      {
        confirmations: { points: config.confirmationsPerHour.all, seconds: 3600 },
        confirmationsPerDomain: { points: config.confirmationsPerHour.domain, seconds: 3600 },
        ...overrides.limits,
      },
    ),
    reminders: openReminders({ database, now, timezone: config.timezone, ownsList: mail.facts.ownsList }),
    audit: openAudit({ database, now, keepAddressDays: config.signupAddressDays }),
    async eraseTraces(...emails: string[]): Promise<void> {
      for (const email of emails) await mail.forget(email);
      await database.forgetDeleted();
    },
  };
}

/** The admin, and the readers. */
function openPeople(
  { config, overrides, mail, reaches, ...deps }: Base,
  botCheck: OpenBotCheck,
  privacy: Privacy,
) {
  const { productName, signupAddressDays: keepAddressDays, timezone } = config;
  const accounts = openAccounts({
    ...deps,
    overrides,
    productName,
    keepAddressDays,
    config: {
      trustsLocalCalls: config.trustsLocalCalls,
      get sessionSecrets() {
        return sessionSecrets(config);
      },
      get knownSessionSecrets() {
        return knownSessionSecrets(config);
      },
    },
  });
  const { ownsList } = mail.facts;
  const readers = openReaders({
    ...deps,
    botCheck: botCheck.signups,
    blockedDomains: config.blockedDomains,
    firstName: config.firstName,
    privacy: privacy.version,
    provider: mail.provider,
    timezone,
    keepAddressDays,
    emailsTo: mail.outbox.to,
    warmUpReaches: reaches,
    bounceMailbox: mail.bounceMailbox,
    signatures: config.relaySignatures,
    readCertificate: overrides.readCertificate,
    isSending: async () => (await (await mail.provider()).deliveries?.isDue()) ?? false,
    ownsList,
    needsToken: mail.sender?.bounceAddress !== undefined,
    welcomes: welcomeOf(config, mail.facts) !== undefined,
    localTimes: config.localTimes,
    offers: ownsList
      ? {
          days: true,
          times: config.localTimes,
          weekly: config.course ? { ...config.weekly, isCourse: true } : config.weekly,
        }
      : undefined,
    confirm: whoConfirms({ confirmSignups: config.confirmSignups, ownsList }),
  });
  return { accounts, readers };
}

/** What goes out, and when. */
function openContent(
  { config, database, now, audit, mail, callsLeft, overrides, limits, ownTimes, reminders }: Base,
  needsSetup: Wordrise['accounts']['needsSetup'],
) {
  const { timezone } = config;
  const templates = openTemplates({
    database,
    now,
    timezone,
    audit,
    mergeFields: mail.mergeFields,
    recall: config.recall,
    site: siteOf(config),
    test: {
      limits,
      facts: mail.facts,
      serviceMail: mail.serviceMail,
      isSuppressed: (email) => isSuppressed({ database }, email),
    },
  });
  const words = openWords({
    database,
    now,
    audit,
    needsSetup,
    olderEmails: (wordId) => templates.older({ wordId }),
  });
  const { schedule, emails, store } = openSchedule({
    audit,
    database,
    now,
    timezone,
    provider: mail.provider,
    callsLeft,
    ownTimes,
    render: templates.render,
    findings: words.findings,
    textKeys: templates.textKeys,
  });
  const dictionary = openDictionary(config.dictionary, {
    ...createDailyBudgets({ database, now }),
    dictionary: overrides.dictionary,
  });
  const autopilot = openAutopilot({
    database,
    now,
    timezone,
    words,
    store,
    cancel: schedule.cancel,
    audit,
  });
  const themes = openThemes({ database });
  const quiz = openQuiz({ database, limits, hasArchive: config.archive });
  const course = openCourse({
    database,
    course:
      mail.facts.ownsList && config.course ? { ...config.course, weeklyDay: config.weekly.day } : undefined,
  });
  const recall = openRecall({ database, now, limits, hasArchive: config.archive, reminders });
  const weeklyEmails = openWeeklyEmails({ database, provider: mail.provider, audit });
  return {
    templates,
    words,
    themes,
    schedule,
    weeklyEmails,
    quiz,
    recall,
    course,
    emails,
    autopilot,
    dictionary,
  };
}

/** How emails are sent, and how the owner is notified. */
function openSending(base: Base, { accounts, readers }: People, content: Content) {
  const { config, database, now, audit, mail, callsLeft, eraseTraces, limits, ownTimes } = base;
  const { productName, publicUrl, timezone, alertWebhook: webhook } = config;
  const { templates, words, emails, autopilot } = content;
  const { nextSendDay, usualTime } = autopilot;
  const deps = { database, now, provider: mail.provider, callsLeft, render: templates.render };
  const tomorrow = openNextEmail({
    ...deps,
    checkBackoff: base.checkBackoff,
    leftBehind: () => emailsLeftBehind(database, mail),
    timezone,
    publicUrl,
    linksAreClosed: mail.links !== undefined && isLoopback(publicUrl),
    lastPass: () => readLastPass(database),
    readers,
    findings: async (wordId) => (await words.checkSome([wordId]))[0]?.findings ?? [],
    wordsEnd: autopilot.wordsEnd,
    nextSendDay,
    usualTime,
    doubts: content.schedule.doubts,
    lessonsOn: content.course.lessonsOn,
    warmUp: (day) => warmUpPlace(base.warmUpDeps, day),
  });
  const alerts = openAlerts({
    ...deps,
    productName,
    publicUrl,
    timezone,
    webhook,
    tomorrow,
    // In a course, a day without an email of the schedule is no mistake.
    nextSendDay: config.course ? async () => undefined : nextSendDay,
    usualTime,
    heldConfirmations: readers.heldConfirmations,
  });
  const processor = openProcessor({
    ...deps,
    timezone,
    ownTimes,
    emails,
    audit,
    autopilot,
    words,
    readers,
    sessions: accounts.sessions,
    alerts,
    eraseTraces,
    limits,
    suppressions: openSuppressions(database),
    serviceMail: mail.serviceMail,
    welcome: welcomeOf(config, mail.facts),
    course:
      mail.facts.ownsList && config.course
        ? { ...config.course, weeklyDay: config.weekly.day, settled: new Set() }
        : undefined,
    emailsToFollow: templates.toFollow,
    renderLesson: templates.renderLesson,
    renderWelcome: templates.renderWelcome,
    warmUpReaches: base.reaches,
    localTimes: config.localTimes,
    recall: config.recall,
    weekly: mail.facts.ownsList ? config.weekly : undefined,
    renderWeekly: templates.renderWeekly,
    productName,
    publicUrl,
    // So that the pass sees it as sent.
    beforePass: async () => (await mail.sandbox())?.releaseDue?.(),
  });
  return { processor, tomorrow, alerts };
}

/**
 * Only if each reader's email is sent from here. A course begins on the day after, and its first word is no surprise to
 * spoil.
 */
function welcomeOf(config: Config, { ownsList }: { ownsList: boolean }): Config['welcome'] {
  return ownsList && !config.course ? config.welcome : undefined;
}

/** What anyone may read. */
function openPages({ config, database, now, audit, mail }: Base, botCheck: OpenBotCheck) {
  const { productName, publicUrl, timezone, privacyUrl, signupAddressDays } = config;
  return {
    privacy: openPrivacy({
      database,
      now,
      audit,
      productName,
      privacyUrl,
      signupAddressDays,
      mail: mail.facts,
      botCheck: botCheck.kind,
      relays: mail.sender?.second ? 2 : 1,
      welcomes: welcomeOf(config, mail.facts) !== undefined,
      recaps: config.weekly.hasRecap && mail.facts.ownsList,
      reminds: config.recall && mail.facts.ownsList,
      localTimes: config.localTimes && mail.facts.ownsList,
    }),
    archive: openArchive({ database, now, timezone, productName, publicUrl, isOn: config.archive }),
  };
}
