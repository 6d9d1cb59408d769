import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { keepPassing, type PassEvent, type Passing, type PassReport, type Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import { scheduleJob } from 'node-schedule';
import type { Log } from '../http/request-log.ts';

export interface Processor {
  /** Starts with a pass: work left over from when the server was down should not wait longer. */
  start(): void;
  /** Runs a pass now, unless one is running. */
  pass(): void;
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
}

/** Runs a pass every five minutes and, in between, handles new readers and emails that are sent from here. */
export function createProcessor(
  { processor }: Pick<Wordrise, 'processor'>,
  { log, onFinished = () => {}, betweenSignupsMs = 15_000 }: ProcessorOptions,
): Processor {
  const stopping = new AbortController();
  const { signal } = stopping;
  let passing: Passing | undefined;
  let signups: Promise<void> | undefined;
  let moreSignups = false;
  let job: ReturnType<typeof scheduleJob> | undefined;
  // Outside of the request that signed up, whose wait for the database is limited.
  const outside = AsyncLocalStorage.snapshot();
  const onEvent = (event: PassEvent) => log[event.outcome === 'failed' ? 'warn' : 'info'](event, 'processor');

  async function subscribeNewReaders(): Promise<void> {
    while (moreSignups && !signal.aborted) {
      moreSignups = false;
      await processor
        .subscribeNewReaders({ onEvent, signal })
        .catch((error) => log.error({ err: error }, 'new readers are left for the next pass'));
      await wait(betweenSignupsMs, undefined, { signal }).catch(() => {});
    }
    signups = undefined;
  }

  return {
    start() {
      const onFailed = (error: unknown) => log.error({ err: error }, 'the pass failed');
      passing = keepPassing(processor, { onEvent, onFinished, onFailed });
      job = scheduleJob(`*/${timings.processorEveryMinutes} * * * *`, passing.pass);
    },
    pass: () => passing?.pass(),
    signedUp() {
      moreSignups = true;
      signups ??= outside(subscribeNewReaders);
    },
    async stop() {
      stopping.abort();
      job?.cancel();
      await Promise.all([passing?.stop(), signups]);
    },
  };
}
