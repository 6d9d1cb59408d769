import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { instant } from './paging.ts';

export const tomorrowVerdicts = ['ready', 'at_risk', 'nothing_scheduled'] as const;
export type TomorrowVerdict = (typeof tomorrowVerdicts)[number];

/** What may keep the next email from reaching readers. */
export const tomorrowRisks = [
  'email_waiting',
  'send_missing',
  'send_cancelled',
  'send_unclear',
  'send_moved',
  'provider_unreachable',
  'provider_refuses',
  'clock_wrong',
  'no_pass',
  'pass_failed',
  'no_readers',
  'readers_waiting',
  'word_findings',
  'library_low',
] as const;
export type TomorrowRisk = (typeof tomorrowRisks)[number];

/**
 * Whether the next morning's email will go out, and what to do if that is in doubt. While the autopilot is on, days
 * that it leaves free are skipped.
 */
export const tomorrowView = z.object({
  verdict: z.enum(tomorrowVerdicts),
  /** The day in question, `YYYY-MM-DD`: today until its email is sent, then the next day that should have one. */
  day: z.string(),
  isToday: z.boolean(),
  /** Tomorrow should have no email and has none: `day` is then today or a day after tomorrow. */
  isRestDayTomorrow: z.boolean(),
  email: z
    .object({
      id: z.number().int(),
      scheduledDate: instant,
      word: z.string(),
      phoneticPronunciation: z.string(),
      definition: z.string(),
    })
    .nullable(),
  /** An email that failed that day, if no other one is waiting for it. */
  failed: z.object({ id: z.number().int(), word: z.string() }).nullable(),
  readers: z.number().int(),
  /** Empty unless the verdict is `at_risk`; the most serious one first. */
  reasons: z.array(z.object({ code: z.enum(tomorrowRisks), message: z.string(), fix: z.string() })),
  /**
   * Why the email provider does not work now, as a sentence; `null` if it works. Does not depend on what is scheduled.
   */
  providerProblem: z.string().nullable(),
  timezone: z.string(),
});
export type TomorrowView = z.infer<typeof tomorrowView>;

export const tomorrowEndpoints = {
  tomorrow: {
    method: 'GET',
    path: '/api/admin/tomorrow',
    summary:
      'Whether the next morning’s email will go out: ready, at risk with reasons, or nothing scheduled.',
    access: 'session',
    status: 200,
    answer: tomorrowView,
  },
} as const satisfies Record<string, Endpoint>;
