import { type SqlBool, sql } from 'kysely';
import { wordFields } from '../contract/word-fields.ts';
import type { WordInput } from '../contract/words.ts';
import type { Outcome } from '../mail/engine/carrier.ts';
import type { SmtpMessage, SmtpSend } from '../mail/engine/engine-tables.ts';
import { heldFrom, isBefore } from '../mail/engine/warm-up.ts';
import type { EmailMoment, Place, Recipient } from '../mail/mailing-list.ts';
import type { StepContext } from '../mail/pass-event.ts';
import { emailPolicy, welcomePolicy } from '../mail/policy.ts';
import type { ServiceMail } from '../mail/service-mail.ts';
import { calendarDay, dayTimeOf, showDay, showSoon } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { fields, type Instant, literal, tables } from '../platform/database/query.ts';
import type { AttemptLimits } from '../platform/rate-limits/attempt-limits.ts';
import { noteReport } from '../readers/bounces/note-report.ts';
import { placeOf } from '../readers/list-readers.ts';
import { createMailingList } from '../readers/mailing-list.ts';
import { dueFor, reachesAt } from '../readers/own-time.ts';
import { Registration } from '../readers/reader-tables.ts';
import { countServiceEmail } from '../readers/send-confirmations.ts';
import type { Suppressions } from '../readers/suppressions.ts';
import type { RenderedEmail } from '../template/render-email.ts';
import type { RenderWelcome } from '../template/template-store.ts';
import type { Word } from '../words/word.ts';
import type { ScheduledEmail } from './scheduled-email.ts';

export interface WelcomesDeps {
  database: OpenDatabase;
  now: () => Date;
  /** IANA name. */
  timezone: string;
  /** `LOCAL_TIMES`: whether each reader gets emails at their own local time. */
  localTimes?: boolean | undefined;
  /** What the welcome email says; `undefined` if none is sent. */
  welcome: { text: string } | undefined;
  serviceMail: () => Promise<ServiceMail | undefined>;
  renderWelcome: RenderWelcome;
  autopilot: {
    /** When the next email usually goes out, and whether that morning will be filled. */
    nextMorning: () => Promise<{ at: Date; isFilled: boolean } | undefined>;
  };
  limits: AttemptLimits;
  suppressions: Suppressions;
  /** On which day the warm-up of a new domain reaches a reader at a place among all; left out without one. */
  warmUpReaches?: ((place: () => Promise<number>) => Promise<string | undefined>) | undefined;
}

const { soonMs, validMs, retryAfterMs, batchSize } = welcomePolicy;
const step = 'signups';

/**
 * Sends the latest word to readers who have just joined, with what the owner says and when their first word comes. Each
 * reader gets at most one, ever: it is claimed before it is sent, and once the mail server can have it, it is not sent
 * again. Nobody gets it together with a daily email, nor a word that they get in one.
 */
export async function sendWelcomes(deps: WelcomesDeps, { onEvent, signal }: StepContext): Promise<void> {
  const { welcome } = deps;
  const mail = welcome && (await deps.serviceMail());
  if (!mail) return;
  let sent = 0;
  for (let isOver = false; !isOver && !signal?.aborted; ) {
    const batch = await claim(deps);
    if (batch.length === 0) break;
    const around = await emailsAround(deps);
    const render = renderOnce(deps, welcome);
    for (const reader of batch) {
      if (signal?.aborted) break;
      const outcome = await welcomeOne(deps, reader, { mail, around, render });
      if (outcome?.kind === 'sent') sent += 1;
      if (outcome?.kind !== 'outage') continue;
      const message = `The mail server does not accept welcome emails: ${outcome.answer}`;
      onEvent({ step, outcome: outcome.isRefused ? 'failed' : 'waiting', message });
      isOver = true;
      break;
    }
  }
  if (sent === 0) return;
  const message = `${sent === 1 ? '1 new reader was' : `${sent} new readers were`} welcomed`;
  onEvent({ step, outcome: 'done', count: sent, message });
}

