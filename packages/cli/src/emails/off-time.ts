import { isDomainError, showInstant, type Wordrise } from '@wordrise/core';
import type { OffTimeEmail, OffTimeView, ScheduledEmailView } from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { oneLine } from '../command-line/text.ts';
import { noteWaiting } from './older-emails.ts';

/** Says how many emails are not at the usual time, and the command that moves them. Call it after a change of either. */
export async function noteOffTime({ out }: Cli, { schedule }: Wordrise): Promise<void> {
  const { time, emails } = await schedule.offTime();
  const count = emails.filter(({ obstacle }) => obstacle === null).length;
  if (count === 0) return;
  const which = count === 1 ? '1 email does' : `${count} emails do`;
  out.note(`${which} not go out at ${time}. To list them: wordrise schedule move --all --dry-run`);
}

const obstacles: Record<NonNullable<OffTimeEmail['obstacle']>, (time: string) => string> = {
  past: (time) => `${time} on that day has passed.`,
  taken: (time) => `Another email goes out at ${time} on that day.`,
};

/** Gives the emails that are not at the usual time that time, each on its day. If one fails, the others still move. */
export async function moveOffTime(cli: Cli, wordrise: Wordrise): Promise<void> {
  const { out, dryRun } = cli;
  const { time, emails } = await wordrise.schedule.offTime();
  const moved: (ScheduledEmailView & { word: string })[] = [];
  for (const email of emails) {
    const { id, word, usualDate, obstacle } = email;
    const what = describe(wordrise, email);
    if (obstacle !== null) out.warn(`${what} stays. ${obstacles[obstacle](time)}`);
    else if (dryRun) out.note(`${what} would go out at ${time}.`);
    else {
      try {
        const view = await wordrise.schedule.move(id, { scheduledDate: usualDate });
        moved.push({ ...view, word });
        out.note(`${what} goes out at ${time}.`);
        noteWaiting(cli, view);
      } catch (error) {
        if (!isDomainError(error)) throw error;
        out.warn(`${what} was not moved. ${error.message}`);
        cli.fail();
      }
    }
  }
  const done = new Set(moved.map(({ id }) => id));
  const offTime = emails.filter(({ id }) => !done.has(id));
  out.confirm({ dryRun, time, emails: moved, offTime }, () => summary(cli, { time, emails }, moved.length));
}

/** With the time it has now. */
function describe({ config }: Wordrise, { word, scheduledDate }: OffTimeEmail): string {
  return `The email for “${oneLine(word)}” on ${showInstant(new Date(scheduledDate), config.timezone)}`;
}

function summary({ dryRun }: Cli, { time, emails }: OffTimeView, moved: number): string {
  if (emails.length === 0) return `Nothing to move: every scheduled email goes out at ${time}.`;
  const movable = emails.filter(({ obstacle }) => obstacle === null).length;
  const count = dryRun ? movable : moved;
  const which = count === 1 ? '1 email' : `${count} emails`;
  return dryRun ? `${which} would be moved to ${time}.` : `${which} moved to ${time}.`;
}
