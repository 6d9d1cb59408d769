import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { showInstant } from '../calendar/zoned-time.ts';
import type { StepContext } from '../delivery/pass-event.ts';
import { isDomainError } from '../errors.ts';
import type { StoreEmail } from '../schedule/open-schedule.ts';
import { AutopilotDay } from './autopilot-day.ts';
import { readPlan } from './autopilot-store.ts';
import { type PlanDeps, type Planned, planAhead } from './plan-mornings.ts';

export interface FillDeps extends PlanDeps {
  store: StoreEmail;
}

/**
 * Keeps the next mornings filled, if the autopilot is on. Each email is stored together with its day, whose key is
 * unique: of two simultaneous passes, one stores it, and a killed pass leaves both or neither. A day that has once had
 * an email is left alone, so a cancelled email stays cancelled.
 */
export async function fillMornings(deps: FillDeps, { onEvent, signal }: StepContext): Promise<void> {
  const plan = await readPlan(deps);
  if (!plan.isOn) return;
  const { planned, taken } = await planAhead(deps, plan);
  await noteDays(deps, taken);
  for (const morning of planned) {
    if (signal?.aborted) return;
    const { word, scheduledDate } = morning;
    if (!word || !(await fill(deps, morning))) continue;
    const message = `“${word.word}” was chosen for ${showInstant(scheduledDate, deps.timezone)}`;
    onEvent({ step: 'mornings', outcome: 'done', message });
  }
}

/** @returns whether it was stored: somebody else may have taken the day or the word */
async function fill({ store }: FillDeps, { day, word, scheduledDate }: Planned): Promise<boolean> {
  if (!word) return false;
  const input = { wordId: word.id, scheduledDate: scheduledDate.toISOString() };
  try {
    await store({ ...input, status: 'pending', ifDayTaken: 'refuse' }, (em) =>
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
