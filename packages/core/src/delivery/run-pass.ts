import type { OpenDatabase } from '../database/open-database.ts';
import { forgetExpiredAttempts } from '../limits/forget-expired-attempts.ts';
import { cancelLateSends } from './cancel-late-sends.ts';
import { followSends } from './follow-sends.ts';
import type { PassEvent, PassOptions, StepContext } from './pass-event.ts';
import { ProcessorRun } from './processor-run.ts';
import { runDeliveries } from './run-deliveries.ts';
import type { SubmitDeps } from './submit-email.ts';
import { submitPending } from './submit-pending.ts';
import { type SubscribeDeps, subscribeReaders } from './subscribe-readers.ts';
import { takeOffRemoved } from './take-off.ts';

export interface PassDeps extends SubmitDeps, SubscribeDeps {
  database: OpenDatabase;
  sessions: ExpiredSessions;
  addresses: SignupAddresses;
  audit: ActivityLog;
  alerts: PassAlerts;
  mornings: OpenMornings;
  confirmations: Confirmations;
  bounces: ReturnedEmails;
}

/** Asks readers to confirm their signup. */
interface Confirmations {
  sendDue(context: StepContext): Promise<void>;
}

/** Emails that bounced. This step runs after sending, so that a slow mailbox does not delay it. */
interface ReturnedEmails {
  readMailbox(context: StepContext): Promise<void>;
}

/** The activity log of the admin area. A pass deletes entries that have been kept long enough. */
interface ActivityLog {
  /** @returns how many entries */
  clearOld(): Promise<number>;
}

/** Notifies the owner. Runs last, so that it delays neither emails nor readers. */
interface PassAlerts {
  /** @param away Why the pass could not reach the email provider, if so */
  afterPass(away: string | undefined, context: StepContext): Promise<void>;
}

/** The mornings that still need a word. A pass fills them if the autopilot is on. */
interface OpenMornings {
  fill(context: StepContext): Promise<void>;
}

/** The IP addresses that signups came from; a pass clears those that have been kept long enough. */
interface SignupAddresses {
  /** @returns how many; a large backlog takes several passes */
  clearOld(): Promise<number>;
}

/** The sessions of the admin area; a pass deletes those that have expired. */
interface ExpiredSessions {
  countExpired(): Promise<number>;
  /** @returns how many */
  endExpired(): Promise<number>;
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
 * expired. Each step runs even if the one before failed, but a provider that is away is noticed only once. Passes may
 * run at the same time.
 */
export async function runPass(
  deps: PassDeps,
  { onEvent = () => {}, signal }: PassOptions = {},
): Promise<PassReport> {
  const { database, now } = deps;
  const startedAt = now();
  const counts = { done: 0, waiting: 0, failed: 0 };
  const context: StepContext = {
    signal,
    onEvent(event) {
      counts[event.outcome] += 1;
      onEvent(event);
    },
  };
  const away = await runSteps(deps, context);
  const finishedAt = now();
  if (!signal?.aborted) {
    const run = { id: 1, finishedAt, failures: counts.failed };
    await database.em().upsert(ProcessorRun, run, { onConflictFields: ['id'] });
    await survive(context, 'alerts', () => deps.alerts.afterPass(away, context));
  }
  return { startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), ...counts };
}

/** @returns what was reported about a provider that is away */
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
  for (const { step, run, callsProvider } of steps) {
    if (context.signal?.aborted) break;
    if (isAway && callsProvider) continue;
    await survive(context, step, async () => {
      const end = await run(deps, listening);
      if (end !== 'away' && end !== 'held up') return;
      away = latest;
      isAway = end === 'away';
    });
  }
  return away;
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
}

const steps: Step[] = [
  { step: 'signups', run: takeOffRemoved, callsProvider: true },
  { step: 'signups', run: subscribeReaders, callsProvider: true },
  // Sent by our own mail server, regardless of the provider.
  { step: 'signups', run: ({ confirmations }, context) => confirmations.sendDue(context) },
  { step: 'emails', run: cancelLateSends, callsProvider: true },
  // Runs before the pending emails are submitted, so that new choices go to the provider in the same pass.
  { step: 'mornings', run: ({ mornings }, context) => mornings.fill(context) },
  { step: 'emails', run: submitPending, callsProvider: true },
  { step: 'deliveries', run: runDeliveries, callsProvider: true },
  { step: 'sent', run: followSends, callsProvider: true },
  { step: 'bounces', run: ({ bounces }, context) => bounces.readMailbox(context) },
  { step: 'sessions', run: endSessions },
  { step: 'addresses', run: clearAddresses },
  { step: 'audit', run: clearActivity },
  // Attempts hold visitors' addresses, and nobody needs them once they expire.
  { step: 'limits', run: forgetExpiredAttempts },
];

async function endSessions({ sessions }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await sessions.endExpired();
  if (count === 0) return;
  const message = count === 1 ? '1 expired session ended' : `${count} expired sessions ended`;
  onEvent({ step: 'sessions', outcome: 'done', count, message });
}

async function clearAddresses({ addresses }: PassDeps, { onEvent }: StepContext): Promise<void> {
  const count = await addresses.clearOld();
  if (count === 0) return;
  const message =
    count === 1
      ? 'The IP address of 1 signup was cleared'
      : `The IP addresses of ${count} signups were cleared`;
  onEvent({ step: 'addresses', outcome: 'done', count, message });
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
