import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent, PassReport, Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import { scheduleJob } from 'node-schedule';
import type { Log } from '../http/request-log.ts';

export interface Processor {
  /** Starts with a pass: work left over from when the server was down should not wait longer. */
  start(): void;
  /** Subscribes new readers soon, together with others who sign up in the meantime. */
  signedUp(): void;
  /** Ends a running pass early. */
  stop(): Promise<void>;
}

export interface ProcessorOptions {
  log: Log;
  onFinished?: (report: PassReport) => void;
  /**
   * The pause after new readers were subscribed, so that a crowd is subscribed together. 15 s unless a test needs less.
   */
  betweenSignupsMs?: number;
  /** How often to check for emails to send from here. 2 s unless a test needs less. */
  lookEveryMs?: number;
}

/** Runs a pass every five minutes and, in between, handles new readers and emails that are sent from here. */
export function createProcessor(
  { delivery }: Pick<Wordrise, 'delivery'>,
  { log, onFinished = () => {}, betweenSignupsMs = 15_000, lookEveryMs = 2000 }: ProcessorOptions,
): Processor {
  const stopping = new AbortController();
  const { signal } = stopping;
  let pass: Promise<void> | undefined;
  let signups: Promise<void> | undefined;
  let sending: Promise<void> | undefined;
  let moreSignups = false;
  let job: ReturnType<typeof scheduleJob> | undefined;
  const onEvent = (event: PassEvent) => log[event.outcome === 'failed' ? 'warn' : 'info'](event, 'processor');

  function runPass(): void {
    // A pass that takes longer than five minutes is not overtaken by the next.
    pass ??= delivery
      .runPass({ onEvent, signal })
      .then(onFinished)
      .catch((error) => log.error({ err: error }, 'the pass failed'))
      .finally(() => {
        pass = undefined;
      });
  }

  /** Sends emails from here on time, and for as long as it takes. */
  async function sendWhatIsDue(): Promise<void> {
    while (!signal.aborted) {
      await pass;
      // An error here will occur again in the next pass, which reports it.
      if (await delivery.hasMore().catch(() => false)) runPass();
      else await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async function subscribeNewReaders(): Promise<void> {
    while (moreSignups && !signal.aborted) {
      moreSignups = false;
      await delivery
        .subscribeNewReaders({ onEvent, signal })
        .catch((error) => log.error({ err: error }, 'new readers are left for the next pass'));
      await wait(betweenSignupsMs, undefined, { signal }).catch(() => {});
    }
    signups = undefined;
  }

  return {
    start() {
      job = scheduleJob(`*/${timings.processorEveryMinutes} * * * *`, runPass);
      runPass();
      sending = sendWhatIsDue();
    },
    signedUp() {
      moreSignups = true;
      signups ??= subscribeNewReaders();
    },
    async stop() {
      stopping.abort();
      job?.cancel();
      await Promise.all([pass, signups, sending]);
    },
  };
}
