import type { AutopilotInput } from '../contract/autopilot.ts';
import { defaultSendTime } from '../contract/limits.ts';
import { readWeekdays, weekdays } from '../contract/weekdays.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { AutopilotDay } from './autopilot-day.ts';
import { AutopilotSettings } from './autopilot-settings.ts';

/** When emails go out, and who chooses their words. */
export interface AutopilotPlan extends AutopilotInput {
  /** Decides between equally good words. */
  seed: number;
}

/** In use until somebody saves other settings. */
const defaults: AutopilotPlan = {
  isOn: false,
  time: defaultSendTime,
  days: [...weekdays],
  ahead: 14,
  seed: 0,
};

export async function readPlan({ database }: { database: OpenDatabase }): Promise<AutopilotPlan> {
  const row = await database.em().findOne(AutopilotSettings, { id: 1 });
  if (!row) return defaults;
  const { isOn, time, ahead, seed } = row;
  return { isOn, time, ahead, seed, days: readWeekdays(row.days) ?? defaults.days };
}

export async function savePlan(
  { database, random }: { database: OpenDatabase; random: () => number },
  { isOn, time, days, ahead }: AutopilotInput,
): Promise<void> {
  const settings = { isOn, time, days: days.join(','), ahead };
  await database.em().transactional(async (em) => {
    const before = await em.findOne(AutopilotSettings, { id: 1 });
    // Turning it on also fills the mornings that it left free before.
    if (isOn && !before?.isOn) await em.nativeDelete(AutopilotDay, { isSkipped: false });
    const row = { id: 1, ...settings, seed: random() };
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

/** Safe to repeat. */
export async function skipDay({ database }: { database: OpenDatabase }, day: string): Promise<void> {
  await database.em().upsert(AutopilotDay, { day, isSkipped: true }, { onConflictFields: ['day'] });
}

/** Safe to repeat. */
export async function unskipDay({ database }: { database: OpenDatabase }, day: string): Promise<void> {
  await database.em().nativeDelete(AutopilotDay, { day });
}
