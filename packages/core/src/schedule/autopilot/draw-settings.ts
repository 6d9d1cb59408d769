import type { DrawSettings, ThemeRhythm } from '../../contract/autopilot.ts';
import { anySensitive, drawLevels, tagsOf } from '../../contract/word-fields.ts';
import type { ThemedWord, WordMarks } from '../../words/list-words.ts';
import type { Words } from '../../words/open-words.ts';

type Setting = keyof DrawSettings;

/** Whether a word passes each setting. */
const rules: { [Name in Setting]: (setting: DrawSettings[Name], word: WordMarks) => boolean } = {
  levels: (levels, { level }) => levels.some((each) => each === (level || 'none')),
  onlyTags: (tags, word) => tags.length === 0 || hasOne(word.tags, tags),
  neverTags: (tags, word) => !hasOne(word.tags, tags),
  withoutSensitive: (kinds, { sensitive }) =>
    kinds.includes(anySensitive) ? sensitive.trim() === '' : !hasOne(sensitive, kinds),
};

function hasOne(text: string, labels: readonly string[]): boolean {
  return labels.length > 0 && tagsOf(text).some((label) => labels.includes(label));
}

function passes<Name extends Setting>(name: Name, settings: DrawSettings, word: WordMarks): boolean {
  return rules[name](settings[name], word);
}

const settingNames = Object.keys(rules) as Setting[];

/** Whether the owner lets the autopilot choose a word. */
export function mayDraw(settings: DrawSettings, word: WordMarks): boolean {
  return settingNames.every((name) => passes(name, settings, word));
}

/** Whether every word may be drawn, so that nobody needs to look at their marks. */
export function drawsEverything({ levels, onlyTags, neverTags, withoutSensitive }: DrawSettings): boolean {
  const lists = [onlyTags, neverTags, withoutSensitive];
  return levels.length === drawLevels.length && lists.every(({ length }) => length === 0);
}

/** Why a setting leaves words out, after “12 of them”. */
const causes: Record<Setting, string> = {
  levels: 'because of their level',
  onlyTags: 'because they have none of the tags it needs',
  neverTags: 'because of a tag that it never draws',
  withoutSensitive: 'because they are sensitive',
};

/**
 * Which setting to change to have more words, most useful first.
 *
 * @param groups Unused words, those with the same marks together.
 * @returns `undefined` if the settings leave out no word
 */
export function widenAdvice(
  settings: DrawSettings,
  groups: readonly (WordMarks & { count: number })[],
): string | undefined {
  const sum = (words: typeof groups) => words.reduce((total, { count }) => total + count, 0);
  const out = groups.filter((word) => !mayDraw(settings, word));
  if (out.length === 0) return undefined;
  // What only one setting leaves out comes back as soon as that one changes.
  const alone = settingNames
    .map((name) => {
      const others = settingNames.filter((other) => other !== name);
      const gained = out.filter((word) => others.every((other) => passes(other, settings, word)));
      return { name, count: sum(gained) };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const parts = alone.map(({ name, count }) => `${count.toLocaleString('en-US')} ${causes[name]}`);
  const why = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  const total = sum(out);
  const words = total === 1 ? '1 unused word' : `${total.toLocaleString('en-US')} unused words`;
  return `The autopilot’s settings leave out ${words}${why}.`;
}

/** A theme with fewer words left is no week. */
export const fewestOfTheme = 3;

/** A theme with the words that may go out, in the order of its week. */
export interface DrawableTheme<Word> {
  title: string;
  words: readonly Word[];
  /** Whether none of its words was sent. */
  isWhole: boolean;
}

/** The themes with the words that may be drawn, as far as the owner wants theme weeks. */
export async function drawableThemes(
  words: Pick<Words, 'themed'>,
  {
    themeWeeks,
    avoid = new Set(),
    ...draw
  }: DrawSettings & { themeWeeks: ThemeRhythm; avoid?: ReadonlySet<number> },
): Promise<DrawableTheme<ThemedWord>[]> {
  if (themeWeeks === 'off') return [];
  const all = Map.groupBy(await words.themed(), ({ theme }) => theme);
  return [...all].map(([title, ofTheme]) => ({
    title,
    isWhole: ofTheme.every(({ usedCount }) => usedCount === 0),
    words: ofTheme.filter(
      (word) => word.usedCount === 0 && word.pin === '' && !avoid.has(word.id) && mayDraw(draw, word),
    ),
  }));
}