interface NewReader {
  id: number;
  email: string;
  /** When they came on the list. */
  joinedAt: Date;
  createdAt: Date;
  confirmedAt: Date | undefined;
  /** Their own, if they have any. */
  ownTime: { timezone: string | null; sendTime: string | null };
  /** Until when other processes leave them alone. */
  claimedUntil: Date;
}

/** Claims readers whose welcome is due. Other processes leave them alone until it can be tried again. */
async function claim({ database, now }: WelcomesDeps): Promise<NewReader[]> {
  const at = await database.sharedTime(now());
  const claimedUntil = new Date(at.getTime() + retryAfterMs);
  const isDue = sql`welcome_due_at is not null and status = 'subscribed' and welcome_due_at <= ${at}`;
  const rows = await database.writeTogether((run) =>
    run(
      sql<ClaimedRow>`update registrations
        set welcome_due_at = ${claimedUntil}
        where id in (select id from registrations where ${isDue} order by welcome_due_at limit ${batchSize})
          and ${isDue}
        returning id, email, coalesce(status_at, created_at) as "joinedAt", confirmed_at as "confirmedAt",
          created_at as "createdAt", timezone, send_time as "sendTime"`,
    ),
  );
  return rows.map(({ id, email, joinedAt, createdAt, confirmedAt, timezone, sendTime }) => ({
    id,
    email,
    ownTime: { timezone, sendTime },
    joinedAt: new Date(joinedAt),
    createdAt: new Date(createdAt),
    confirmedAt: confirmedAt === null ? undefined : new Date(confirmedAt),
    claimedUntil,
  }));
}

interface ClaimedRow {
  id: number;
  email: string;
  joinedAt: Instant;
  createdAt: Instant;
  confirmedAt: Instant | null;
  timezone: string | null;
  sendTime: string | null;
}

interface Welcoming {
  mail: ServiceMail;
  around: EmailNearby[];
  render: ReturnType<typeof renderOnce>;
}

/** @returns what the mail server said; `undefined` if it was not asked */
async function welcomeOne(
  deps: WelcomesDeps,
  reader: NewReader,
  { mail, around, render }: Welcoming,
): Promise<Outcome | undefined> {
  const { database } = deps;
  const now = await database.sharedTime(deps.now());
  const emails = deps.localTimes
    ? around.map((email) => (email.wentToAll ? email : atOwnTime(email, reader, now)))
    : around;
  const reachedOn = await deps.warmUpReaches?.(() => placeOf(database, reader));
  const plan = planWelcome(
    reachedOn === undefined ? emails : emails.map((email) => heldBack(email, reader, reachedOn)),
    reader.joinedAt,
    now,
  );
  if (plan === 'later') return undefined;
  const recipient =
    plan !== 'never' && (await createMailingList(deps).recipients([reader.id])).find(() => true);
  if (plan === 'never' || !recipient || !(await isAllowed(deps, reader))) {
    await drop(deps, reader);
    return undefined;
  }
  const email = await render(plan, deps.localTimes ? reader.ownTime : noOwnTime, reachedOn);
  let begun: 'no' | 'yes' | 'not ours' = 'no';
  const outcome = await mail.sendToReader(
    { ...email, name: 'welcome', date: deps.now() },
    recipient,
    async () => {
      begun = 'not ours';
      await begin(deps, reader, plan.email);
      begun = 'yes';
    },
  );
  await settle(deps, { reader, recipient, email: plan.email }, outcome, begun);
  return outcome;
}

/**
 * Anyone can type any address into the form. Until its owner has confirmed it, a welcome counts like a confirmation
 * email, and is left out if there are too many.
 */
async function isAllowed(deps: WelcomesDeps, { email, confirmedAt }: NewReader): Promise<boolean> {
  if (confirmedAt) return true;
  const { wait, isFull, isDomainFull } = await countServiceEmail(deps, email);
  return wait === 0 && !isFull && !isDomainFull;
}

