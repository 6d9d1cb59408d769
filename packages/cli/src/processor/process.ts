import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent, PassReport, Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import { type Cli, settingNotes } from '../command-line/cli.ts';
import { stopSignal, stopStatus } from '../command-line/interruption.ts';
import type { Output } from '../command-line/output.ts';
import { createProgressBar } from '../command-line/progress.ts';
import { inWords, oneLine } from '../command-line/text.ts';

export async function processOnce(cli: Cli, { watch }: { watch?: boolean }): Promise<void> {
  const wordrise = await cli.open();
  // Not with --quiet: cron would mail them after each pass.
  if (!cli.out.quiet) for (const note of await settingNotes()) cli.out.warn(note);
  if (cli.dryRun) return showPending(cli, wordrise);
  const stop = stopSignal();
  if (watch) return watchUntil(stop, cli, wordrise);
  const printer = createPrinter(cli, wordrise);
  const report = await runPasses(wordrise, { onEvent: printer.onEvent, signal: stop }).finally(printer.stop);
  printer.onFinished(report);
  if (stop.aborted) process.exitCode = stopStatus();
  else if (report.failed > 0) cli.fail();
}

/** Like the server: a pass every five minutes, and whenever something is due, with the settings as they are. */
async function watchUntil(stop: AbortSignal, cli: Cli, opened: Wordrise): Promise<void> {
  const { out } = cli;
  out.note(
    `A pass every ${timings.processorEveryMinutes} minutes, and when an email is due. Stop with Ctrl-C.`,
  );
  let wordrise = opened;
  let pause = settingsEveryMs;
  while (!stop.aborted) {
    const stopPassing = await startPassing(cli, wordrise);
    await settingsChange(wordrise, stop, pause);
    await stopPassing();
    if (stop.aborted) return;
    try {
      wordrise = await cli.reopen();
      pause = settingsEveryMs;
      out.note('The settings have changed, and count from now on.');
    } catch (error) {
      out.warn(
        `The settings have changed, but cannot be used: ${error instanceof Error ? error.message : error}`,
      );
      pause = settingsAgainMs;
    }
  }
}

/** @returns what ends it */
async function startPassing(cli: Cli, wordrise: Wordrise): Promise<() => Promise<void>> {
  const { keepPassing } = await import('@wordrise/core');
  const printer = createPrinter(cli, wordrise);
  // A pass that fails, such as while the database restarts, does not end the watch.
  const onFailed = (error: unknown) =>
    cli.out.warn(
      `The pass failed: ${error instanceof Error ? error.message : error} The next one tries again.`,
    );
  const passing = keepPassing(wordrise.processor, { ...printer, onFailed });
  const ticking = setInterval(passing.pass, timings.processorEveryMinutes * 60_000);
  return async () => {
    clearInterval(ticking);
    await passing.stop();
    printer.stop();
  };
}

/** How often to check whether another process has stored settings, and how long to wait after new ones failed. */
const settingsEveryMs = 2000;
const settingsAgainMs = 60_000;

/** Until settings are stored, or until it is stopped. */
async function settingsChange({ settings }: Wordrise, stop: AbortSignal, pause: number): Promise<void> {
  while (!stop.aborted) {
    await wait(pause, undefined, { signal: stop }).catch(() => {});
    // An error here will occur again in the next pass, which reports it.
    if (await settings.hasChanged().catch(() => false)) return;
  }
}

async function showPending(cli: Cli, wordrise: Wordrise): Promise<void> {
  const { out } = cli;
  const problem = await wordrise.processor.clockProblem();
  if (problem !== undefined) {
    cli.fail();
    return out.answer({ dryRun: true, problem }, () => problem);
  }
  const pending = await wordrise.processor.countPending();
  const { signups, emails, due, sessions } = pending;
  const { ownsList } = wordrise.mail.facts;
  const [it, are] = due === 1 ? ['it', 'is'] : ['them', 'are'];
  const lines = [
    [signups, 'new reader', ownsList ? 'would join the list' : 'would be sent to the email provider'],
    [emails, 'email', ownsList ? 'would be scheduled' : 'would be sent to the email provider'],
    [
      due,
      'email',
      ownsList
        ? `${are} due and would be sent to the readers who do not have ${it} yet`
        : `${are} due: the provider would be asked about ${it}`,
    ],
    [sessions, 'expired session', 'would be ended'],
  ] as const;
  const shown = lines
    .filter(([count]) => count > 0)
    .map(([count, noun, text]) => `${inWords(count, noun)} ${text}`);
  out.answer({ dryRun: true, ...pending }, () => shown.join('\n') || 'Nothing to do.');
}

/** Prints each event as it happens; nothing is collected, so a long backlog needs no memory. */
function createPrinter({ out }: Cli, wordrise: Wordrise) {
  const sends = showSends(out, wordrise);
  return {
    onEvent(event: PassEvent): void {
      sends.clear();
      if (out.quiet && event.outcome !== 'failed') return;
      out.line({ type: 'event', ...event }, () => `${mark(out.paint, event)} ${oneLine(event.message)}`);
    },
    onFinished(report: PassReport): void {
      sends.clear();
      if (out.json || !out.quiet) out.line({ type: 'report', ...report }, () => summary(report));
    },
    stop: sends.stop,
  };
}

/** Passes until what is due is sent, as one. Emails that wait are counted at the end, and each is named once. */
async function runPasses(
  { processor, settings }: Wordrise,
  options: { onEvent: (event: PassEvent) => void; signal: AbortSignal },
): Promise<PassReport> {
  const said = new Set<string>();
  const once = {
    ...options,
    onEvent(event: PassEvent): void {
      if (event.outcome === 'waiting' && said.has(event.message)) return;
      said.add(event.message);
      options.onEvent(event);
    },
  };
  const report = await processor.runPass(once);
  // The next command has the new settings.
  while (!options.signal.aborted && !(await settings.hasChanged()) && (await processor.hasMore())) {
    const next = await processor.runPass(once);
    for (const outcome of ['done', 'failed'] as const) report[outcome] += next[outcome];
    report.waiting = next.waiting;
    report.finishedAt = next.finishedAt;
  }
  return report;
}

function mark(paint: Cli['out']['paint'], { outcome }: PassEvent): string {
  if (outcome === 'done') return paint.green('✓');
  return outcome === 'waiting' ? paint.yellow('…') : paint.red('✗');
}

function summary({ done, waiting, failed }: PassReport): string {
  if (done + waiting + failed === 0) return 'Nothing to do.';
  const parts = [`${done} done`];
  if (waiting > 0) parts.push(`${waiting} waiting`);
  if (failed > 0) parts.push(`${failed} need your attention`);
  return `${parts.join(', ')}.`;
}

const askEveryMs = 1000;

/**
 * A progress bar on a terminal for an email that is sent to readers from here. It counts from when it appears, so that
 * rate and time left are right for an email that started earlier.
 */
export function showSends(out: Output, { processor }: Pick<Wordrise, 'processor'>) {
  let bar: ReturnType<typeof createProgressBar> | undefined;
  let first = 0;

  async function draw(): Promise<void> {
    const latest = (await processor.sending().catch(() => undefined))?.latest;
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
