import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { instant, message } from './paging.ts';
import { describeNotYet, readerCounts } from './reader-counts.ts';

export const tomorrowVerdicts = ['ready', 'at_risk', 'nothing_scheduled'] as const;
export type TomorrowVerdict = (typeof tomorrowVerdicts)[number];

/**
 * What may keep the next email from reaching readers, or should be done before it does, by what it is about. `doctor`
 * checks the installation on its own.
 */
export const riskSubjects = {
  sending_held: 'installation',
  email_waiting: 'email',
  send_missing: 'email',
  send_cancelled: 'email',
  send_unclear: 'email',
  send_paused: 'email',
  send_interrupted: 'email',
  send_late: 'email',
  send_moved: 'email',
  provider_unreachable: 'installation',
  provider_refuses: 'installation',
  clock_wrong: 'installation',
  no_pass: 'installation',
  pass_failed: 'installation',
  no_readers: 'readers',
  readers_waiting: 'readers',
  mail_server_out: 'installation',
  links_closed: 'installation',
  word_findings: 'word',
  library_low: 'installation',
} as const;
export type TomorrowRisk = keyof typeof riskSubjects;
export type RiskSubject = (typeof riskSubjects)[TomorrowRisk];
const tomorrowRisks = Object.keys(riskSubjects) as TomorrowRisk[];

/** An email of which some readers may or may not have a copy, because the mail server's answer was lost. */
export const emailInDoubt = z.object({
  id: z.number().int(),
  word: z.string(),
  scheduledDate: instant,
  /** How many readers. */
  readers: z.number().int(),
});
export type EmailInDoubt = z.infer<typeof emailInDoubt>;

/**
 * Whether the next morning's email will go out, and what to do if that is in doubt. While the autopilot is on, days
 * that it leaves free are skipped.
 */
export const tomorrowView = z.object({
  verdict: z.enum(tomorrowVerdicts),
  /** The day in question, `YYYY-MM-DD`: today until its email is sent, then the next day that should have one. */
  day: z.string(),
  /** When the email of that day goes out or, if there is none yet, when the owner wants it to. */
  sendTime: instant,
  isToday: z.boolean(),
  /** Tomorrow should have no email and has none: `day` is then today or a day after tomorrow. */
  isRestDayTomorrow: z.boolean(),
  email: z
    .object({
      id: z.number().int(),
      wordId: z.number().int(),
      scheduledDate: instant,
      /** Its time has come, for its first readers at least: it is being sent, or it is late. */
      isDue: z.boolean(),
      /** How many readers have it, as of up to 20 seconds ago; only while it is being sent from here. */
      sent: z.number().int().optional(),
      /** When it goes to its first and its last readers; left out if everyone gets it at the same time. */
      localTimes: z.object({ firstAt: instant, lastAt: instant }).optional(),
      word: z.string(),
      phoneticPronunciation: z.string(),
      definition: z.string(),
    })
    .nullable(),
  /** The other emails of that day, and those whose time has come, in the order in which they go out. */
  others: z.array(
    z.object({
      id: z.number().int(),
      word: z.string(),
      scheduledDate: instant,
      /** As for `email`. */
      isDue: z.boolean(),
      /** Only while it is being sent from here: whether the rest waits for the owner. */
      isPaused: z.boolean().optional(),
    }),
  ),
  /** An email that failed that day, if no other one is waiting for it. */
  failed: z.object({ id: z.number().int(), word: z.string() }).nullable(),
  /** Only with a course: how many readers get a lesson on that day, and how many have lessons to come or have had all. */
  course: z
    .object({
      /** Readers whose day it is. */
      lessons: z.number().int(),
      /** Readers who have lessons to come, on that day or later. */
      underWay: z.number().int(),
      finished: z.number().int(),
    })
    .optional(),
  /** Who gets the next email. */
  readers: z.number().int(),
  /** Who is on the list and does not want it: they paused, chose other days, or get one email a week. */
  onOtherDays: z.number().int(),
  /** Who waits for it because of the warm-up of a new domain; `null` if nobody does. */
  warmUp: z
    .object({
      waiting: z.number().int(),
      /** Its day's place in the schedule, from 1, and how many it has. */
      day: z.number().int(),
      days: z.number().int(),
      /** Emails on that day at most. */
      most: z.number().int(),
    })
    .nullable(),
  readersByStatus: readerCounts,
  /** Earlier emails of which it is unknown whether some readers have them, the latest first. They wait for a decision. */
  doubts: z.array(emailInDoubt),
  /** Empty unless the verdict is `at_risk`; the most serious one first. */
  reasons: z.array(
    z.object({
      code: z.enum(tomorrowRisks),
      message: z.string(),
      /** What to do, with the command for it. */
      fix: z.string(),
      /** The same for the admin area, without the command. */
      advice: z.string(),
      /** The page of the admin area to do it on, if there is one. */
      page: z.string().nullable(),
    }),
  ),
  /**
   * Why the email provider does not work now, as a sentence; `null` if it works. Does not depend on what is scheduled.
   */
  providerProblem: z.string().nullable(),
  /** Which of two mail servers is out, since when and why, as sentences; `null` if both work, and if there is one. */
  mailServerOut: z.string().nullable(),
  /**
   * Since when nothing is sent, because this copy was restored from a backup and its original may still be sending;
   * `null` if it sends.
   */
  sendingHeldSince: instant.nullable(),
  timezone: z.string(),
});
export type TomorrowView = z.infer<typeof tomorrowView>;

