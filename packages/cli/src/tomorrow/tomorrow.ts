import { showInstant } from '@wordrise/core';
import { defaultSendTime } from '@wordrise/core/constants';
import type { TomorrowView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { shortDay } from '../terminal/short-day.ts';
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
  const { isToday, isRestDayTomorrow, email } = view;
  const isLater = isRestDayTomorrow && !isToday;
  const rest = isLater ? ['No email tomorrow: it is a rest day.'] : [];
  if (!email) {
    const day = isToday ? 'today' : isLater ? shortDay(view.day) : 'tomorrow';
    const option = isToday ? '--at TIME' : isLater ? `--at "${view.day} ${defaultSendTime}"` : '--tomorrow';
    const nothing = `${paint.red('Nothing is scheduled')} for ${day}. Run: wordrise schedule add WORD ${option}`;
    const failed = view.failed ? [`The email with “${view.failed.word}” failed.`] : [];
    return [...rest, ...failed, nothing].join('\n');
  }
  const when = showInstant(new Date(email.scheduledDate), view.timezone);
  const day = isToday ? ' today,' : isLater ? '' : ' tomorrow,';
  const goes = `“${email.word}” goes out${day} ${when}, to ${readers(view.readers)}.`;
  if (view.verdict === 'ready') return [...rest, `${paint.green('Ready:')} ${goes}`].join('\n');
  const reasons = view.reasons.flatMap(({ message, fix }) => [
    `  ${paint.red('✗')} ${message}`,
    `    ${fix}`,
  ]);
  return [...rest, `${paint.red('At risk:')} ${goes}`, ...reasons].join('\n');
}

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${count.toLocaleString('en-US')} readers`;
}
