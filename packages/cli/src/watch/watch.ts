import { showInstant } from '@wordrise/core';
import {
  describeAudience,
  describeCourse,
  describeLessons,
  emailStanding,
  isInCourse,
  type TomorrowView,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { withSpinner } from '../command-line/progress.ts';
import { describeDoubt, figure, inWords, shortDay, shortTime, timesOfDay } from '../command-line/text.ts';
import { emptyLibrary, isLibraryEmpty } from '../words/empty-library.ts';

export async function tomorrow(cli: Cli): Promise<void> {
  const wordrise = await cli.open();
  const view = await withSpinner(cli.out, 'Asking the email provider', wordrise.tomorrow);
  if (cli.out.json || !cli.out.quiet || view.verdict !== 'ready') {
    const isEmpty = !view.email && (await isLibraryEmpty(wordrise));
    cli.out.answer(view, () => describe(cli, view, isEmpty));
  }
  if (view.verdict !== 'ready') cli.fail();
}

function describe(cli: Cli, view: TomorrowView, isEmpty: boolean): string {
  const { isToday, isRestDayTomorrow } = view;
  // A course has no rest days.
  const rest =
    isRestDayTomorrow && !isToday && !isInCourse(view) ? ['No email tomorrow: it is a rest day.'] : [];
  return [
    ...rest,
    ...describeNext(cli, view, isEmpty),
    ...describeOthers(view),
    ...describeDoubts(cli, view),
  ].join('\n');
}

function describeNext({ out: { paint } }: Cli, view: TomorrowView, isEmpty: boolean): string[] {
  const { isToday, isRestDayTomorrow, email, verdict, timezone } = view;
  const isLater = isRestDayTomorrow && !isToday;
  const course = isInCourse(view) ? `${describeLessons(view)} ${describeCourse(view)}` : undefined;
  if (!email && course !== undefined) {
    const mood = verdict === 'ready' ? paint.green('Ready:') : paint.red('At risk:');
    return [`${mood} ${course} Nothing else is scheduled.`, ...reasonsOf(view, paint)];
  }
  if (!email) {
    const day = isToday ? 'today' : isLater ? shortDay(view.day) : 'tomorrow';
    const option = isToday || isLater ? `--at "${view.day} ${timeOf(view)}"` : '--tomorrow';
    const how = isEmpty ? emptyLibrary : `Run: wordrise schedule add WORD ${option}`;
    const nothing = `${paint.red('Nothing is scheduled')} for ${day}. ${how}`;
    return [...(view.failed ? [`The email with “${view.failed.word}” failed.`] : []), nothing];
  }
  const when = showInstant(new Date(email.scheduledDate), timezone);
  const to = `to ${describeAudience(view)}`;
  const warmUp = view.warmUp
    ? ` ${inWords(view.warmUp.waiting, 'reader')} wait for the warm-up, day ${view.warmUp.day} of ${view.warmUp.days}: at most ${figure(view.warmUp.most)}.`
    : '';
  const day = isToday ? ' today,' : isLater ? '' : ' tomorrow,';
  const { localTimes } = email;
  const atLocalTimes = localTimes
    ? ` At their local times, readers get it from ${showInstant(new Date(localTimes.firstAt), timezone)} to ${showInstant(new Date(localTimes.lastAt), timezone)}.`
    : '';
  const more = `${atLocalTimes}${warmUp}${course === undefined ? '' : ` ${course}`}`;
  const goes = `“${email.word}” goes out${day} ${when}, ${to}.${more}`;
  if (verdict === 'ready' && email.isDue)
    return [`${paint.green('Under way:')} “${email.word}”, due ${when}, is being sent ${to}.${more}`];
  if (verdict === 'ready') return [`${paint.green('Ready:')} ${goes}`];
  const waits =
    emailStanding(view, email) === 'due' ? `“${email.word}” was due ${when}, ${to}.${more}` : goes;
  return [`${paint.red('At risk:')} ${waits}`, ...reasonsOf(view, paint)];
}

function describeOthers(view: TomorrowView): string[] {
  const { others, timezone } = view;
  const underWay = others.filter(({ isDue }) => isDue);
  const toCome = timesOfDay(
    others.filter(({ isDue }) => !isDue),
    timezone,
  );
  return [
    ...underWay.map((other) => {
      const when = showInstant(new Date(other.scheduledDate), timezone);
      const standing = emailStanding(view, other);
      if (standing === 'paused') return `Also paused: “${other.word}”, due ${when}.`;
      if (standing === 'being_sent') return `Also under way: “${other.word}”, due ${when}.`;
      return `${standing === 'due' ? 'Also due' : 'Also to come'}: “${other.word}”, ${when}.`;
    }),
    ...(toCome ? [`Also that day: ${toCome}.`] : []),
  ];
}

function reasonsOf({ reasons }: TomorrowView, paint: Cli['out']['paint']): string[] {
  return reasons.flatMap(({ message, fix }) => [`  ${paint.red('✗')} ${message}`, `    ${fix}`]);
}

/** The usual time, or a placeholder once it has passed. */
function timeOf({ sendTime, timezone }: TomorrowView): string {
  return new Date(sendTime) > new Date() ? shortTime(sendTime, timezone) : 'HH:MM';
}

function describeDoubts({ out: { paint } }: Cli, { doubts }: TomorrowView): string[] {
  return doubts.map((doubt) => `${paint.yellow('In doubt:')} ${describeDoubt(doubt)}`);
}

export async function testAlert(cli: Cli): Promise<void> {
  const { alerts } = await cli.open();
  const failure = await withSpinner(cli.out, 'Posting a test alert', alerts.test);
  if (failure === undefined) {
    cli.out.confirm({ sent: true }, () => 'The webhook accepted a test alert.');
    return;
  }
  cli.out.answer({ sent: false, reason: failure }, () => failure);
  cli.fail();
}
