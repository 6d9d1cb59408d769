import type { MailProvider } from '../mail/mail-provider.ts';
import type { PassEvent, PassOptions, StepContext, StepEnd } from '../mail/pass-event.ts';
import { clockPolicy, isOutage, outcomeOf } from '../mail/policy.ts';
import { requireNotHeld } from '../mail/sending-hold.ts';
import type { Audit } from '../owner/audit.ts';
import type { SessionStore } from '../owner/session-store.ts';
import { aheadOrBehind } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import { forgetExpiredAttempts } from '../platform/rate-limits/attempt-limits.ts';
import {
  type SubscribeDeps,
  subscribeReaders,
  type TakeOffDeps,
  takeOffRemoved,
} from '../readers/list-sync/subscribe-readers.ts';
import type { Readers } from '../readers/open-readers.ts';
import { type ConfirmationsDeps, sendConfirmations } from '../readers/send-confirmations.ts';
import type { Autopilot } from '../schedule/autopilot/open-autopilot.ts';
import { type SendLessonsDeps, sendLessons } from '../schedule/course/send-lessons.ts';
import { type FollowOwnTimesDeps, followOwnTimes } from '../schedule/follow-own-times.ts';
import { type FollowTextsDeps, followTexts } from '../schedule/follow-texts.ts';
import { type FollowTimezoneDeps, followTimezone } from '../schedule/follow-timezone.ts';
import { type FollowRecallsDeps, followRecalls } from '../schedule/recall.ts';
import { sendWelcomes, type WelcomesDeps } from '../schedule/send-welcomes.ts';
import { cancelLateSends, followSends } from '../schedule/submit/follow-sends.ts';
import { type SubmitDeps, submitPending } from '../schedule/submit/submit-email.ts';
import { type MakeWeeklyDeps, makeWeeklyEmails } from '../schedule/weekly/make-weekly-emails.ts';
import { storeLastPass } from '../watch/last-pass.ts';
import type { Alerts } from '../watch/open-alerts.ts';
import type { Words } from '../words/open-words.ts';

export interface PassDeps
  extends FollowTimezoneDeps,
    FollowOwnTimesDeps,
    SubmitDeps,
    SubscribeDeps,
    TakeOffDeps,
    ConfirmationsDeps,
    WelcomesDeps,
    MakeWeeklyDeps,
    SendLessonsDeps,
    FollowRecallsDeps,
    FollowTextsDeps {
  database: OpenDatabase;
  readers: Pick<Readers, 'bounceMailbox' | 'addresses'> & {
    ownPage: Pick<Readers['ownPage'], 'clearLeavingReasons'>;
  };
  autopilot: Pick<Autopilot, 'fill' | 'nextMorning' | 'usualTime'>;
  words: Pick<Words, 'checkWaiting'>;
  sessions: Pick<SessionStore, 'countExpired' | 'endExpired'>;
  audit: Pick<Audit, 'clearOld'>;
  alerts: Pick<Alerts, 'afterPass'>;
}

/** How a pass ended. */
export interface PassReport {
  startedAt: string;
  finishedAt: string;
  /** Events by outcome. */
  done: number;
  waiting: number;
  failed: number;
}

/**
 * Runs one pass: submits new readers and pending emails to the provider, records what was sent, and clears what has
 * expired. Each step runs even if the one before failed, but a provider that is down is noticed only once. Passes may
 * run at the same time.
 */
export async function runPass(
  deps: PassDeps,
  { onEvent = () => {}, signal }: PassOptions = {},
): Promise<PassReport> {
  const { database } = deps;
  const aheadMs = await database.clockAheadMs();
  const now = () => new Date(deps.now().getTime() - aheadMs);
  const startedAt = now();
  const counts = { done: 0, waiting: 0, failed: 0 };
  let failures = 0;
  const context: StepContext = {
    signal,
    onEvent({ isKept, ...event }) {
      counts[event.outcome] += 1;
      if (event.outcome === 'failed' && !isKept) failures += 1;
      onEvent(event);
    },
  };
  if (isClockWrong(aheadMs)) {
    context.onEvent({ step: 'pass', outcome: 'failed', message: wrongClock(aheadMs) });
    return { startedAt: startedAt.toISOString(), finishedAt: now().toISOString(), ...counts };
  }
  const away = await runSteps({ ...deps, now }, context);
  const finishedAt = now();
  if (!signal?.aborted) {
    await storeLastPass(database, { finishedAt, failures });
    await survive(context, 'alerts', () => deps.alerts.afterPass(away, context));
  }
  return { startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), ...counts };
}

/** Whether this process must do nothing: it would send, cancel and delete at the wrong time. */
export const isClockWrong = (aheadMs: number) => Math.abs(aheadMs) > clockPolicy.mostDifferenceMs;

/** Why this process does nothing, for the owner. */
export function wrongClock(aheadMs: number): string {
  return `The clock of this machine is ${aheadOrBehind(aheadMs)} the database server's. Until they agree, this process sends and deletes nothing: set both clocks by a time server.`;
}

/** @returns what was reported about a provider that is down */
async function runSteps(deps: PassDeps, context: StepContext): Promise<string | undefined> {
  let latest = '';
  const listening: StepContext = {
    ...context,
    onEvent(event) {
      latest = event.message;
      context.onEvent(event);
    },
  };
  let away: string | undefined;
  let isAway = false;
  const isHeld = await reportHold(deps, context);
  for (const { step, run, callsProvider, reachesOut } of steps) {
    if (context.signal?.aborted) break;
    if (isAway && callsProvider) continue;
    if (isHeld && (callsProvider || reachesOut)) continue;
    await survive(context, step, async () => {
      const end = await run(deps, listening);
      if (end !== 'away' && end !== 'held up') return;
      away = latest;
      isAway = end === 'away';
    });
  }
  return away;
}

