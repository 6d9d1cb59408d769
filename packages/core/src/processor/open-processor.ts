import type { SendCounts } from '../mail/mail-provider.ts';
import type { PassOptions } from '../mail/pass-event.ts';
import { dailyCalls } from '../mail/policy.ts';
import { heldSince } from '../mail/sending-hold.ts';
import { countWaiting } from '../readers/list-sync/claim-readers.ts';
import { subscribeReaders } from '../readers/list-sync/subscribe-readers.ts';
import { sendConfirmations } from '../readers/send-confirmations.ts';
import { sendWelcomes } from '../schedule/send-welcomes.ts';
import { type LastPass, readLastPass } from '../watch/last-pass.ts';
import { isClockWrong, type PassDeps, type PassReport, runPass, wrongClock } from './pass.ts';

export interface ProcessorDeps extends PassDeps {
  /** Called before each pass: the sandbox sends what is due, so that the pass sees it as sent. */
  beforePass: () => Promise<unknown>;
}

/** What a pass would find to do. */
export interface PendingCounts {
  /** Readers that the provider does not have yet. */
  signups: number;
  /** Emails that the provider does not have yet. */
  emails: number;
  /** Emails whose time has come: the provider is asked about them, or they are sent from here. */
  due: number;
  /** Expired sessions. */
  sessions: number;
}

/** Brings readers and emails to the email provider. */
export interface Processor {
  /**
   * Runs one pass: submits new readers and pending emails to the provider, records what was sent, and clears what has
   * expired. Passes may run at the same time, in any number of processes. An aborted pass ends soon and still returns
   * its report.
   */
  runPass(options?: PassOptions): Promise<PassReport>;
  /**
   * Asks new readers to confirm, subscribes them and welcomes them, without waiting for the next pass, so that someone
   * who signs up shortly before an email gets it. On a day with very many calls, this is left to the pass.
   */
  subscribeNewReaders(options?: PassOptions): Promise<void>;
  /**
   * Whether a pass should run right now, before its usual time: there are emails to send to each reader from here, or
   * reports in the bounce mailbox, of which one pass does as much as it can in a few seconds; or since the last pass of
   * this process an email was stored, perhaps by another process, or the time of one has come.
   */
  hasMore(): Promise<boolean>;
  /** The progress of emails that are sent to each reader from here; `undefined` if the provider sends them. */
  sending(): Promise<SendCounts | undefined>;
  /** Why passes of this process do nothing; `undefined` if they work. */
  clockProblem(): Promise<string | undefined>;
  /** Counts what the next pass would do, and changes nothing. */
  countPending(): Promise<PendingCounts>;
  /**
   * When a pass last finished, in any process; `undefined` if none ever did. A pass that was stopped does not count: it
   * may have left everything to the next one.
   */
  lastPass(): Promise<LastPass | undefined>;
}

export function openProcessor(deps: ProcessorDeps): Processor {
  const { database, now, emails, sessions, callsLeft, beforePass } = deps;
  let passedAt: Date | undefined;
  return {
    async runPass(options) {
      await beforePass();
      passedAt = now();
      return runPass(deps, options);
    },
    async subscribeNewReaders({ onEvent = () => {}, signal } = {}) {
      if (await heldSince(database)) return;
      await sendConfirmations(deps, { onEvent, signal });
      if ((await callsLeft()) > dailyCalls.keptFromPromptReaders) {
        await subscribeReaders(deps, { onEvent, signal });
        await sendWelcomes(deps, { onEvent, signal });
      }
    },
    async hasMore() {
      if (isClockWrong(await database.clockAheadMs())) return false;
      if (deps.readers.bounceMailbox.hasMore() || (await (await deps.provider()).deliveries?.isDue()))
        return true;
      return passedAt !== undefined && emails.hasNews({ after: passedAt, until: now() });
    },
    sending: async () => (await deps.provider()).deliveries?.counts(),
    async clockProblem() {
      const aheadMs = await database.clockAheadMs();
      return isClockWrong(aheadMs) ? wrongClock(aheadMs) : undefined;
    },
    async countPending() {
      const counts = [
        countWaiting(database),
        emails.countPending(),
        emails.countDue(now()),
        sessions.countExpired(),
      ] as const;
      const [waiting, pending, due, expired] = await Promise.all(counts);
      return { signups: waiting, emails: pending, due, sessions: expired };
    },
    lastPass: () => readLastPass(database),
  };
}
