import type { WarmUpView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { figure, inWords, shortDay } from '../command-line/text.ts';
import { warmUpTable } from '../command-line/warm-up-table.ts';

export async function showWarmUp(cli: Cli): Promise<void> {
  const { config, warmUp } = await cli.open();
  const view = await warmUp();
  cli.out.answer({ warmUp: view }, () => (view ? describe(cli, view) : ''));
  if (view) return;
  const { senderOf } = await import('@wordrise/core');
  cli.out.note(
    senderOf(config)
      ? 'There is no warm-up. Switch one on with: wordrise config WARM_UP --set usual'
      : 'There is no warm-up, because the emails do not go out through a mail server of yours: see wordrise config EMAIL_PROVIDER',
  );
}

function describe(cli: Cli, view: WarmUpView): string {
  const { calendar, today, days, everyoneFrom, readers, taken, schedule, isOver, isRestSent, firstDay } =
    view;
  if (isOver) {
    return `The warm-up is over: it ended after ${inWords(days, 'day')}, and everyone gets the emails${isRestSent ? ' through the first mail server' : ''}. Switch it off with: wordrise config WARM_UP --set off`;
  }
  const current = calendar[today - 1];
  const most = current?.most;
  return [
    `Warm-up (${schedule}) from ${shortDay(firstDay)}: today is day ${today} of ${days}.`,
    most === undefined
      ? `All ${inWords(readers, 'reader')} get the emails.`
      : `${figure(taken)} of at most ${figure(most)} emails of today are taken. ${
          isRestSent
            ? `The second mail server carries the rest until ${shortDay(everyoneFrom)}.`
            : `Everyone gets them from ${shortDay(everyoneFrom)}.`
        }`,
    '',
    warmUpTable(cli.out, calendar, current?.day),
  ].join('\n');
}
