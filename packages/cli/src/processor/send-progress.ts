import type { Wordrise } from '@wordrise/core';
import type { Output } from '../command-line/output.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';

const askEveryMs = 1000;

/**
 * A progress bar on a terminal for an email that is sent to readers from here. It counts from when it appears, so that
 * rate and time left are right for an email that started earlier.
 */
export function showSends(out: Output, { delivery }: Pick<Wordrise, 'delivery'>) {
  let bar: ReturnType<typeof createProgressBar> | undefined;
  let first = 0;

  async function draw(): Promise<void> {
    const latest = (await delivery.sending().catch(() => undefined))?.latest;
    if (latest?.status !== 'sending') return clear();
    const { recipients, queued, inFlight, deferred } = latest;
    const ended = recipients - queued - inFlight - deferred;
    if (!bar) first = ended;
    bar ??= createProgressBar(out, 'readers');
    const done = ended - first;
    bar.update({ done, total: recipients - first, count: done });
  }

  function clear(): void {
    bar?.clear();
  }

  const timer = out.showsProgress ? setInterval(() => void draw(), askEveryMs) : undefined;
  return {
    /** Makes room for a line; the bar reappears on its own. */
    clear,
    stop(): void {
      clearInterval(timer);
      clear();
    },
  };
}