/** Records, before the mail server can have it, that the reader was sent a welcome with this word. */
async function begin(
  { database, now }: WelcomesDeps,
  { id, claimedUntil }: NewReader,
  { sendId }: EmailNearby,
): Promise<void> {
  const at = await database.sharedTime(now());
  await database.writeTogether(async (run) => {
    const ours = await run(
      sql`update registrations set welcome_due_at = null, welcomed_at = ${at}
        where id = ${id} and welcome_due_at = ${claimedUntil} and welcomed_at is null and status = 'subscribed'
        returning id`,
    );
    if (ours.length === 0) throw new Error('Another process has sent the welcome, or the reader has left.');
    if (sendId === null) return;
    // The same row that keeps a reader from getting an email twice: whatever they change later, they have this word.
    const first = await run(
      sql`insert into deliveries (send_id, reader_id, state, due_at, answer, ended_at)
        values (${sendId}, ${id}, ${literal('skipped')}, ${at}, ${wasInWelcome}, ${at})
        on conflict do nothing returning reader_id`,
    );
    if (first.length === 0) throw new Error('The reader gets this word in a daily email.');
  });
}

const wasInWelcome = 'The reader got this word in the welcome email.';

interface Welcomed {
  reader: NewReader;
  recipient: Recipient;
  email: EmailNearby;
}

async function settle(
  deps: WelcomesDeps,
  { reader, recipient, email }: Welcomed,
  outcome: Outcome,
  begun: 'no' | 'yes' | 'not ours',
): Promise<void> {
  if (begun === 'not ours') return drop(deps, reader);
  if (outcome.kind === 'failed') {
    if (begun === 'no') await drop(deps, reader);
    // One refusal may be about all addresses. The daily email finds out, with many; this one counts as temporary.
    if (outcome.failure !== 'address' && outcome.failure !== 'mailbox') return;
    await noteReport(deps, recipient.readerId, {
      kind: 'bounce',
      failure: 'mailbox',
      reason: outcome.answer,
    });
  }
  // The server said that it does not have it.
  if (begun === 'yes' && (outcome.kind === 'later' || outcome.kind === 'outage'))
    await giveBack(deps, reader, email);
}

async function giveBack({ database }: WelcomesDeps, reader: NewReader, { sendId }: EmailNearby) {
  await database.writeTogether(async (run) => {
    await run(
      sql`update registrations set welcome_due_at = ${reader.claimedUntil}, welcomed_at = null where id = ${reader.id}`,
    );
    if (sendId === null) return;
    await run(
      sql`delete from deliveries
        where send_id = ${sendId} and reader_id = ${reader.id} and state = 'skipped' and answer = ${wasInWelcome}`,
    );
  });
}

/** The reader gets no welcome, unless another process has claimed them since. */
async function drop({ database }: WelcomesDeps, { id, claimedUntil }: NewReader): Promise<void> {
  await database.em().nativeUpdate(Registration, { id, welcomeDueAt: claimedUntil }, { welcomeDueAt: null });
}

/** An email that went out lately, or goes out soon. */
export interface EmailNearby {
  status: ScheduledEmail['status'];
  isCanceling: boolean;
  /** For the reader. */
  dueAt: Date;
  moment: EmailMoment;
  /** When it goes out to the first readers. */
  scheduledAt: Date;
  /** When it was made for its provider; left out if that is still to come. */
  createdAt?: Date | undefined;
  /** The send, if the emails went out from here and its readers are still known. */
  sendId: number | null;
  /** When its readers were chosen; `null` if they were not yet. */
  startedAt: Date | null;
  /** Whether the readers are being recorded right now. */
  isPreparing: boolean;
  /** Whether another provider has sent it, to everyone at the same time. */
  wentToAll?: boolean;
  /** Whether it was stopped, or ended with the sandbox, so that nobody gets it anymore. */
  isStopped?: boolean;
  /** The first reader whom the warm-up holds back for it, if it has begun. */
  heldFrom?: Place | undefined;
  /** Whether it is not for this reader: they joined too late for it, or the warm-up holds them back. */
  isForOthers?: boolean;
  /** Its word; `undefined` if it was removed. */
  word: (WordInput & { slug: string }) | undefined;
}