/** A restored copy may not send yet. The provider is not away, so nobody is notified of an outage. */
async function reportHold({ database }: PassDeps, { onEvent }: StepContext): Promise<boolean> {
  try {
    await requireNotHeld(database);
    return false;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    onEvent({ step: 'pass', outcome: 'waiting', message: error.message });
    return true;
  }
}

async function survive(
  { onEvent }: StepContext,
  step: PassEvent['step'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    onEvent({ step, outcome: 'failed', message: `This step failed: ${reason}` });
  }
}

interface Step {
  step: PassEvent['step'];
  /** Returns a `StepEnd` if it calls the provider. */
  run: (deps: PassDeps, context: StepContext) => Promise<unknown>;
  callsProvider?: true;
  /** Sends emails or empties a mailbox without the provider. */
  reachesOut?: true;
}

const steps: Step[] = [
  // First, because others ask for the emails of a day.
  { step: 'mornings', run: followTimezone },
  { step: 'mornings', run: followOwnTimes },
  { step: 'signups', run: takeOffRemoved, callsProvider: true },
  { step: 'signups', run: subscribeReaders, callsProvider: true },
  // Sent by our own mail server, regardless of the provider.
  { step: 'signups', run: sendConfirmations, reachesOut: true },
  { step: 'emails', run: cancelLateSends, callsProvider: true },
  // Before the pending emails are submitted, so that new choices go to the provider in the same pass.
  { step: 'mornings', run: ({ autopilot }, context) => autopilot.fill(context) },
  // Before they are submitted again, and after those of three days before were canceled or chosen.
  { step: 'emails', run: followRecalls, callsProvider: true },
  { step: 'emails', run: followTexts, callsProvider: true },
  { step: 'emails', run: submitPending, callsProvider: true },
  // After the words that it lists were submitted.
  { step: 'emails', run: makeWeeklyEmails, callsProvider: true },
  { step: 'emails', run: sendLessons, callsProvider: true },
  { step: 'deliveries', run: runDeliveries, callsProvider: true },
  // After the deliveries, so that nobody gets both.
  { step: 'signups', run: sendWelcomes, reachesOut: true },
  { step: 'sent', run: followSends, callsProvider: true },
  { step: 'bounces', run: ({ readers }, context) => readers.bounceMailbox.read(context), reachesOut: true },
  { step: 'words', run: ({ words }, { signal }) => words.checkWaiting({ signal }) },
  { step: 'sessions', run: endSessions },
  { step: 'addresses', run: clearAddresses },
  { step: 'leaving reasons', run: clearLeavingReasons },
  { step: 'audit', run: clearActivity },
  // Attempts hold visitors' addresses, and nobody needs them once they expire.
  { step: 'limits', run: forgetExpiredAttempts },
  // Last, because it takes long when there is much to delete.
  { step: 'deliveries', run: forgetDeliveries, callsProvider: true },
];

async function endSessions({ sessions }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await sessions.endExpired();
  if (count === 0) return;
  const message = count === 1 ? '1 expired session ended' : `${count} expired sessions ended`;
  onEvent({ step: 'sessions', outcome: 'done', count, message });
}

async function clearAddresses({ readers }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await readers.addresses.clearOld();
  if (count === 0) return;
  const message =
    count === 1
      ? 'The IP address of 1 signup was cleared'
      : `The IP addresses of ${count} signups were cleared`;
  onEvent({ step: 'addresses', outcome: 'done', count, message });
}

async function clearLeavingReasons({ readers }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await readers.ownPage.clearLeavingReasons();
  if (count === 0) return;
  const message =
    count === 1
      ? '1 answer of a reader who left was deleted after a year'
      : `${count} answers of readers who left were deleted after a year`;
  onEvent({ step: 'leaving reasons', outcome: 'done', count, message });
}

async function clearActivity({ audit }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await audit.clearOld();
  if (count === 0) return;
  const message =
    count === 1
      ? '1 entry of the activity log was deleted'
      : `${count} entries of the activity log were deleted`;
  onEvent({ step: 'audit', outcome: 'done', count, message });
}

/**
 * Lets a provider that sends to each reader from here send what is due, for one time slice. The other steps use our own
 * database, so a mail server that is down does not end them.
 */
async function runDeliveries(
  { provider }: { provider: () => Promise<MailProvider> },
  { onEvent, signal }: StepContext,
): Promise<StepEnd> {
  const { deliveries } = await provider();
  try {
    await deliveries?.run({ signal, onEvent: (event) => onEvent({ step: 'deliveries', ...event }) });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    onEvent({ step: 'deliveries', outcome: outcomeOf(error), message: error.message });
    return isOutage(error) ? 'held up' : undefined;
  }
  return undefined;
}

/** Lets such a provider delete what it has kept long enough, while there is nothing to send. */
async function forgetDeliveries(
  { provider }: { provider: () => Promise<MailProvider> },
  { signal }: StepContext,
): Promise<void> {
  try {
    await (await provider()).deliveries?.forget({ signal });
  } catch (error) {
    // The steps before have reported a provider that cannot be used.
    if (!isDomainError(error)) throw error;
  }
}
