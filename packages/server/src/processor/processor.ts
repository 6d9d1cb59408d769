import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent, PassReport, Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import { scheduleJob } from 'node-schedule';
import type { Log } from '../http/request-log.ts';

export interface Processor {
  /** Begins with a pass: what waited while the server was down should not wait longer. */
  start(): void;
  /** Hands new readers over soon, together with those who come meanwhile. */
  signedUp(): void;
  stop(): Promise<void>;
}

export interface ProcessorOptions {
  log: Log;
  onFinished?: (report: PassReport) => void;
  /** So long after new readers were handed over the next are: a crowd goes together. 15 s unless a test has less time. */
  betweenSignupsMs?: number;
}

/** The pass every five minutes, and new readers in between. */
export function createProcessor(
  { delivery }: Pick<Wordrise, 'delivery'>,
  { log, onFinished = () => {}, betweenSignupsMs = 15_000 }: ProcessorOptions,
): Processor {
  const stopping = new AbortController();
  let pass: Promise<void> | undefined;
  let signups: Promise<void> | undefined;
  let moreSignups = false;
  let job: ReturnType<typeof scheduleJob> | undefined;
  const tell = (event: PassEvent) => log[event.outcome === 'failed' ? 'warn' : 'info'](event, 'processor');

  function runPass(): void {
    // A pass that takes longer than five minutes is not overtaken by the next.
    pass ??= delivery
      .runPass(tell)
      .then(onFinished)
      .catch((error) => log.error({ err: error }, 'the pass broke off'))
      .finally(() => {
        pass = undefined;
      });
  }

  async function handOverSignups(): Promise<void> {
    while (moreSignups && !stopping.signal.aborted) {
      moreSignups = false;
      await delivery
        .handOverSignups(tell)
        .catch((error) => log.error({ err: error }, 'new readers wait for the next pass'));
      await wait(betweenSignupsMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    signups = undefined;
  }

  return {
    start() {
      job = scheduleJob(`*/${timings.processorEveryMinutes} * * * *`, runPass);
      runPass();
    },
    signedUp() {
      moreSignups = true;
      signups ??= handOverSignups();
    },
    async stop() {
      stopping.abort();
      job?.cancel();
      await Promise.all([pass, signups]);
    },
  };
}