/** Of an installation whose readers have lessons of a course to come. */
export type InCourse = TomorrowView & { course: NonNullable<TomorrowView['course']> };

/** Whether readers have lessons of a course to come: then a morning without an email of the schedule is no mistake. */
export function isInCourse(view: TomorrowView | undefined): view is InCourse {
  return (view?.course?.underWay ?? 0) > 0;
}

/**
 * Where an email of the view stands, as far as is known. One that is not being sent is due from its own time on, even
 * if that of its first readers has come before.
 */
export function emailStanding(
  { verdict, sendingHeldSince }: Pick<TomorrowView, 'verdict' | 'sendingHeldSince'>,
  {
    isDue,
    scheduledDate,
    isPaused,
  }: Pick<TomorrowView['others'][number], 'isDue' | 'scheduledDate' | 'isPaused'>,
  now = new Date(),
): 'to_come' | 'being_sent' | 'paused' | 'due' {
  if (isPaused) return 'paused';
  if (isDue && verdict !== 'at_risk' && sendingHeldSince === null) return 'being_sent';
  return isDue && new Date(scheduledDate) <= now ? 'due' : 'to_come';
}

/** Who gets a lesson, as a sentence. */
export function describeLessons({ course: { lessons }, ...view }: InCourse): string {
  const who = lessons === 0 ? 'Nobody' : countReaders(lessons);
  return `${who} ${lessons > 1 ? 'get' : 'gets'} a lesson of the course ${nameDay(view)}.`;
}

/** How many readers of the course are where, as sentences. */
export function describeCourse({ course: { underWay, finished } }: InCourse): string {
  return `Lessons to come: ${countReaders(underWay)}. Finished: ${countReaders(finished)}.`;
}

/** Who gets the next email, and who does not although they signed up, to follow `to`. */
export function describeAudience(view: TomorrowView): string {
  const { readers, readersByStatus, onOtherDays } = view;
  if (readers === 0 && isInCourse(view) && view.course.finished === 0)
    return 'nobody: no reader has finished the course';
  const sent = view.email?.isDue ? view.email.sent : undefined;
  // Once it is being sent, some of them may have it.
  const others =
    onOtherDays > 0 &&
    sent === undefined &&
    `${onOtherDays.toLocaleString('en-US')} who paused or chose other days`;
  const not = [describeNotYet(readersByStatus), others].filter(Boolean).join(', ');
  const have =
    sent === undefined ? '' : `, of whom ${sent.toLocaleString('en-US')} ${sent === 1 ? 'has' : 'have'} it`;
  return `${countReaders(readers)}${have}${not ? ` (not to ${not})` : ''}`;
}

function nameDay({ day, isToday, isRestDayTomorrow }: Omit<TomorrowView, 'course'>): string {
  if (isToday) return 'today';
  if (!isRestDayTomorrow) return 'tomorrow';
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  return `on ${new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', format)}`;
}

function countReaders(count: number): string {
  return count === 1 ? '1 reader' : `${count.toLocaleString('en-US')} readers`;
}

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
  resumeSending: {
    method: 'POST',
    path: '/api/admin/sending/resume',
    summary:
      'Let a restored copy send. Call it once the installation that the backup was made of is stopped for good.',
    access: 'session',
    answer: message,
  },
} as const satisfies Record<string, Endpoint>;
