import { type SqlBool, sql } from 'kysely';
import type { EmailInDoubt, TomorrowView } from '../contract/tomorrow.ts';
import { isMatterOfStyle, type WordFinding } from '../contract/word-check.ts';
import type { WarmUpPlace } from '../mail/engine/warm-up.ts';
import type { MailProvider, ProviderCheck } from '../mail/mail-provider.ts';
import { dailyCalls, emailPolicy } from '../mail/policy.ts';
import { heldSince } from '../mail/sending-hold.ts';
import { cacheFor, type Kept } from '../platform/cache.ts';
import { addDays, calendarDay } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, isoInstant, literal } from '../platform/database/query.ts';
import { isDomainError } from '../platform/errors.ts';
import type { Readers } from '../readers/open-readers.ts';
import type { WordsEnd } from '../schedule/autopilot/open-autopilot.ts';
import { atOtherProvider, sendsFromHere } from '../schedule/other-provider.ts';
import { emailsWithWords, emailTable } from '../schedule/scheduled-email.ts';
import type { LeftBehind } from '../schedule/withdraw-emails.ts';
import { describeOut } from './alert-messages.ts';
import { judge, type ProviderWord, problemOf } from './judge-next-email.ts';
import type { LastPass } from './last-pass.ts';

export interface NextEmailDeps extends AskProviderDeps {
  /** IANA name. */
  timezone: string;
  publicUrl: string;
  /** Whether nobody else can open the links in the emails, although they go to real people. */
  linksAreClosed?: boolean;
  /** The latest pass of any process. */
  lastPass: () => Promise<LastPass | undefined>;
  readers: Pick<Readers, 'count' | 'countOnOtherDays'>;
  /** The findings of the word check; none for a word that is gone. */
  findings: (wordId: number) => Promise<WordFinding[]>;
  /** Emails of which it is unknown whether some readers have them. */
  doubts: () => Promise<EmailInDoubt[]>;
  /** Scheduled emails that another provider has. */
  leftBehind?: () => Promise<LeftBehind | undefined>;
  /** Who gets a lesson on a day; `undefined` without a course. */
  lessonsOn?: ((day: string) => Promise<NonNullable<TomorrowView['course']>>) | undefined;
  /** The first day from this one that should have an email; `undefined` if there is none within a year. */
  nextSendDay: (from: string) => Promise<string | undefined>;
  /** When the owner wants the emails of a day to go out. */
  usualTime: (day: string) => Promise<Date>;
  /** What the warm-up of a new domain allows on a day. */
  warmUp?: (day: string) => Promise<WarmUpPlace | undefined>;
  /** The last morning for which the autopilot has words, if it is on and that is soon. */
  wordsEnd?: () => Promise<WordsEnd | undefined>;
}

/** Whether the next morning's email will go out. */
export type Tomorrow = () => Promise<TomorrowView>;

export function openNextEmail(deps: NextEmailDeps): Tomorrow {
  const askProvider = createProviderWords(deps);
  async function withFindings({ word, wordId }: MorningRow) {
    const findings = await deps.findings(wordId);
    return { word, wordId, findings: findings.filter((finding) => !isMatterOfStyle(finding)) };
  }
  return async () => {
    const { timezone, publicUrl, linksAreClosed } = deps;
    const now = deps.now();
    const { email, others, ...morning } = await findMorning(deps, now);
    const { byStatus: readers } = await deps.readers.count();
    const doubts = await deps.doubts();
    const lastPass = await deps.lastPass();
    const provider = await askProvider(email);
    const running = others.filter(({ firstAt }) => firstAt <= now);
    const progressOfOthers = await progressOf(deps, running);
    const pausedOthers = new Set(
      progressOfOthers.flatMap(({ id, progress }) => (progress.status === 'paused' ? [id] : [])),
    );
    // Once one is being sent, its text stays as it is.
    const toCome = [email ?? [], others].flat().filter(({ firstAt }) => firstAt > now);
    const words = await Promise.all(toCome.map(withFindings));
    const wordsEnd = await deps.wordsEnd?.();
    const course = await deps.lessonsOn?.(morning.day);
    const hasCourse = course !== undefined;
    const onOtherDays = await deps.readers.countOnOtherDays(morning.day, { hasCourse });
    const wanting = Math.max(0, readers.subscribed - onOtherDays);
    const place = await deps.warmUp?.(morning.day);
    const waiting = place ? Math.max(0, wanting - place.most) : 0;
    const held = await heldSince(deps.database);
    const isHeld = held !== undefined;
    const mailServerOut = await outOf(deps);
    const facts = {
      now,
      timezone,
      publicUrl,
      email,
      provider,
      others: progressOfOthers,
      lastPass,
      clockAheadMs: await deps.database.clockAheadMs(),
      readers,
      words,
      wordsEnd,
      isHeld,
      leftBehind: await deps.leftBehind?.(),
      underWay: course?.underWay,
      mailServerOut,
      linksAreClosed,
    };
    return {
      ...judge(facts),
      ...morning,
      email: email ? present(email, now, provider) : null,
      others: others.map(({ id, word, scheduledDate, firstAt }) => ({
        id,
        word,
        scheduledDate: isoInstant(scheduledDate),
        isDue: firstAt <= now,
        ...(pausedOthers.has(id) && { isPaused: true }),
      })),
      ...(course && { course }),
      // Those with lessons to come get a lesson instead.
      readers:
        recipientsOf(provider) ??
        (course ? Math.min(course.finished - onOtherDays, wanting - waiting) : wanting - waiting),
      onOtherDays,
      // One that began before the warm-up goes to everyone.
      warmUp: place && waiting > 0 && holdsBack(provider) ? { ...place, waiting } : null,
      readersByStatus: readers,
      doubts,
      providerProblem: problemOf(provider) ?? null,
      mailServerOut: mailServerOut ?? null,
      sendingHeldSince: held?.toISOString() ?? null,
      timezone,
    };
  };
}

