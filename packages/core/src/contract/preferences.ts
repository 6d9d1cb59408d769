import { z } from 'zod';
import { cadences } from './choices.ts';
import { limits } from './limits.ts';
import { isStorable } from './text.ts';
import { weekdays } from './weekdays.ts';

/**
 * How a reader wants the emails. `null` everywhere: as the owner sends them. Written out because the declarations of a
 * package without zod contain it.
 */
export interface ReaderPreferences {
  /** IANA name, such as `Europe/Berlin`; `null` for the installation's. */
  timezone: string | null;
  /** The reader's own time of day, `HH:MM`; `null` for the time of each email. A reader with a time has a time zone. */
  sendTime: string | null;
  /** In the order of the week; `null` for every day. */
  weekdays: (typeof weekdays)[number][] | null;
  /** The first day with emails after a pause, `YYYY-MM-DD`; `null` if there is none. */
  pausedUntil: string | null;
  cadence: (typeof cadences)[number];
  /** The day of the weekly email; `null` for the usual one. */
  digestDay: (typeof weekdays)[number] | null;
}

export const readerPreferences = z.object({
  timezone: z.string().nullable(),
  sendTime: z.string().nullable(),
  weekdays: z.array(z.enum(weekdays)).nullable(),
  pausedUntil: z.string().nullable(),
  cadence: z.enum(cadences),
  digestDay: z.enum(weekdays).nullable(),
}) satisfies z.ZodType<ReaderPreferences>;

const notAZone = 'Choose a time zone, such as Europe/Berlin';

/** Whether the zone is known is up to the server: browsers know different ones. */
export const timezoneInput = z
  .string(notAZone)
  .trim()
  .min(1, notAZone)
  .max(limits.timezoneLength, notAZone)
  .refine(isStorable, notAZone);

/** A change of preferences: what is left out stays, and `null` goes back to the owner's choice. */
export const preferencesChange = z
  .object({
    timezone: timezoneInput.nullable(),
    sendTime: z
      .string('Choose a time, such as 07:30')
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time, such as 07:30')
      .nullable(),
    weekdays: z
      .array(z.enum(weekdays, 'Choose days of the week'), 'Choose days of the week')
      .min(1, 'Choose at least one day')
      .max(weekdays.length, 'Choose each day once')
      .nullable(),
    pausedUntil: z.iso.date('Choose a day, such as 2026-12-31').nullable(),
    cadence: z.enum(cadences, `Choose one of ${cadences.join(', ')}`),
    digestDay: z.enum(weekdays, 'Choose a day of the week').nullable(),
  })
  .partial();
export type PreferencesChange = z.infer<typeof preferencesChange>;
