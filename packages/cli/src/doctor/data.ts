import {
  type Config,
  type DatabaseConfig,
  diskShortage,
  isDomainError,
  openDatabase,
  showInstant,
  tlsOf,
  type Wordrise,
} from '@wordrise/core';
import {
  emailStanding,
  isInCourse,
  type RiskSubject,
  riskSubjects,
  type TomorrowView,
  timings,
} from '@wordrise/core/contract';
import { shownPath } from '../command-line/files.ts';
import { describeDoubt, inWords, shortDay, shortTime, timesOfDay } from '../command-line/text.ts';
import { unreadableFactor } from '../owner/accounts.ts';
import { emptyLibrary, isLibraryEmpty } from '../words/empty-library.ts';
import { clockAgainst, type Finding } from './finding.ts';

interface DatabaseCheck {
  findings: Finding[];
  /** Whether it may hold settings that cannot be read now. */
  hidesSettings: boolean;
}

export async function checkDatabase(config: DatabaseConfig): Promise<DatabaseCheck> {
  const name = 'Database';
  try {
    const database = await openDatabase(config, 'read');
    try {
      const answers = connection(config, `${await database.version()} answers`);
      const clock = clockAgainst(
        await database.clockAheadMs(),
        "the database server's",
        'this machine sends and deletes nothing',
      );
      const isOff = clock.status === 'failed';
      const pending = migrations(await database.pendingMigrations());
      return { findings: [answers, ...(isOff ? [clock] : []), pending], hidesSettings: false };
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!isDomainError(error)) throw error;
    const isNew = config.kind === 'sqlite' && error.code === 'database.missing';
    const detail = isNew ? `There is no ${shownPath(config.path)} yet. Run: wordrise setup` : error.message;
    const hidesSettings = error.code !== 'database.missing';
    return { findings: [{ name, status: 'failed', detail }], hidesSettings };
  }
}

/** The connection to a server elsewhere should be encrypted. */
function connection(config: DatabaseConfig, answers: string): Finding {
  const name = 'Database';
  if (config.kind === 'sqlite') return { name, status: 'ok', detail: `${answers}.` };
  const tls = tlsOf(config.url);
  if (tls === 'verified') return { name, status: 'ok', detail: `${answers}, over TLS.` };
  if (tls === 'unverified') {
    const detail = `${answers}, over TLS, but its certificate is not verified. With ?sslmode=verify-full at the end of DATABASE_URL it is.`;
    return { name, status: 'ok', detail };
  }
  if (isLocal(config.url)) return { name, status: 'ok', detail: `${answers}, without TLS on this machine.` };
  const detail = `${answers}, without TLS. Add ?sslmode=verify-full to DATABASE_URL unless the network is your own.`;
  return { name, status: 'warning', detail };
}