function holdsBack(word: ProviderWord): boolean {
  return !('progress' in word && word.progress) || word.progress.warmUp !== null;
}

/** How many readers get an email that is being sent from here. Those who joined since may not. */
function recipientsOf(word: ProviderWord): number | null | undefined {
  if (!('progress' in word) || !word.progress) return undefined;
  return word.send ? word.send.recipientCount : word.progress.recipients;
}

/** How far emails are that are being sent from here. */
async function progressOf(deps: NextEmailDeps, emails: readonly MorningRow[]) {
  if (emails.length === 0) return [];
  try {
    const { deliveries } = await deps.provider();
    if (!deliveries) return [];
    const ids = emails.map(({ id }) => id);
    const elsewhere = await atOtherProvider(deps.database, ids, true);
    const found = await Promise.all(
      emails.map(async ({ id, word, sendId }) => {
        const progress = sendId === null || elsewhere.has(id) ? undefined : await deliveries.progress(sendId);
        return progress ? [{ id, word, progress }] : [];
      }),
    );
    return found.flat();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return [];
  }
}

/** About one of two mail servers that is out. If both are, there is more to say, and the provider's state does. */
async function outOf({ provider, timezone }: NextEmailDeps): Promise<string | undefined> {
  try {
    const states = (await (await provider()).deliveries?.relays()) ?? [];
    const out = states.filter(({ outSince }) => outSince);
    const [state] = out.length < states.length ? out : [];
    return state && describeOut(state, timezone);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return undefined;
  }
}

interface MorningRow {
  id: number;
  wordId: number;
  day: string;
  scheduledDate: Date;
  firstAt: Date;
  lastAt: Date;
  createdAt: Date;
  status: 'pending' | 'scheduled';
  reason: string | null;
  isTried: boolean;
  sendId: string | null;
  word: string;
  phoneticPronunciation: string;
  definition: string;
}

const isWaiting = sql<SqlBool>`email.status in ('pending', 'scheduled')`;
const waiting = emailsWithWords
  .select(
    fields('email', [
      'id',
      'wordId',
      'day',
      'scheduledDate',
      'firstAt',
      'lastAt',
      'createdAt',
      'status',
      'reason',
      'sendId',
    ]),
  )
  .select(sql<boolean | 0 | 1>`email.message_attempted_at is not null`.as('isTried'))
  .select(fields('word', ['word', 'phoneticPronunciation', 'definition']))
  .where(isWaiting)
  .$narrowType<{ status: 'pending' | 'scheduled' }>()
  .orderBy('email.scheduled_date')
  .orderBy('email.id');

interface NextMorning {
  email: MorningRow | undefined;
  others: MorningRow[];
  failed: TomorrowView['failed'];
  day: string;
  sendTime: string;
  isToday: boolean;
  isRestDayTomorrow: boolean;
}

