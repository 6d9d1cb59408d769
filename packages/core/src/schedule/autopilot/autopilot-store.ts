import { defineEntity, p } from '@mikro-orm/core';
import type { AutopilotInput, DrawSettings, ThemeRhythm } from '../../contract/autopilot.ts';
import { type DayRange, daysIn } from '../../contract/day-ranges.ts';
import { defaultSendTime, limits } from '../../contract/limits.ts';
import { readWeekdays, type Weekday, weekdays } from '../../contract/weekdays.ts';
import { type DrawLevel, drawLevels, tagsOf } from '../../contract/word-fields.ts';
import { addDays, calendarDay, instantAt, weekdayOf } from '../../platform/calendar.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';

/** When emails go out, and who chooses their words. */
export interface AutopilotPlan extends Omit<AutopilotInput, keyof DrawSettings | 'themeWeeks'>, DrawSettings {
  themeWeeks: ThemeRhythm;
  /** Decides between equally good words. */
  seed: number;
}

/** In use until someone saves other settings. */
const defaults: AutopilotPlan = {
  isOn: false,
  time: defaultSendTime,
  days: [...weekdays],
  ahead: 14,
  levels: [...drawLevels],
  onlyTags: [],
  neverTags: [],
  withoutSensitive: [],
  themeWeeks: 'alternate',
  seed: 0,
};

export async function readPlan({ database }: { database: OpenDatabase }): Promise<AutopilotPlan> {
  const row = await database.em().findOne(AutopilotSettings, { id: 1 });
  if (!row) return defaults;
  const { isOn, time, ahead, seed } = row;
  const levels = tagsOf(row.levels) as DrawLevel[];
  return {
    isOn,
    time,
    ahead,
    seed,
    days: readWeekdays(row.days) ?? defaults.days,
    levels: levels.length > 0 ? levels : defaults.levels,
    onlyTags: tagsOf(row.onlyTags),
    neverTags: tagsOf(row.neverTags),
    withoutSensitive: tagsOf(row.withoutSensitive),
    themeWeeks: row.themeWeeks,
  };
}

export async function savePlan(
  { database, random }: { database: OpenDatabase; random: () => number },
  { isOn, time, days, ahead, themeWeeks, ...draw }: AutopilotInput,
): Promise<void> {
  const settings = { isOn, time, days: days.join(','), ahead };
  await database.em().transactional(async (em) => {
    const before = await em.findOne(AutopilotSettings, { id: 1 });
    // Turning it on also fills the mornings that it left free before.
    if (isOn && !before?.isOn) await em.nativeDelete(AutopilotDay, { isSkipped: false });
    const kept = (setting: keyof DrawSettings) => draw[setting]?.join(',') ?? before?.[setting] ?? '';
    const row = {
      id: 1,
      ...settings,
      levels: kept('levels'),
      onlyTags: kept('onlyTags'),
      neverTags: kept('neverTags'),
      withoutSensitive: kept('withoutSensitive'),
      themeWeeks: themeWeeks ?? before?.themeWeeks ?? defaults.themeWeeks,
      seed: random(),
    };
    // The seed stays, so that a plan the owner has seen is the one that is carried out.
    const options = { onConflictFields: ['id' as const], onConflictExcludeFields: ['seed' as const] };
    await em.upsert(AutopilotSettings, row, options);
  });
}

/** Days from this one that the autopilot leaves alone. */
export async function readDays(
  { database }: { database: OpenDatabase },
  from: string,
): Promise<{ skipped: Set<string>; filled: Set<string> }> {
  const days = await database.em().find(AutopilotDay, { day: { $gte: from } }, { orderBy: { day: 'asc' } });
  const of = (isSkipped: boolean) =>
    days.filter((each) => each.isSkipped === isSkipped).map(({ day }) => day);
  return { skipped: new Set(of(true)), filled: new Set(of(false)) };
}

