import { type AutopilotView, type LibraryView, showWeekdays } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';

export async function showAutopilot(cli: Cli): Promise<void> {
  const { autopilot } = await cli.open();
  const view = await autopilot.get();
  cli.out.answer(view, () => describeAutopilot(view).join('\n'));
}

export function describeAutopilot(view: AutopilotView): string[] {
  const { isOn, time, days, ahead, skippedDays, timezone } = view;
  const mornings = ahead === 1 ? 'the next morning' : `the next ${ahead} mornings`;
  return [
    isOn
      ? `The autopilot is on: it keeps ${mornings} filled, ${showWeekdays(days)} at ${time} (${timezone}).`
      : 'The autopilot is off. To turn it on: wordrise autopilot on',
    ...(skippedDays.length > 0 ? [`Skipped: ${skippedDays.join(', ')}`] : []),
    `${sentenceOf(view.library)}.`,
  ];
}

/** "Enough words until 2027-03-12"; the doctor uses it too. */
export function sentenceOf({ lastsUntil, lastsLonger, unusedWords }: LibraryView): string {
  const words = unusedWords === 1 ? '1 unused word' : `${unusedWords.toLocaleString('en-US')} unused words`;
  if (lastsUntil === null) return 'No unused word is left';
  return lastsLonger
    ? `${words}: enough for more than three years`
    : `${words}: enough until ${longDay(lastsUntil)}`;
}

function longDay(day: string): string {
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return new Date(`${day}T12:00Z`).toLocaleDateString('en-US', options);
}