/** Today until its email is sent or the time for it has passed, otherwise the next send day. */
async function findMorning(deps: NextEmailDeps, now: Date): Promise<NextMorning> {
  const { database, timezone } = deps;
  const today = calendarDay(now, timezone);
  const tomorrow = addDays(today, 1);
  const later = (await deps.nextSendDay(tomorrow)) ?? tomorrow;
  const isToday = await isStillToday(deps, now);
  // An email of today whose time has come is being sent, or is late but may still go out.
  const stillSent = new Date(now.getTime() - emailPolicy.latestMs);
  const open = waiting.where('email.last_at', '>=', stillSent);
  const ofDays = open.where('email.day', '>=', today).where('email.day', '<=', isToday ? today : later);
  const [first] = await database.read(ofDays.limit(1));
  // Of yesterday too: by their own times, its last readers may get it today.
  const isDue = sql<SqlBool>`email.first_at <= ${now}`;
  const isOfDay = first && sql<SqlBool>`email.day = ${first.day}`;
  const found = await database.read(open.where(isOfDay ? sql<SqlBool>`(${isDue} or ${isOfDay})` : isDue));
  const emails = found.map((row) => ({
    ...row,
    scheduledDate: new Date(row.scheduledDate),
    firstAt: new Date(row.firstAt),
    lastAt: new Date(row.lastAt),
    createdAt: new Date(row.createdAt),
    // SQLite answers with 0 and 1.
    isTried: Boolean(row.isTried),
  }));
  const email = emails.find(({ id }) => id === first?.id);
  const day = email?.day ?? (isToday ? today : later);
  const [failed] = email
    ? []
    : await database.read(
        emailsWithWords
          .select(['email.id', 'word.word'])
          .where('email.status', '=', literal('failed'))
          .where('email.day', '=', day)
          .orderBy('email.scheduled_date', 'desc')
          .orderBy('email.id', 'desc')
          .limit(1),
      );
  const any = emailTable.selectFrom('scheduled_emails as email').select('id').where(isWaiting).limit(1);
  const isFree = async () => (await database.read(any.where('day', '=', tomorrow))).length === 0;
  return {
    email,
    others: emails.filter((one) => one !== email),
    failed: failed ?? null,
    day,
    sendTime: (email?.scheduledDate ?? (await deps.usualTime(day))).toISOString(),
    isToday: day === today,
    isRestDayTomorrow: later > tomorrow && (await isFree()),
  };
}

/** Whether today should have an email, none went out, and there is still time for one. */
async function isStillToday(deps: NextEmailDeps, now: Date): Promise<boolean> {
  const today = calendarDay(now, deps.timezone);
  const end = await lastTimeOf(deps, today);
  return end !== undefined && now < end;
}

/** Until when an email of today can go out on time; `undefined` if it was sent, or today is a rest day. */
async function lastTimeOf(deps: NextEmailDeps, today: string): Promise<Date | undefined> {
  if ((await deps.nextSendDay(today)) !== today) return undefined;
  const emails = await deps.database.read(
    emailTable
      .selectFrom('scheduled_emails')
      .select(['status', 'scheduled_date as scheduledDate'])
      .where('day', '=', today),
  );
  if (emails.some(({ status }) => status === 'sent')) return undefined;
  const failed = emails.filter(({ status }) => status === 'failed');
  const times = failed.map(({ scheduledDate }) => new Date(scheduledDate).getTime());
  return new Date(Math.max((await deps.usualTime(today)).getTime(), ...times));
}

function present(email: MorningRow, now: Date, provider: ProviderWord): NonNullable<TomorrowView['email']> {
  const { id, wordId, scheduledDate, firstAt, lastAt, word, phoneticPronunciation, definition } = email;
  const isAtOnce = firstAt.getTime() === lastAt.getTime();
  return {
    id,
    wordId,
    scheduledDate: isoInstant(scheduledDate),
    isDue: firstAt <= now,
    ...('progress' in provider && provider.progress && { sent: provider.progress.sent }),
    ...(!isAtOnce && { localTimes: { firstAt: isoInstant(firstAt), lastAt: isoInstant(lastAt) } }),
    word,
    phoneticPronunciation,
    definition,
  };
}

interface AskProviderDeps {
  database: OpenDatabase;
  now: () => Date;
  provider: () => Promise<MailProvider>;
  /** Calls to the provider that are left today. */
  callsLeft: () => Promise<number>;
  /** @throws ProviderUnreachable while the provider asks not to be called */
  checkBackoff?: (() => Promise<void>) | undefined;
}