const emails = tables<{
  scheduled_emails: ScheduledEmail & { messageName: string };
  words: Word;
  smtp_messages: SmtpMessage;
  smtp_sends: SmtpSend & { messageId: number };
}>();

/** Those whose time came lately, latest first, then those that are next. */
async function emailsAround({ database, now }: WelcomesDeps): Promise<EmailNearby[]> {
  const at = await database.sharedTime(now());
  const query = emails
    .selectFrom('scheduled_emails as email')
    .innerJoin('words as word', 'word.id', 'email.word_id')
    .leftJoin('smtp_messages as message', 'message.name', 'email.message_name')
    .leftJoin('smtp_sends as send', 'send.message_id', 'message.id')
    .select(fields('word', [...wordFields, 'slug']))
    .select([
      'email.status',
      'email.scheduled_date as dueAt',
      ...fields('email', ['day', 'localTime', 'timezone', 'firstAt']),
      'message.created_at as messageCreatedAt',
      'email.cancel_requested_at as cancelRequestedAt',
      'send.id as sendId',
      'send.started_at as startedAt',
      'send.status as sendStatus',
      'send.reason as sendReason',
      'send.is_forgotten as isForgotten',
      'send.held_since as heldSince',
      'send.held_id as heldId',
    ])
    .where(sql<SqlBool>`email.status in ('pending', 'scheduled', 'sent')`);
  const rows = [
    ...(await database.read(
      query
        .where('email.scheduled_date', '<=', at)
        .orderBy('email.scheduled_date', 'desc')
        .orderBy('email.id', 'desc')
        .limit(5),
    )),
    ...(await database.read(
      query
        .where('email.scheduled_date', '>', at)
        .orderBy('email.scheduled_date')
        .orderBy('email.id')
        .limit(3),
    )),
  ];
  return rows.map(
    ({
      status,
      dueAt,
      cancelRequestedAt,
      sendId,
      startedAt,
      sendStatus,
      sendReason,
      isForgotten,
      heldSince,
      heldId,
      slug,
      day,
      localTime,
      timezone,
      firstAt,
      messageCreatedAt,
      ...word
    }) => ({
      status,
      moment: { day, localTime, timezone, at: new Date(dueAt) },
      scheduledAt: new Date(firstAt),
      createdAt: messageCreatedAt === null ? undefined : new Date(messageCreatedAt),
      isCanceling: cancelRequestedAt !== null,
      dueAt: new Date(dueAt),
      sendId: sendId === null || isForgotten ? null : Number(sendId),
      wentToAll: status === 'sent' && sendId === null,
      // Without a send of ours, another provider sent it.
      startedAt: startedAt ? new Date(startedAt) : status === 'sent' ? new Date(dueAt) : null,
      isPreparing: sendStatus === 'preparing',
      isStopped: sendStatus === 'released' && sendReason !== null,
      heldFrom: heldFrom({ heldSince, heldId }),
      word: slug ? { ...word, slug } : undefined,
    }),
  );
}

/** An email as it is for a reader at their own local time. */
function atOwnTime(email: EmailNearby, { ownTime, joinedAt }: NewReader, now: Date): EmailNearby {
  const { moment, createdAt = joinedAt, scheduledAt } = email;
  const own = dueFor(ownTime, moment);
  // It may not be known yet that it goes out this early to someone.
  if (own > now) return { ...email, dueAt: own };
  const dueAt = reachesAt(own, moment, { joinedAt, createdAt, scheduledAt });
  return { ...email, dueAt: dueAt ?? own, isForOthers: dueAt === undefined };
}

