import type { SendCounts } from '../mail/mail-provider.ts';
import type { PassOptions } from './pass-event.ts';
import { dailyCalls } from './policy.ts';
import { ProcessorRun } from './processor-run.ts';
import { type PassDeps, type PassReport, runPass } from './run-pass.ts';
import { subscribeReaders } from './subscribe-readers.ts';

export interface DeliveryDeps extends PassDeps {
  /** Called before each pass: the sandbox sends what is due, so that the pass sees it as sent. */
  beforePass: () => Promise<unknown>;
}

/** What a pass would find to do. */
export interface PendingCounts {
  /** Readers that the provider does not have yet. */
  signups: number;
  /** Emails that the provider does not have yet. */
  emails: number;
  /** Emails whose time has come and that the provider will be asked about. */
  due: number;
  /** Expired sessions. */
  sessions: number;
}

/** Brings readers and emails to the email provider. */
export interface Delivery {
  /**
   * Runs one pass: submits new readers and pending emails to the provider, records what was sent, and clears what has
   * expired. Passes may run at the same time, in any number of processes. An aborted pass ends soon and still returns
   * its report.
   */
  runPass(options?: PassOptions): Promise<PassReport>;
  /**
   * Asks new readers to confirm, and subscribes them, without waiting for the next pass, so that someone who signs up
   * shortly before an email gets it. On a day with very many calls, this is left to the pass.
   */
  subscribeNewReaders(options?: PassOptions): Promise<void>;
  /**
   * Whether another pass has emails to send right now. Only if they are sent to each reader from here; one pass sends
   * for a few seconds.
   */
  hasMore(): Promise<boolean>;
  /** The progress of emails that are sent to each reader from here; `undefined` if the provider sends them. */
  sending(): Promise<SendCounts | undefined>;
  /** Counts what the next pass would do, and changes nothing. */
  countPending(): Promise<PendingCounts>;
  /**
   * When a pass last finished, in any process; `undefined` if none ever did. A pass that was stopped does not count: it
   * may have left everything to the next one.
   */
  lastPass(): Promise<{ finishedAt: Date; failures: number } | undefined>;
}

export function openDelivery(deps: DeliveryDeps): Delivery {
  const { database, now, emails, readers, confirmations, sessions, callsLeft, beforePass } = deps;
  return {
    async runPass(options) {
      await beforePass();
      return runPass(deps, options);
    },
    async subscribeNewReaders({ onEvent = () => {}, signal } = {}) {
      await confirmations.sendDue({ onEvent, signal });
      if ((await callsLeft()) > dailyCalls.keptFromPromptReaders) {
        await subscribeReaders(deps, { onEvent, signal });
      }
    },
    hasMore: async () => (await (await deps.provider()).deliveries?.isDue()) ?? false,
    sending: async () => (await deps.provider()).deliveries?.counts(),
    async countPending() {
      const counts = [
        readers.countWaiting(),
        emails.countPending(),
        emails.countDue(now()),
        sessions.countExpired(),
      ] as const;
      const [waiting, pending, due, expired] = await Promise.all(counts);
      return { signups: waiting, emails: pending, due, sessions: expired };
    },
    async lastPass() {
      return (await database.em().findOne(ProcessorRun, { id: 1 })) ?? undefined;
    },
  };
}
