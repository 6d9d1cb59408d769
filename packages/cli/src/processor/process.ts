import { setTimeout as wait } from 'node:timers/promises';
import type { PassEvent, PassReport, Wordrise } from '@wordrise/core';
import { timings } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { stopSignal } from '../command-line/interruption.ts';
import { oneLine } from '../terminal/display-width.ts';

export async function processOnce(cli: Cli, { watch }: { watch?: boolean }): Promise<void> {
  const stop = watch ? stopSignal() : undefined;
  const wordrise = await cli.open();
  if (cli.dryRun) return tellWaiting(cli, wordrise);
  if (!watch) {
    const report = await pass(cli, wordrise);
    if (report.failed > 0) cli.fail();
    return;
  }
  const { processorEveryMinutes } = timings;
  cli.out.note(`A pass every ${processorEveryMinutes} minutes. Stop with Ctrl-C.`);
  while (!stop?.aborted) {
    await survive(cli, () => pass(cli, wordrise));
    await wait(processorEveryMinutes * 60_000, undefined, stop ? { signal: stop } : {}).catch(() => {});
  }
}

async function tellWaiting({ out }: Cli, wordrise: Wordrise): Promise<void> {
  const waiting = await wordrise.delivery.whatWaits();
  const { signups, emails, due, sessions } = waiting;
  const lines = [
    [signups, 'signups would be handed to the email provider'],
    [emails, 'emails would be handed to the email provider'],
    [due, 'emails are due: the provider would be asked about them'],
    [sessions, 'expired sessions would be ended'],
  ] as const;
  const shown = lines.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}`);
  out.answer({ dryRun: true, ...waiting }, () => shown.join('\n') || 'Nothing to do.');
}

/** Tells each thing as it is done: nothing is gathered, however long the backlog. */
async function pass({ out }: Cli, wordrise: Wordrise): Promise<PassReport> {
  const report = await wordrise.delivery.runPass((event) => {
    if (out.quiet && event.outcome !== 'failed') return;
    out.line({ type: 'event', ...event }, () => `${mark(out.paint, event)} ${oneLine(event.message)}`);
  });
  if (out.json || !out.quiet) out.line({ type: 'report', ...report }, () => summary(report));
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
  if (failed > 0) parts.push(`${failed} in need of your attention`);
  return `${parts.join(', ')}.`;
}

/** A pass that breaks off, such as while the database restarts, does not end the watch. */
async function survive({ out }: Cli, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    out.warn(
      `The pass broke off: ${error instanceof Error ? error.message : error} The next one tries again.`,
    );
  }
}
