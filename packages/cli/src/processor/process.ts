import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent, PassReport, Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal, stopStatus } from '../command-line/interruption.ts';
import { oneLine } from '../terminal/display-width.ts';
import { showSends } from './send-progress.ts';

export async function processOnce(cli: Cli, { watch }: { watch?: boolean }): Promise<void> {
  const wordrise = await cli.open();
  if (cli.dryRun) return showPending(cli, wordrise);
  const stop = stopSignal();
  if (!watch) {
    const report = await pass(cli, wordrise, stop);
    if (stop.aborted) process.exitCode = stopStatus();
    else if (report.failed > 0) cli.fail();
    return;
  }
  const { processorEveryMinutes } = timings;
  cli.out.note(`A pass every ${processorEveryMinutes} minutes. Stop with Ctrl-C.`);
  while (!stop.aborted) {
    await survive(cli, () => pass(cli, wordrise, stop));
    await wait(processorEveryMinutes * 60_000, undefined, { signal: stop }).catch(() => {});
  }
}

async function showPending({ out }: Cli, wordrise: Wordrise): Promise<void> {
  const pending = await wordrise.delivery.countPending();
  const { signups, emails, due, sessions } = pending;
  const lines = [
    [signups, 'new readers would be sent to the email provider'],
    [emails, 'emails would be sent to the email provider'],
    [due, 'emails are due: the provider would be asked about them'],
    [sessions, 'expired sessions would be ended'],
  ] as const;
  const shown = lines.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  out.answer({ dryRun: true, ...pending }, () => shown.join('\n') || 'Nothing to do.');
}

/** Prints each event as it happens; nothing is collected, so a long backlog needs no memory. */
async function pass({ out }: Cli, wordrise: Wordrise, signal: AbortSignal): Promise<PassReport> {
  const sends = showSends(out, wordrise);
  const onEvent = (event: PassEvent) => {
    sends.clear();
    if (out.quiet && event.outcome !== 'failed') return;
    out.line({ type: 'event', ...event }, () => `${mark(out.paint, event)} ${oneLine(event.message)}`);
  };
  const report = await runPasses(wordrise, { onEvent, signal }).finally(sends.stop);
  if (out.json || !out.quiet) out.line({ type: 'report', ...report }, () => summary(report));
  return report;
}

/** Passes until what is due is sent, as one. */
async function runPasses(
  { delivery }: Wordrise,
  options: { onEvent: (event: PassEvent) => void; signal: AbortSignal },
): Promise<PassReport> {
  const report = await delivery.runPass(options);
  while (!options.signal.aborted && (await delivery.hasMore())) {
    const next = await delivery.runPass(options);
    for (const outcome of ['done', 'waiting', 'failed'] as const) report[outcome] += next[outcome];
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
  if (waiting > 0) parts.push(`${waiting} to be tried again`);
  if (failed > 0) parts.push(`${failed} need your attention`);
  return `${parts.join(', ')}.`;
}

/** A pass that fails, such as while the database restarts, does not end the watch. */
async function survive({ out }: Cli, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    out.warn(`The pass failed: ${error instanceof Error ? error.message : error} The next one tries again.`);
  }
}
