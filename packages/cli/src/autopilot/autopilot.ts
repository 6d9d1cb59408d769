import {
  type AutopilotInput,
  type AutopilotView,
  anySensitive,
  autopilotInput,
  type DrawLevel,
  type DrawSettings,
  dayRanges,
  drawLevels,
  readWeekdays,
  type SavedAutopilot,
  showWeekdays,
  type ThemeRhythm,
  tagsOf,
  themeRhythms,
} from '@wordrise/core/contract';
import type { Cli } from '../command-line/cli.ts';
import { UsageError } from '../command-line/exit.ts';
import { noteOffTime } from '../emails/off-time.ts';
import { showRange, warnOfWeekdays } from './skip-days.ts';

export async function showAutopilot(cli: Cli): Promise<void> {
  const { autopilot } = await cli.open();
  const view = await autopilot.get();
  cli.out.answer(view, () => describeAutopilot(view).join('\n'));
}

/** @param isDryRun Whether it is what would be set. */
function describeAutopilot(view: AutopilotView, isDryRun = false): string[] {
  const { isOn, time, days, ahead, skippedDays, timezone, library } = view;
  const drawing = describeDrawing(view);
  const mornings = ahead === 1 ? 'the next morning' : `the next ${ahead} mornings`;
  const [on, draws] = isDryRun ? ['would be on: it would keep', 'would draw'] : ['is on: it keeps', 'draws'];
  const off = isDryRun ? 'would be off.' : 'is off. To turn it on: wordrise autopilot on';
  return [
    isOn
      ? `The autopilot ${on} ${mornings} filled, ${showWeekdays(days)} at ${time} (${timezone}).`
      : `The autopilot ${off}`,
    ...(skippedDays.length > 0 ? [`Skipped: ${dayRanges(skippedDays).map(showRange).join(', ')}`] : []),
    ...(drawing.length > 0 ? [`It ${draws} ${drawing.join(', ')}.`] : []),
    ...(isOn && (view.hasThemes || view.themeWeeks === 'always') ? [themeText(view)] : []),
    library.summary,
    ...(library.widen === null ? [] : [`${library.widen} To change them: wordrise autopilot draw`]),
  ];
}

/** What narrows its choice; nothing if it draws from all words. */
function describeDrawing({ levels, onlyTags, neverTags, withoutSensitive }: DrawSettings): string[] {
  const named = levels.map((level) => (level === 'none' ? 'without a level' : level));
  return [
    ...(levels.length === drawLevels.length ? [] : [`words that are ${named.join(' or ')}`]),
    ...(onlyTags.length === 0 ? [] : [`words tagged ${onlyTags.join(' or ')}`]),
    ...(neverTags.length === 0 ? [] : [`no words tagged ${neverTags.join(' or ')}`]),
    ...(withoutSensitive.length === 0 ? [] : [`no words marked as sensitive${kindsIn(withoutSensitive)}`]),
  ];
}

function kindsIn(kinds: readonly string[]): string {
  return kinds.includes(anySensitive) ? '' : ` (${kinds.join(', ')})`;
}

interface DrawOptions {
  levels?: string;
  onlyTags?: string;
  neverTags?: string;
  without?: string;
  themes?: string;
  all?: boolean;
}

/** Without options, it shows what is set. */
export async function setDrawing(cli: Cli, options: DrawOptions): Promise<void> {
  const change = readDrawing(options);
  if (Object.keys(change).length > 0) return save(cli, change);
  const view = await (await cli.open()).autopilot.get();
  const drawing = describeDrawing(view);
  const { levels, onlyTags, neverTags, withoutSensitive, themeWeeks, themesLeft, library } = view;
  const answer = { levels, onlyTags, neverTags, withoutSensitive, themeWeeks, themesLeft, library };
  cli.out.answer(answer, () =>
    [
      drawing.length > 0 ? `It draws ${drawing.join(', ')}.` : 'It draws from all unused words.',
      themeText(view),
      library.summary,
    ].join('\n'),
  );
}

