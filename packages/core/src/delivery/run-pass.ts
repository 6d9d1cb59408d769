import { endExpiredSessions } from '../accounts/session-store.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { forgetExpiredAttempts } from '../limits/forget-expired-attempts.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import type { RenderWord } from '../templates/template-store.ts';
import { followScheduled } from './follow-sends.ts';
import type { PassEvent } from './pass-event.ts';
import { ProcessorRun } from './processor-run.ts';
import { handOverPending } from './submit-pending.ts';
import { handOverSignups } from './subscribe-readers.ts';

export interface PassDeps {
  database: OpenDatabase;
  provider: MailProvider;
  render: RenderWord;
  now: () => Date;
  /** Calls to the provider that are left today. */
  callsLeft?: () => Promise<number>;
}

/** How a pass ended; the things done are told one by one while it runs. */
export interface PassReport {
  startedAt: string;
  finishedAt: string;
  done: number;
  /** To be tried again by the next pass. */
  waiting: number;
  /** Needs somebody's attention. */
  failed: number;
}

/**
 * One pass: new signups to the provider, pending emails to the provider, what was sent, expired
 * sessions. Each step survives the failure of the one before. Passes may run at once.
 *
 * @param onEvent Told of each thing as it is done; nothing is gathered, so memory does not grow with the backlog.
 */
export async function runPass(
  deps: PassDeps,
  onEvent: (event: PassEvent) => void = () => {},
): Promise<PassReport> {
  const { database, now } = deps;
  const startedAt = now();
  const counts = { done: 0, waiting: 0, failed: 0 };
  const forkEm = () => database.em();
  const tell = (event: PassEvent) => {
    counts[event.outcome] += 1;
    onEvent(event);
  };
  const common = { ...deps, forkEm, onEvent: tell };
  const steps: [PassEvent['step'], () => Promise<void>][] = [
    ['signups', () => handOverSignups(common)],
    ['emails', () => handOverPending(common)],
    ['sent', () => followScheduled(common)],
    ['sessions', () => endSessions(common)],
    // They hold visitors' addresses, and nobody needs them any more.
    ['limits', () => forgetExpiredAttempts(common)],
  ];
  for (const [step, run] of steps) {
    try {
      await run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell({ step, outcome: 'failed', message: `This step broke off: ${reason}` });
    }
  }
  const finishedAt = now();
  const run = { id: 1, finishedAt, failures: counts.failed };
  await forkEm().upsert(ProcessorRun, run, { onConflictFields: ['id'] });
  return { startedAt: startedAt.toISOString(), finishedAt: finishedAt.toISOString(), ...counts };
}

async function endSessions(
  deps: PassDeps & { forkEm: () => ReturnType<OpenDatabase['em']>; onEvent: (event: PassEvent) => void },
) {
  const ended = await endExpiredSessions(deps);
  if (ended === 0) return;
  const message = ended === 1 ? '1 expired session ended' : `${ended} expired sessions ended`;
  deps.onEvent({ step: 'sessions', outcome: 'done', count: ended, message });
}

/** When the processor last finished a pass; `undefined` where it never has. */
export async function lastPass(
  database: OpenDatabase,
): Promise<{ finishedAt: Date; failures: number } | undefined> {
  return (await database.em().findOne(ProcessorRun, { id: 1 })) ?? undefined;
}