/** An email as it is for a reader whom the warm-up reaches on a day. */
function heldBack(
  email: EmailNearby,
  { id, createdAt, confirmedAt = createdAt }: NewReader,
  reachedOn: string,
): EmailNearby {
  const isHeldBack = email.startedAt
    ? email.heldFrom !== undefined && !isBefore({ since: confirmedAt, id }, email.heldFrom)
    : email.moment.day < reachedOn;
  return { ...email, isForOthers: email.isForOthers || isHeldBack };
}

/** What to send to a new reader, and when their next email is due. */
interface WelcomePlan {
  email: EmailNearby & { word: NonNullable<EmailNearby['word']> };
  nextAt: Date | undefined;
}

/**
 * Decides what a reader's welcome shows.
 *
 * @returns `never` if a daily email comes soon or came since they joined, or there is no word to show; `later` while it
 * is being decided who gets one
 */
export function planWelcome(
  around: readonly EmailNearby[],
  joinedAt: Date,
  now: Date,
): WelcomePlan | 'never' | 'later' {
  if (now.getTime() - joinedAt.getTime() > validMs) return 'never';
  // One that has begun elsewhere, or has even ended there, still comes where its time has not.
  const isComing = ({ startedAt, isStopped, isCanceling, dueAt }: EmailNearby) =>
    !isStopped && !isCanceling && (startedAt === null || dueAt > now);
  const coming = around.filter((email) => isComing(email) && !email.isForOthers);
  const comesSoon = coming.some(({ dueAt }) => {
    const inMs = dueAt.getTime() - now.getTime();
    return inMs <= soonMs && inMs > -emailPolicy.latestMs;
  });
  // Who is on the list when an email starts gets it.
  const cameSince = around.some(
    (email) =>
      email.startedAt !== null &&
      !email.isForOthers &&
      !isComing(email) &&
      (email.startedAt >= joinedAt || (email.dueAt >= joinedAt && !email.isStopped)),
  );
  if (comesSoon || cameSince) return 'never';
  if (around.some(({ isPreparing }) => isPreparing)) return 'later';
  const [latest] = around.filter(hasWord).filter((email) => email.startedAt !== null && !isComing(email));
  const [next] = coming.filter(({ dueAt }) => dueAt > now);
  return latest ? { email: latest, nextAt: next?.dueAt } : 'never';
}

const hasWord = (email: EmailNearby): email is WelcomePlan['email'] => email.word !== undefined;

type OwnTime = NewReader['ownTime'];
const noOwnTime: OwnTime = { timezone: null, sendTime: null };

/** Renders each text once for a batch. */
function renderOnce(deps: WelcomesDeps, { text }: { text: string }) {
  const { now, timezone, renderWelcome, autopilot } = deps;
  const rendered = new Map<string, Promise<RenderedEmail>>();
  /** When the autopilot's next email reaches a reader, if it is not filled yet; `undefined` if that has passed for them. */
  async function usualFor(ownTime: OwnTime): Promise<Date | undefined> {
    const usual = await autopilot.nextMorning();
    if (!usual?.isFilled) return undefined;
    const { day, time: localTime } = dayTimeOf(usual.at, timezone);
    const at = dueFor(ownTime, { day, localTime, timezone, at: usual.at });
    return at > now() ? at : undefined;
  }
  return async (
    { email, nextAt }: WelcomePlan,
    ownTime: OwnTime,
    reachedOn: string | undefined,
  ): Promise<RenderedEmail> => {
    const at = nextAt ?? (reachedOn === undefined ? await usualFor(ownTime) : undefined);
    const when = at
      ? showSoon(at, { now: now(), timezone: ownTime.timezone ?? timezone })
      : reachedOn && `about ${showDay(reachedOn)}, because we add readers little by little`;
    const welcome = `${text}\n\n${
      when ? `Your first word comes ${when}. Until then, here is the latest one.` : 'Here is the latest word.'
    }`;
    const key = `${email.word.slug} ${welcome}`;
    const known = rendered.get(key);
    if (known) return known;
    const rendering = renderWelcome(email.word, { day: calendarDay(now(), timezone), welcome });
    rendered.set(key, rendering);
    return rendering;
  };
}