/** All of the days or none. Safe to repeat. */
export async function storeSkipped({ database }: { database: OpenDatabase }, range: DayRange): Promise<void> {
  const days = Array.from({ length: daysIn(range) }, (_, at) => addDays(range.from, at));
  const rows = days.map((day) => ({ day, isSkipped: true }));
  await database.em().transactional((em) => em.upsertMany(AutopilotDay, rows, { onConflictFields: ['day'] }));
}

/** Safe to repeat. */
export async function removeDays(
  { database }: { database: OpenDatabase },
  { from, until }: DayRange,
): Promise<void> {
  await database.em().nativeDelete(AutopilotDay, { day: { $gte: from, $lte: until } });
}

const AutopilotDaySchema = defineEntity({
  name: 'AutopilotDay',
  tableName: 'autopilot_days',
  properties: {
    /** In the installation's time zone, `YYYY-MM-DD`. As the key, it gives each day to only one process. */
    day: p.string().length(10).primary(),
    /** Whether the admin skipped it; otherwise the autopilot has filled it. */
    isSkipped: p.boolean(),
  },
});

/** A day that the autopilot leaves alone because it already filled it, or was asked to skip it. */
export class AutopilotDay extends AutopilotDaySchema.class {}
AutopilotDaySchema.setClass(AutopilotDay);

const AutopilotSettingsSchema = defineEntity({
  name: 'AutopilotSettings',
  tableName: 'autopilot_settings',
  properties: {
    /** Always 1. */
    id: p.integer().primary(),
    isOn: p.boolean(),
    /** Wall-clock time in the installation's time zone, `HH:MM`. */
    time: p.string().length(5),
    /** Weekdays, separated by commas. */
    days: p.string().length(30),
    /** How many mornings are kept filled. */
    ahead: p.integer(),
    /** Decides between equally good words. */
    seed: p.integer(),
    /** What it draws from, each a list separated by commas. No levels means all of them. */
    levels: p.string().length(limits.partOfSpeechLength).default(''),
    onlyTags: p.string().length(limits.tagsLength).default(''),
    neverTags: p.string().length(limits.tagsLength).default(''),
    withoutSensitive: p.string().length(limits.tagsLength).default(''),
    /** Settings that are older than theme weeks have none. */
    themeWeeks: p.string().length(limits.statusLength).default('off').$type<ThemeRhythm>(),
  },
});

/** When emails go out, and whether their words are chosen automatically. */
export class AutopilotSettings extends AutopilotSettingsSchema.class {}
AutopilotSettingsSchema.setClass(AutopilotSettings);

/** When emails go out. */
export interface SendRhythm {
  /** `HH:MM` in the time zone. */
  time: string;
  days: readonly Weekday[];
  skipped: ReadonlySet<string>;
}

export function isSendDay(day: string, { days, skipped }: Omit<SendRhythm, 'time'>): boolean {
  return days.includes(weekdayOf(day)) && !skipped.has(day);
}

/** The first day whose send time has not come yet. */
export function firstDay(now: Date, { time }: Pick<SendRhythm, 'time'>, timezone: string): string {
  const today = calendarDay(now, timezone);
  return instantAt({ day: today, time }, timezone) > now ? today : addDays(today, 1);
}

/** The send days from a day; none if all of them are skipped. */
export function* sendDays(from: string, rhythm: Omit<SendRhythm, 'time'>): Generator<string> {
  // The search ends after a year of skipped days: otherwise it would never end.
  let skipped = 0;
  for (let day = from; skipped < 366; day = addDays(day, 1)) {
    const isOne = isSendDay(day, rhythm);
    skipped = isOne ? 0 : skipped + 1;
    if (isOne) yield day;
  }
}

/** The first send days from a day. */
export function nextSendDays(from: string, rhythm: Omit<SendRhythm, 'time'>, count: number): string[] {
  const found: string[] = [];
  for (const day of sendDays(from, rhythm)) {
    if (found.push(day) === count) break;
  }
  return found;
}
