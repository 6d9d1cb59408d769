import { z } from 'zod';
import { deliveryChange, deliveryProgress, sendsQuery } from './deliveries.ts';
import type { Endpoint } from './endpoint.ts';
import { idParams } from './paging.ts';

/** The words of a week in one email, for readers who chose that, and for everyone while the recap is on. */
export const weeklyEmailView = z.object({
  id: z.number().int(),
  /** Its day on the owner's calendar, `YYYY-MM-DD`. */
  day: z.string(),
  /** Empty if it could not be made. */
  subject: z.string(),
  /** How many words it has. */
  words: z.number().int(),
  /** Why it is not sent; `null` if it is or was. */
  reason: z.string().nullable(),
  /** `null` before its time has come, and if it is not sent. */
  progress: deliveryProgress.nullable(),
});
export type WeeklyEmailView = z.infer<typeof weeklyEmailView>;

export const weeklyEmailEndpoints = {
  listWeeklyEmails: {
    method: 'GET',
    path: '/api/admin/weekly-emails',
    summary:
      'Weekly emails with how many readers got them, latest first. Each is made an hour before its time.',
    access: 'session',
    query: sendsQuery,
    answer: z.array(weeklyEmailView),
  },
  changeWeeklyEmail: {
    method: 'POST',
    path: '/api/admin/weekly-emails/{id}/delivery',
    summary:
      'Pause, resume or stop a weekly email that is being sent, or decide about readers without an answer: send again, or leave them.',
    access: 'session',
    params: idParams,
    body: deliveryChange,
    answer: weeklyEmailView,
    errors: ['schedule.not_found', 'schedule.not_sending'],
  },
} as const satisfies Record<string, Endpoint>;
