import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { DrawSettings, PlanInput, ThemeRhythm } from '../../contract/autopilot.ts';
import { isMatterOfStyle } from '../../contract/word-check.ts';
import type { WordView } from '../../contract/words.ts';
import type { StepContext } from '../../mail/pass-event.ts';
import { addDays, instantAt, showInstant, weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { literal } from '../../platform/database/query.ts';
import { DomainError, isDomainError } from '../../platform/errors.ts';
import type { Words } from '../../words/open-words.ts';
import type { StoreEmails } from '../open-schedule.ts';
import { emailTable } from '../scheduled-email.ts';
import {
  AutopilotDay,
  type AutopilotPlan,
  firstDay,
  isSendDay,
  nextSendDays,
  readDays,
  readPlan,
  type SendRhythm,
} from './autopilot-store.ts';
import { type Choice, chooseWords, inSeededOrder, type Morning } from './choose-words.ts';
import { drawableThemes, drawsEverything, fewestOfTheme, mayDraw } from './draw-settings.ts';
import { type DatedEmail, readEmails, takesItsDay } from './list-days.ts';
import { placePins, waitsForItsDay } from './place-pins.ts';
import { placeThemes } from './place-themes.ts';
import { repeatWords } from './repeat-words.ts';

export interface PlanDeps {
  database: OpenDatabase;
  now: () => Date;
  /** IANA name. */
  timezone: string;
  words: Pick<
    Words,
    | 'unusedIds'
    | 'unusedMarks'
    | 'unusedSpellings'
    | 'countUnusedMarks'
    | 'pinned'
    | 'themed'
    | 'hasThemes'
    | 'sent'
    | 'checkSome'
    | 'list'
    | 'listUnused'
  >;
}

type DrawnWord = WordView & { hasFindings: boolean };

/** A morning of a plan. */
export interface Planned extends Choice<WordView> {
  /** When its email would go out. */
  scheduledDate: Date;
}

/** The range of the rules in either direction, plus one day. */
const daysAround = 31;

/**
 * Chooses words for the mornings ahead that are still open, including words already chosen, and stores nothing.
 *
 * @throws DomainError `word.not_found` for a chosen word
 */
export async function planDays(deps: PlanDeps, input: PlanInput): Promise<Planned[]> {
  const plan = await readPlan(deps);
  const { open, emails, rhythm } = await openMornings(deps, plan, input.mornings);
  const chosen = await readChosen(deps, input.chosen);
  const mornings = open.map((day) => ({ day, word: chosen.get(day) }));
  const avoid = new Set([...input.avoid, ...input.chosen.map(({ wordId }) => wordId)]);
  const seed = input.seed ?? plan.seed;
  const choices = await chooseFrom(deps, timeline(mornings, emails), { ...plan, seed, avoid, rhythm });
  const byDay = new Map(choices.map((choice) => [choice.day, choice]));
  return mornings.map(({ day, word }) => ({
    ...(byDay.get(day) ?? { day, word, relaxed: [] }),
    scheduledDate: instantAt({ day, time: plan.time }, deps.timezone),
  }));
}

/** The plan for the mornings that the autopilot fills: those that have never had an email. */
async function planAhead(
  deps: PlanDeps,
  plan: AutopilotPlan,
): Promise<{ planned: Planned[]; taken: string[] }> {
  const { open, emails, filled, taken, rhythm } = await openMornings(deps, plan, plan.ahead);
  const mornings = open.filter((day) => !filled.has(day)).map((day) => ({ day }));
  const settings = { ...plan, avoid: new Set<number>(), rhythm };
  const choices = await chooseFrom(deps, timeline(mornings, emails), settings);
  const planned = choices.map((choice) => ({
    ...choice,
    scheduledDate: instantAt({ day: choice.day, time: plan.time }, deps.timezone),
  }));
  return { planned, taken: taken.filter((day) => !filled.has(day)) };
}

/** The next mornings without an email, and what goes out around them. */
async function openMornings(deps: PlanDeps, plan: AutopilotPlan, count: number) {
  const from = firstDay(deps.now(), plan, deps.timezone);
  const { skipped, filled } = await readDays(deps, from);
  // A day whose email went out early is over.
  const isOver = (await readEmails(deps.database, from, from)).some(({ status }) => status === 'sent');
  const over = isOver ? [from] : [];
  const days = nextSendDays(from, { days: plan.days, skipped: new Set([...skipped, ...over]) }, count);
  const last = days.at(-1) ?? from;
  const found = await readEmails(deps.database, addDays(from, -daysAround), addDays(last, daysAround));
  const emails = found.filter(takesItsDay);
  const taken = new Set(emails.map(({ day }) => day));
  return {
    open: days.filter((day) => !taken.has(day)),
    taken: days.filter((day) => taken.has(day)),
    emails,
    filled,
    rhythm: { days: plan.days, skipped },
  };
}

async function readChosen(deps: PlanDeps, chosen: PlanInput['chosen']): Promise<Map<string, WordView>> {
  if (chosen.length === 0) return new Map();
  const found = await deps.words.checkSome(chosen.map(({ wordId }) => wordId));
  const byId = new Map(found.map(({ word }) => [word.id, word]));
  return new Map(
    chosen.map(({ day, wordId }) => {
      const word = byId.get(wordId);
      if (!word) throw new DomainError('word.not_found', 'A chosen word is no longer in the library.');
      return [day, word];
    }),
  );
}

function timeline(mornings: readonly Morning[], emails: readonly DatedEmail[]): Morning[] {
  const taken = emails.map((email) => ({ day: email.day, word: email }));
  return [...mornings, ...taken].toSorted((a, b) => compareText(a.day, b.day));
}

/** A few words for each morning are enough of a choice. The rest of a large library is not even read. */
const candidatesPerMorning = 8;
const fewestCandidates = 200;
const mostCandidates = 4000;

interface ChoiceSettings extends DrawSettings {
  seed: number;
  themeWeeks: ThemeRhythm;
  /** The days on which emails go out. */
  rhythm: Omit<SendRhythm, 'time'>;
  /** Ids of words that should not be chosen. */
  avoid: ReadonlySet<number>;
}

/** Chooses words for some of the mornings without one. */
type Step = (
  deps: PlanDeps,
  mornings: readonly Morning[],
  settings: ChoiceSettings,
) => Promise<Choice<WordView>[]>;

/** Who chooses first: what a step leaves open, the next one gets. */
const steps: readonly Step[] = [placePinned, openWithFavorites, placeThemed, drawUnused, repeatSent];

/** A word for each morning without one. */
async function chooseFrom(
  deps: PlanDeps,
  mornings: readonly Morning[],
  settings: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const found = new Map<string, Choice<WordView>>();
  const avoid = new Set(settings.avoid);
  let timeline = mornings;
  for (const step of steps) {
    if (timeline.every(({ word }) => word)) break;
    for (const choice of await step(deps, timeline, { ...settings, avoid })) {
      if (!choice.word) continue;
      found.set(choice.day, choice);
      avoid.add(choice.word.id);
    }
    timeline = mornings.map((morning) => (morning.word ? morning : (found.get(morning.day) ?? morning)));
  }
  return mornings.flatMap(({ day, word }) =>
    word ? [] : [found.get(day) ?? { day, word: undefined, relaxed: [] }],
  );
}

/** The words that are pinned to these days. */
async function placePinned(
  { words, timezone }: PlanDeps,
  mornings: readonly Morning[],
  { seed, avoid, ...draw }: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const pinned = (await words.pinned()).filter((word) => !avoid.has(word.id) && mayDraw(draw, word));
  if (pinned.length === 0) return [];
  const readable = new Map(
    (
      await readCandidates(
        words,
        pinned.map(({ id }) => id),
      )
    ).map((word) => [word.id, word]),
  );
  const days = mornings.flatMap(({ day, word }) => (word ? [] : [day]));
  const placed = placePins({ days, pinned: pinned.filter(({ id }) => readable.has(id)), timezone, seed });
  return [...placed].map(([day, { id }]) => ({ day, word: readable.get(id), relaxed: [], reason: 'pin' }));
}

/** Words of the first pack that show what the emails are like: known to sound good, and easy to retell. */
const openingWords = [
  'petrichor',
  'serendipity',
  'kerfuffle',
  'defenestrate',
  'discombobulate',
  'flabbergast',
  'hygge',
  'kintsugi',
  'lagniappe',
  'mondegreen',
  'murmuration',
  'schadenfreude',
  'shenanigans',
  'skedaddle',
  'smithereens',
  'umami',
  'wanderlust',
  'zeitgeist',
] as const;

/** How many of the first mornings of an installation get one of them. */
const openingMornings = 7;

/** Good words for the first days of an installation, if nothing was ever sent. */
async function openWithFavorites(
  { database, words }: PlanDeps,
  mornings: readonly Morning[],
  { seed, avoid, ...draw }: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const week = mornings.slice(0, openingMornings);
  if (week.every(({ word }) => word) || (await hasSentAny(database))) return [];
  const found = (await words.unusedSpellings(openingWords)).filter(
    (word) => !avoid.has(word.id) && mayDraw(draw, word) && word.pin === '',
  );
  const candidates = await readCandidates(
    words,
    found.map(({ id }) => id),
  );
  // Before its settings are first saved, each installation has the same seed: the time of its words differs.
  const since = Date.parse(candidates[0]?.createdAt ?? '') || 0;
  const choices = chooseWords({ mornings: week, candidates, seed: seed + since });
  return choices.map((choice) => ({ ...choice, reason: 'opening' }));
}

async function hasSentAny(database: OpenDatabase): Promise<boolean> {
  const sent = emailTable.selectFrom('scheduled_emails').select('id').where('status', '=', literal('sent'));
  return (await database.read(sent.limit(1))).length > 0;
}

/** Words of a theme week, if the owner has them. */
async function placeThemed(
  { words }: PlanDeps,
  mornings: readonly Morning[],
  { seed, avoid, themeWeeks, rhythm, ...draw }: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const themed = await drawableThemes(words, { themeWeeks, avoid, ...draw });
  if (themed.length === 0) return [];
  const placed = placeThemes({
    mornings,
    themes: themed,
    beginsWeek: (day) => beginsWeek(day, rhythm),
    free: themeWeeks === 'alternate' ? rhythm.days.length : 'none',
    seed,
  });
  const readable = new Map(
    (
      await readCandidates(
        words,
        [...placed.values()].map(({ id }) => id),
      )
    ).map((word) => [word.id, word]),
  );
  return [...placed].map(([day, { id }]) => ({ day, word: readable.get(id), relaxed: [], reason: 'theme' }));
}

/** Whether no day of its week before it is one on which emails go out. Weeks begin on Monday. */
function beginsWeek(day: string, rhythm: Omit<SendRhythm, 'time'>): boolean {
  for (let before = day; weekdayOf(before) !== 'mon'; ) {
    before = addDays(before, -1);
    if (isSendDay(before, rhythm)) return false;
  }
  return true;
}

/** If a sample of the unused words breaks a rule, a larger one is tried. */
async function drawUnused(
  { words }: PlanDeps,
  mornings: readonly Morning[],
  { seed, avoid, themeWeeks, rhythm: _, ...draw }: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const open = mornings.filter(({ word }) => !word);
  const from = open[0]?.day ?? '';
  const pinned = await words.pinned();
  const kept = new Set(pinned.filter((word) => waitsForItsDay(word, from)).map(({ id }) => id));
  const all = (await drawableIds(words, draw)).filter((id) => !avoid.has(id) && !kept.has(id));
  const themes = await drawableThemes(words, { themeWeeks, avoid, ...draw });
  const forThemes = new Set(
    themes
      .filter(({ words }) => words.length >= fewestOfTheme)
      .flatMap(({ words }) => words.map(({ id }) => id)),
  );
  // A theme is kept together for its week, as long as there are other words.
  const without = all.filter((id) => !forThemes.has(id));
  const ids = without.length >= open.length ? without : all;
  const inOrder = inSeededOrder(ids, { seed: `${seed}:${from}`, idOf: (id) => id });
  const usual = Math.max(fewestCandidates, open.length * candidatesPerMorning);
  const candidates: DrawnWord[] = [];
  let read = 0;
  for (const size of [usual, mostCandidates]) {
    candidates.push(...(await readCandidates(words, inOrder.slice(read, size))));
    read = size;
    const choices = chooseWords({ mornings, candidates, seed });
    const isGood = choices.every(({ word, relaxed }) => word && relaxed.length === 0);
    if (isGood || size >= inOrder.length || size === mostCandidates) return choices;
  }
  return [];
}

/** Words that were sent before, once no unused word is left. */
async function repeatSent(
  { words }: PlanDeps,
  mornings: readonly Morning[],
  { seed, avoid, ...draw }: ChoiceSettings,
): Promise<Choice<WordView>[]> {
  const from = mornings.find(({ word }) => !word)?.day ?? '';
  const oldestFirst = (await words.sent())
    .filter((word) => !avoid.has(word.id) && mayDraw(draw, word) && !waitsForItsDay(word, from))
    .toSorted((a, b) => compareText(a.lastDay ?? '', b.lastDay ?? '') || a.id - b.id)
    .slice(0, mostCandidates);
  const candidates = new Map(
    (
      await readCandidates(
        words,
        oldestFirst.map(({ id }) => id),
      )
    ).map((word) => [word.id, word]),
  );
  const sent = oldestFirst.flatMap(({ id, lastDay }) => {
    const word = candidates.get(id);
    return word ? [{ word, lastDay }] : [];
  });
  const chosen = repeatWords({ mornings, sent, seed });
  return [...chosen].map(([day, word]) => ({ day, word, relaxed: [], reason: 'repeat' }));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** The unused words that the owner lets the autopilot draw. */
async function drawableIds(words: PlanDeps['words'], draw: DrawSettings): Promise<number[]> {
  if (drawsEverything(draw)) return words.unusedIds();
  return (await words.unusedMarks()).filter((word) => mayDraw(draw, word)).map(({ id }) => id);
}

/** An offensive word is never chosen automatically: a person must decide. */
async function readCandidates(words: PlanDeps['words'], ids: readonly number[]): Promise<DrawnWord[]> {
  const checked = await words.checkSome(ids);
  return checked
    .filter(({ findings }) => !findings.some(({ code }) => code === 'word.offensive'))
    .map(({ word, findings }) => ({ ...word, hasFindings: !findings.every(isMatterOfStyle) }));
}

export interface FillDeps extends PlanDeps {
  store: StoreEmails;
}

/**
 * Keeps the next mornings filled, if the autopilot is on. Each email is stored together with its day, whose key is
 * unique: of two simultaneous passes, one stores it, and a killed pass leaves both or neither. A day that has once had
 * an email is left alone, so a canceled email stays canceled.
 */
export async function fillDays(deps: FillDeps, { onEvent, signal }: StepContext): Promise<void> {
  const plan = await readPlan(deps);
  if (!plan.isOn) return;
  const { planned, taken } = await planAhead(deps, plan);
  await noteDays(deps, taken);
  for (const morning of planned) {
    if (signal?.aborted) return;
    const { word, scheduledDate } = morning;
    if (!word || !(await fill(deps, morning, plan.time))) continue;
    const message = `“${word.word}” was chosen for ${showInstant(scheduledDate, deps.timezone)}`;
    onEvent({ step: 'mornings', outcome: 'done', message });
  }
}

/** @returns whether it was stored: someone else may have taken the day or the word */
async function fill({ store }: FillDeps, { day, word }: Planned, time: string): Promise<boolean> {
  if (!word) return false;
  const input = { wordId: word.id, scheduledDate: `${day}T${time}` };
  try {
    await store([{ ...input, status: 'pending', ifDayTaken: 'refuse' }], (em) =>
      em.insert(AutopilotDay, { day, isSkipped: false }),
    );
    return true;
  } catch (error) {
    const isTaken = error instanceof UniqueConstraintViolationException || isDomainError(error);
    if (isTaken) return false;
    throw error;
  }
}

/** Records days that were filled by hand. */
async function noteDays({ database }: FillDeps, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map((day) => ({ day, isSkipped: false }));
  await database
    .em()
    .upsertMany(AutopilotDay, rows, { onConflictFields: ['day'], onConflictAction: 'ignore' });
}