const themeTexts: Record<ThemeRhythm, string> = {
  off: 'It schedules no theme weeks.',
  alternate: 'Theme weeks alternate with free weeks.',
  always: 'Each week has a theme, as long as there are some.',
};

function themeText({ themeWeeks, themesLeft }: AutopilotView): string {
  if (themeWeeks === 'off' || themesLeft > 0) return themeTexts[themeWeeks];
  return 'Theme weeks are on, but no theme has three unused words that may be drawn, so none comes. To add one: wordrise themes add';
}

function readDrawing({
  all,
  levels,
  onlyTags,
  neverTags,
  without,
  themes,
}: DrawOptions): Partial<DrawSettings & { themeWeeks: ThemeRhythm }> {
  const everything = { levels: [...drawLevels], onlyTags: [], neverTags: [], withoutSensitive: [] };
  return {
    ...(all ? everything : {}),
    ...(levels === undefined ? {} : { levels: readLevels(levels) }),
    ...(onlyTags === undefined ? {} : { onlyTags: listOf(onlyTags, 'any') }),
    ...(neverTags === undefined ? {} : { neverTags: listOf(neverTags, 'none') }),
    ...(without === undefined ? {} : { withoutSensitive: listOf(without, 'none') }),
    ...(themes === undefined ? {} : { themeWeeks: readThemes(themes) }),
  };
}

/** An empty list if only the word for “nothing” is given. */
function listOf(typed: string, nothing: string): string[] {
  const list = tagsOf(typed);
  return list.length === 1 && list[0] === nothing ? [] : list;
}

function readThemes(typed: string): ThemeRhythm {
  const found = themeRhythms.find((each) => each === typed);
  if (!found) throw new UsageError(`“${typed}” is none of them.`, `Use ${themeRhythms.join(', ')}.`);
  return found;
}

function readLevels(typed: string): DrawLevel[] {
  const list = tagsOf(typed);
  if (list.length === 1 && list[0] === 'all') return [...drawLevels];
  const levels = drawLevels.filter((level) => list.includes(level));
  if (levels.length === 0 || levels.length < new Set(list).size) {
    throw new UsageError(`“${typed}” is not a list of levels.`, `Use ${drawLevels.join(',')}, or all.`);
  }
  return levels;
}

interface SetOptions {
  time?: string;
  days?: string;
  ahead?: string;
}

export async function turnOn(cli: Cli, options: SetOptions): Promise<void> {
  await save(cli, { isOn: true, ...readOptions(options) });
  if (cli.dryRun) return;
  cli.out.note('The next pass of the processor submits the emails. To do it now: wordrise process');
}

export async function turnOff(cli: Cli): Promise<void> {
  await save(cli, { isOn: false });
}

function readOptions({ time, days, ahead }: SetOptions): Partial<Record<keyof AutopilotInput, unknown>> {
  const weekdays = days === undefined ? undefined : readWeekdays(days);
  if (days !== undefined && !weekdays) {
    throw new UsageError(`“${days}” is not a list of weekdays.`, 'Use mon-fri, mon,wed,fri or daily.');
  }
  return {
    ...(time === undefined ? {} : { time }),
    ...(weekdays ? { days: weekdays } : {}),
    ...(ahead === undefined ? {} : { ahead }),
  };
}

/** Settings that are not given stay unchanged. */
async function save(cli: Cli, change: Partial<Record<keyof AutopilotInput, unknown>>): Promise<void> {
  const wordrise = await cli.open();
  const { autopilot } = wordrise;
  const before = await autopilot.get();
  const input = autopilotInput.required().parse({ ...before, ...change });
  const { emails = [], ...view }: SavedAutopilot = cli.dryRun
    ? { ...before, ...input }
    : await autopilot.save(input);
  cli.out.confirm({ dryRun: cli.dryRun, autopilot: view, ...(emails.length > 0 && { emails }) }, () =>
    describeAutopilot(view, cli.dryRun).join('\n'),
  );
  warnOfWeekdays(cli, emails, view.timezone);
  if (!cli.dryRun && input.time !== before.time) await noteOffTime(cli, wordrise);
}
