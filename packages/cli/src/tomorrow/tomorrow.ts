import { showInstant } from '@wordrise/core';
import type { TomorrowView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../terminal/spinner.ts';

export async function tomorrow(cli: Cli): Promise<void> {
  const wordrise = await cli.open();
  const view = await withSpinner(cli.out, 'Asking the email provider', wordrise.tomorrow);
  if (cli.out.json || !cli.out.quiet || view.verdict !== 'ready') {
    cli.out.answer(view, () => describe(cli, view));
  }
  if (view.verdict !== 'ready') cli.fail();
}

function describe({ out: { paint } }: Cli, view: TomorrowView): string {
  const day = view.isToday ? 'today' : 'tomorrow';
  if (!view.email) {
    const option = view.isToday ? '--at TIME' : '--tomorrow';
    return `${paint.red('Nothing is scheduled')} for ${day}. Run: wordrise schedule add WORD ${option}`;
  }
  const when = showInstant(new Date(view.email.scheduledDate), view.timezone);
  const goes = `“${view.email.word}” goes out ${day}, ${when}, to ${readers(view.readers)}.`;
  if (view.verdict === 'ready') return `${paint.green('Ready:')} ${goes}`;
  const reasons = view.reasons.flatMap(({ message, fix }) => [
    `  ${paint.red('✗')} ${message}`,
    `    ${fix}`,
  ]);
  return [`${paint.red('At risk:')} ${goes}`, ...reasons].join('\n');
}

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${count.toLocaleString('en-US')} readers`;
}
