import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent } from '../mail/pass-event.ts';
import type { Processor } from './open-processor.ts';
import type { PassReport } from './pass.ts';

/** How often to check for work that is due. */
const lookEveryMs = 2000;

interface KeepPassingOptions {
  onEvent: (event: PassEvent) => void;
  onFinished: (report: PassReport) => void;
  /** A pass failed, such as while the database restarts. The next one tries again. */
  onFailed: (error: unknown) => void;
}

export interface Passing {
  /** Runs a pass, unless one is running: a pass that takes longer than five minutes is not overtaken by the next. */
  pass(): void;
  /** Ends a running pass early. */
  stop(): Promise<void>;
}

/**
 * Runs a pass at once, because work left over from when no process ran should not wait longer, and whenever something is
 * due, for as long as that takes. The caller asks for the pass of every five minutes.
 */
export function keepPassing(
  processor: Pick<Processor, 'runPass' | 'hasMore'>,
  { onEvent, onFinished, onFailed }: KeepPassingOptions,
): Passing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | undefined;

  function pass(): void {
    running ??= processor
      .runPass({ onEvent, signal })
      .then(onFinished)
      .catch(onFailed)
      .finally(() => {
        running = undefined;
      });
  }

  async function passWhenDue(): Promise<void> {
    while (!signal.aborted) {
      await running;
      // An error here will occur again in the next pass, which reports it.
      if (await processor.hasMore().catch(() => false)) pass();
      else await wait(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  pass();
  const looking = passWhenDue();
  return {
    pass,
    async stop() {
      stopping.abort();
      await Promise.all([running, looking]);
    },
  };
}
