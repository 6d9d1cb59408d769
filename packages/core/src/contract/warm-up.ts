import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/**
 * Schedules with a name, as one would type them. The figures are those that services publish; see
 * docs/decisions/0057-warm-up.md.
 */
export const warmUpSchedules = {
  slow: '100, 200, 400, 800 x1.2 to 100000',
  usual: '200 x1.18351 to 200000',
  fast: '480 x1.4 to 1000000',
} as const;
export type WarmUpSchedule = keyof typeof warmUpSchedules;

const most = { emails: 100_000_000, days: 365, factor: 10 } as const;

const example = 'such as 50, 100, 200, 400 or 50 x1.5 to 10000';

/**
 * How many emails a new domain sends on its first day, its second and so on: `slow`, `usual`, `fast`, or amounts
 * separated by commas, the last of which may grow by a factor each day.
 *
 * @returns what is wrong, as the end of a sentence that starts with the name of the setting, if it cannot be read
 */
export function readWarmUp(text: string): { amounts: number[] } | { problem: string } {
  const given = text.trim();
  const name = given.toLowerCase();
  const rule = Object.hasOwn(warmUpSchedules, name) ? warmUpSchedules[name as WarmUpSchedule] : given;
  const [list = '', ...growths] = rule.split(/x/i);
  const [factor, to, end, ...more] = growths[0]?.trim().split(/\s+/) ?? [];
  const isGrowthWrong =
    growths.length > 0 &&
    (growths.length > 1 ||
      more.length > 0 ||
      !/^[\d.]+$/.test(factor ?? '') ||
      to?.toLowerCase() !== 'to' ||
      !/^\d+$/.test(end ?? ''));
  const amounts = list.split(',').map((amount) => amount.trim());
  if (isGrowthWrong || !amounts.every((amount) => /^\d+$/.test(amount))) {
    return {
      problem: `must be off, ${Object.keys(warmUpSchedules).join(', ')}, or the emails of each day, ${example}`,
    };
  }
  const days = amounts.map(Number);
  if (factor !== undefined && end !== undefined) {
    const growth = growthOf(days.at(-1) ?? 0, Number(factor), Number(end));
    if ('problem' in growth) return growth;
    days.push(...growth.days);
  }
  if (!days.every((amount) => amount >= 1 && amount <= most.emails)) {
    return { problem: `must have amounts from 1 to ${most.emails}, without a comma in them` };
  }
  if (days.some((amount, nth) => amount < (days[nth - 1] ?? 0))) {
    return { problem: 'must not have fewer emails on one day than on the day before' };
  }
  if (days.length > most.days) return { problem: `must end within ${most.days} days` };
  return { amounts: days };
}

/** The days after one with `start` emails, until one has `end`. */
function growthOf(start: number, factor: number, end: number): { days: number[] } | { problem: string } {
  if (!(factor > 1 && factor <= most.factor)) {
    return { problem: `must grow by a factor above 1 and up to ${most.factor}, ${example}` };
  }
  if (end <= start) return { problem: `must grow to more than it starts with, ${example}` };
  const days: number[] = [];
  for (let nth = 1; (days.at(-1) ?? 0) < end && days.length <= most.days; nth += 1) {
    days.push(Math.min(end, Math.round(start * factor ** nth)));
  }
  return { days };
}

/** How many emails a new domain sends on one day, and what that means for the list as it is now. */
export const warmUpDay = z.object({
  /** `YYYY-MM-DD`, by the owner's calendar. */
  day: z.string(),
  /** Emails at most. */
  most: z.number().int(),
  /** Readers who get an email that everyone wants. */
  readers: z.number().int(),
  /** Readers who do not get it yet. */
  waiting: z.number().int(),
});
export type WarmUpDay = z.infer<typeof warmUpDay>;

/** The warm-up of a new domain: each day, the readers who confirmed longest ago get the emails, more of them each day. */
export const warmUpView = z.object({
  /** As it is set: a name, or amounts. */
  schedule: z.string(),
  /** `YYYY-MM-DD` */
  firstDay: z.string(),
  /** Today's place in the schedule, from 1. Before the first day, it is 1; after the last, it is more than `days`. */
  today: z.number().int(),
  /** How many days the schedule has. */
  days: z.number().int(),
  /** Emails of today at most; `null` once it is over. */
  most: z.number().int().nullable(),
  /** Nobody is held back any more. */
  isOver: z.boolean(),
  /** Emails of today so far, with confirmations and welcomes; those that are being prepared count. */
  taken: z.number().int(),
  /** Readers whom the emails of today have held back so far; of several emails, the most. */
  held: z.number().int(),
  /** Readers on the list now. */
  readers: z.number().int(),
  /** Whether those beyond the amount get the emails through the second mail server. Otherwise, they wait. */
  isRestSent: z.boolean(),
  /** The first day on which all of them get the emails, `YYYY-MM-DD`. */
  everyoneFrom: z.string(),
  /** Every day of the schedule, until all readers get the emails. */
  calendar: z.array(warmUpDay),
});
export type WarmUpView = z.infer<typeof warmUpView>;

export const warmUpEndpoints = {
  warmUp: {
    method: 'GET',
    path: '/api/admin/warm-up',
    summary:
      'The warm-up of a new domain as a calendar: how many emails on which day, how many readers get them and how many wait. `null` without one.',
    access: 'session',
    answer: z.object({ warmUp: warmUpView.nullable() }),
  },
} as const satisfies Record<string, Endpoint>;