function isLocal(url: string): boolean {
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function migrations(pending: string[]): Finding {
  const name = 'Migrations';
  if (pending.length === 0) return { name, status: 'ok', detail: 'The schema is up to date.' };
  return { name, status: 'failed', detail: `${pending.length} to be applied. Run: wordrise migrate` };
}

/** Nothing if there is enough space. */
export async function checkDisk(config: Config): Promise<Finding[]> {
  const shortage = await diskShortage(config);
  if (!shortage) return [];
  return [{ name: 'Disk', status: shortage.isFull ? 'failed' : 'warning', detail: shortage.message }];
}

/** Checks that need the data. */
export async function checkData(wordrise: Wordrise): Promise<Finding[]> {
  const warning = await wordrise.database.warning();
  return [
    ...(warning ? [{ name: 'Search', status: 'warning' as const, detail: warning }] : []),
    await checkAdmin(wordrise),
    ...(await checkSecondFactor(wordrise)),
    await checkProcessor(wordrise),
    ...(await checkSendingHold(wordrise)),
    ...(await checkLeftBehind(wordrise)),
    await checkFailed(wordrise),
    ...(await checkTomorrow(wordrise)),
    ...(await checkMailServers(wordrise)),
    ...(await checkDoubts(wordrise)),
    await checkAutopilot(wordrise),
    ...(await checkCourse(wordrise)),
    ...(await checkConfirmations(wordrise)),
    await checkAlerts(wordrise),
    ...(await checkRelays(wordrise)),
  ];
}

async function checkAdmin({ accounts, config }: Wordrise): Promise<Finding> {
  const name = 'Admin';
  if (!(await accounts.needsSetup())) return { name, status: 'ok', detail: 'There is an admin account.' };
  const detail = `There is no admin account yet. Create it at ${accounts.setupLink(config.publicUrl)} or run: wordrise setup`;
  return { name, status: 'warning', detail };
}

/** Nothing about it unless nobody could sign in with the app. */
async function checkSecondFactor({ accounts }: Wordrise): Promise<Finding[]> {
  if ((await accounts.needsSetup()) || (await accounts.secondFactor.stateOfAdmin()).isReadable) return [];
  return [{ name: 'Two-step sign-in', status: 'failed', detail: unreadableFactor }];
}

async function checkProcessor({ processor, config }: Wordrise): Promise<Finding> {
  const name = 'Processor';
  const last = await processor.lastPass();
  const start = 'Run wordrise serve, or wordrise process every five minutes (see examples/).';
  if (!last) return { name, status: 'failed', detail: `It has never run. ${start}` };
  const minutes = Math.floor((Date.now() - last.finishedAt.getTime()) / 60_000);
  const when = showInstant(last.finishedAt, config.timezone);
  if (minutes >= timings.processorSilentMinutes) {
    return { name, status: 'failed', detail: `It has not run since ${when}. ${start}` };
  }
  if (last.failures > 0) {
    return {
      name,
      status: 'failed',
      detail: 'Parts of the last pass failed. To see the reasons: wordrise process',
    };
  }
  return { name, status: 'ok', detail: `It ran ${ago(minutes)}.` };
}

/** Nothing about it unless a restore holds it. */
async function checkSendingHold({ sending, config }: Wordrise): Promise<Finding[]> {
  const since = await sending.heldSince();
  if (!since) return [];
  const detail = `Held since the restore of ${showInstant(since, config.timezone)}: the installation that the backup was made of may still be sending. Once that one is stopped for good, run: wordrise resume-sending`;
  return [{ name: 'Sending', status: 'failed', detail }];
}

/** Nothing about it unless EMAIL_PROVIDER was changed by hand. */
async function checkLeftBehind(wordrise: Wordrise): Promise<Finding[]> {
  const left = await wordrise.leftBehind();
  return left ? [{ name: 'Email provider', status: 'failed', detail: `${left.message} ${left.fix}` }] : [];
}

function ago(minutes: number): string {
  if (minutes < 1) return 'within the last minute';
  return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
}

async function checkFailed({ schedule }: Wordrise): Promise<Finding> {
  const name = 'Failed emails';
  const { failed } = await schedule.stats();
  const details = (await schedule.unreceived()).map(
    ({ id, word, reason }) =>
      `“${word}” reached nobody. ${reason} To see the answers: wordrise schedule show ${id}`,
  );
  if (failed > 0)
    details.unshift(
      `${failed} could not be sent. To see the reasons: wordrise schedule list --status failed. Cancel them to clear this warning.`,
    );
  if (details.length === 0) return { name, status: 'ok', detail: 'None.' };
  return { name, status: 'warning', detail: details.join(' ') };
}

/** The installation has lines of its own. An email that goes to nobody, or whose word needs work, goes out anyway. */
async function checkTomorrow(wordrise: Wordrise): Promise<Finding[]> {
  const view = await wordrise.tomorrow();
  const about = (subject: RiskSubject) =>
    view.reasons
      .filter(({ code }) => riskSubjects[code] === subject)
      .map(({ message, fix }) => `${message} ${fix}`);
  const [problem] = about('email');
  const warn =
    (name: string) =>
    (detail: string): Finding => ({ name, status: 'warning', detail });
  return [
    problem ? { name: 'Tomorrow', status: 'failed', detail: problem } : await checkScheduled(wordrise, view),
    ...about('readers').map(warn('Readers')),
    ...about('word').map(warn('Word')),
  ];
}

async function checkScheduled(wordrise: Wordrise, view: TomorrowView): Promise<Finding> {
  const name = 'Tomorrow';
  const { isToday, isRestDayTomorrow, email, others, day, sendTime, timezone } = view;
  if (!email && isInCourse(view)) {
    const detail = `Lessons of the course are still to come for ${inWords(view.course.underWay, 'reader')}.`;
    return { name, status: 'ok', detail };
  }
  const due = [email ?? [], others]
    .flat()
    .filter(({ isDue }) => isDue)
    .map((one) => {
      const standing = emailStanding(view, one);
      if (standing === 'paused') return ` “${one.word}” is paused.`;
      if (standing === 'being_sent') return ` “${one.word}” is being sent.`;
      const when = showInstant(new Date(one.scheduledDate), timezone);
      return ` “${one.word}” ${standing === 'due' ? 'was due' : 'goes out'} ${when}.`;
    })
    .join('');
  if (email) {
    const { next, tomorrow } = await wordrise.overview();
    const at = next ? ` Next: “${next.word}” on ${showInstant(new Date(next.scheduledDate), timezone)}.` : '';
    const toCome = others.filter(({ id, isDue }) => !isDue && id !== next?.id);
    const more = toCome.length > 0 ? ` Also that day: ${timesOfDay(toCome, timezone)}.` : '';
    const isRest = isRestDayTomorrow && !isToday;
    const state = isRest ? 'No email: it is a rest day.' : 'An email is scheduled.';
    const detail = `${state}${due}${at}${more}`;
    // The verdict is about today until today's email is out; by then it may be late to choose another word.
    if (!isToday || tomorrow || isRestDayTomorrow || view.course) return { name, status: 'ok', detail };
    const how = await howToSchedule(wordrise, '--tomorrow');
    return { name, status: 'warning', detail: `${detail} No email is scheduled for tomorrow. ${how}` };
  }
  const failed = view.failed ? ` The email with “${view.failed.word}” failed.` : '';
  const [shown, option] = isToday
    ? ['today', `--at "${day} ${shortTime(sendTime, timezone)}"`]
    : isRestDayTomorrow
      ? [shortDay(day), `--at "${day} ${shortTime(sendTime, timezone)}"`]
      : ['tomorrow', '--tomorrow'];
  const how = await howToSchedule(wordrise, option);
  return {
    name,
    status: 'failed',
    detail: `No email is scheduled for ${shown}.${failed}${due} ${how}`,
  };
}

/** Readers who may or may not have an email: the owner decides whether it is sent again. */
async function checkDoubts({ schedule }: Wordrise): Promise<Finding[]> {
  const name = 'Emails in doubt';
  const doubts = await schedule.doubts();
  if (doubts.length === 0) return [{ name, status: 'ok', detail: 'None.' }];
  return doubts.map((doubt) => ({ name, status: 'warning', detail: describeDoubt(doubt) }));
}

async function howToSchedule({ words }: Wordrise, option: string): Promise<string> {
  const one = { page: 1, limit: 1, search: '', letter: '' };
  const [unused] = (await words.listUnused(one)).words;
  if (unused) return `Run: wordrise schedule add ${inShell(unused.word)} ${option}`;
  if (await isLibraryEmpty({ words })) return emptyLibrary;
  return 'Every word has been used: add some with wordrise words fill or import.';
}

async function checkConfirmations({ readers }: Wordrise): Promise<Finding[]> {
  const held = await readers.heldConfirmations();
  if (!held) return [];
  const detail = `${held.message} If you did not expect so many, turn on a bot check (BOT_CHECK=altcha).`;
  return [{ name: 'Signups', status: 'warning', detail }];
}

async function checkAlerts({ alerts }: Wordrise): Promise<Finding> {
  const name = 'Alerts';
  if (!alerts.isOn) {
    const detail =
      'Off. With ALERT_WEBHOOK_URL you are notified when an email is at risk, late or failed, or the provider is down.';
    return { name, status: 'ok', detail };
  }
  const failure = await alerts.undelivered();
  const reason =
    failure === undefined ? await alerts.unreachable() : `The latest alert was not delivered. ${failure}`;
  if (reason === undefined) return { name, status: 'ok', detail: 'A webhook is set.' };
  const detail = `${reason} To try it: wordrise alert test`;
  return { name, status: 'warning', detail };
}

/** Of two mail servers, one that was out when an email was sent. The checks above say whether it answers now. */
async function checkMailServers({ tomorrow }: Wordrise): Promise<Finding[]> {
  const { mailServerOut } = await tomorrow();
  return mailServerOut ? [{ name: 'Mail servers', status: 'warning', detail: mailServerOut }] : [];
}

/** Relays whose events are believed without a check of their signatures. */
async function checkRelays({ readers }: Wordrise): Promise<Finding[]> {
  const unchecked = await readers.uncheckedRelays();
  return unchecked.map((relay) => ({ name: 'Relay reports', status: 'warning', detail: howToCheck[relay] }));
}

const howToCheck = {
  amazon:
    'The signatures of Amazon SNS are not checked: anyone who learns DELIVERY_HOOK_TOKEN can take readers off the list. Set BOUNCE_SNS_TOPIC to the ARN of your topic.',
  mailgun:
    'The signatures of Mailgun are not checked: anyone who learns DELIVERY_HOOK_TOKEN can take readers off the list. Set MAILGUN_SIGNING_KEY to the signing key of your webhooks.',
};

async function checkAutopilot({ autopilot }: Wordrise): Promise<Finding> {
  const name = 'Autopilot';
  const { isOn, library } = await autopilot.get();
  if (!isOn) return { name, status: 'ok', detail: 'It is off: words are chosen by hand.' };
  const detail = `It is on. ${library.summary}`;
  if (!library.isLow) return { name, status: 'ok', detail };
  const advice =
    library.widen === null
      ? 'Add some with wordrise words add-starters, fill or import.'
      : `${library.widen} Let it draw from more with wordrise autopilot draw.`;
  return { name, status: 'warning', detail: `${detail} ${advice}` };
}

/** Nothing about it unless words are missing. */
async function checkCourse({ course, config }: Wordrise): Promise<Finding[]> {
  const selection = config.course?.selection;
  const note = selection && (await course.selectionNote(selection));
  if (!note) return [];
  const detail = `${note} ${howToAddLessons[selection.kind]} or choose other words with: wordrise config COURSE`;
  return [{ name: 'Course', status: 'warning', detail }];
}

const howToAddLessons = {
  theme: 'Give words this theme (wordrise words edit WORD --theme NAME),',
  tag: 'Give words this tag (wordrise words edit WORD --tags NAME),',
  level: 'Give words this level (wordrise words edit WORD --level NAME),',
  words: 'Add what is missing (wordrise words add),',
};

function inShell(word: string): string {
  return /^[\p{L}\p{N}-]+$/u.test(word) ? word : JSON.stringify(word);
}