/** How long an answer is cached: the dashboard and the metrics request this all day. */
const cachedMs = {
  /** Each answer costs one connection at most. */
  free: { check: 60_000, send: 20_000 },
  limited: { check: 15 * 60_000, send: 5 * 60_000 },
} as const;
/** While an email is being sent, its state changes any moment. What is sent from here is read from the database. */
const dueCachedMs = { elsewhere: 20_000, fromHere: 1000 };
/** The problem may be over soon. */
const problemCachedMs = 30_000;

interface AskedEmail {
  id: number;
  sendId: string | null;
  firstAt: Date;
}

/** The answers of a provider about an email, from caches that all callers share. */
interface Answers {
  check: Kept<ProviderCheck>;
  send: Kept<Pick<Exclude<ProviderWord, { unreachable: string }>, 'send' | 'progress'>>;
}

/** What the provider says about an email and its own state. */
function createProviderWords(deps: AskProviderDeps) {
  const check = async () => (await deps.provider()).check();
  const checks = {
    free: cacheFor(cachedMs.free.check, deps.now, check),
    limited: cacheFor(cachedMs.limited.check, deps.now, check),
  };
  let sends: { asked: string; send: Answers['send'] } | undefined;
  let problem: { asked: string; word: ProviderWord; until: number } | undefined;
  /** How many of the provider's outages the cached answers take into account. */
  let outagesKnown = 0;

  function sendOf(asked: string, email: AskedEmail | undefined, { isDue, keptMs }: SendOptions) {
    if (sends?.asked !== asked)
      sends = { asked, send: cacheFor(keptMs, deps.now, () => askAboutSend(deps, email, isDue)) };
    return sends.send;
  }

  return (email: AskedEmail | undefined) =>
    orUnreachable(async () => {
      await deps.checkBackoff?.();
      const at = deps.now().getTime();
      const isDue = email !== undefined && email.firstAt.getTime() <= at;
      const asked = `${email?.sendId} ${isDue}`;
      const { limitsCalls, deliveries, outages = () => 0 } = await deps.provider();
      const dueMs = dueCachedMs[deliveries ? 'fromHere' : 'elsewhere'];
      const kind = limitsCalls ? 'limited' : 'free';
      const check = checks[kind];
      if (outages() !== outagesKnown) {
        outagesKnown = outages();
        check.forget();
        problem = undefined;
      }
      if (problem?.asked === asked && at < problem.until) return problem.word;
      const send = sendOf(asked, email, { isDue, keptMs: isDue ? dueMs : cachedMs[kind].send });
      const word = await orUnreachable(() => ask(deps, { check, send }));
      // Those that it met itself.
      outagesKnown = outages();
      problem = problemOf(word) === undefined ? undefined : { asked, word, until: at + problemCachedMs };
      return word;
    });
}

interface SendOptions {
  isDue: boolean;
  keptMs: number;
}

async function orUnreachable(work: () => Promise<ProviderWord>): Promise<ProviderWord> {
  try {
    return await work();
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { unreachable: error.message };
  }
}

async function ask({ callsLeft }: AskProviderDeps, { check, send }: Answers): Promise<ProviderWord> {
  if ((await callsLeft()) <= dailyCalls.keptFromList) {
    return { unreachable: 'The rest of today’s calls to the email provider is kept for the emails.' };
  }
  const checked = await check.get();
  if (checked.checks.some(({ ok }) => !ok)) check.forget();
  const away = checked.checks.find(({ name, ok }) => name === 'reachable' && !ok);
  if (away && !checked.hasStandIn) return { unreachable: away.detail };
  return { check: checked, ...(await send.get()) };
}

async function askAboutSend(deps: AskProviderDeps, email: AskedEmail | undefined, isDue: boolean) {
  const { sends, deliveries } = await deps.provider();
  const sendId = email?.sendId ?? null;
  const sendsHere = deliveries !== undefined;
  // A send with the same id there is another one.
  if (email && sendId && (await atOtherProvider(deps.database, [email.id], sendsHere)).size > 0) {
    const progress = isDue && !sendsHere ? await (await sendsFromHere(deps)).progress(sendId) : undefined;
    return { send: undefined, progress };
  }
  const send = sendId === null ? undefined : await sends.get(sendId);
  const progress = isDue && sendId !== null ? await deliveries?.progress(sendId) : undefined;
  return { send, progress };
}
