import { z } from 'zod';
import { calendarDate } from './autopilot.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { idParams, instant, message } from './paging.ts';
import { isStorable, notStorable, oneLine } from './text.ts';
import { bulkUploadQuery, exportQuery, importReport, wordView } from './words.ts';

const { themeLength, themeIntroductionLength } = limits;

const title = z
  .string('Title is required')
  .refine(isStorable, notStorable('Title'))
  .transform(oneLine)
  .pipe(
    z
      .string()
      .min(1, 'Title is required')
      .max(themeLength, `Title must be at most ${themeLength} characters`),
  );
const introduction = z
  .string('Introduction must be text')
  .trim()
  .max(themeIntroductionLength, `Introduction must be at most ${themeIntroductionLength} characters`)
  .refine(isStorable, notStorable('Introduction'));
/** In the order of the week. Words that are left out no longer belong to the theme, and a word has one theme. */
const wordIds = z
  .array(z.number('Choose words').int().positive('Choose words'), 'List the ids of the words')
  .max(limits.themeWords, `A theme has at most ${limits.themeWords} words`)
  .refine((ids) => new Set(ids).size === ids.length, 'A word can be in a theme only once');

export const themeInput = z.object({
  title,
  introduction: introduction.default(''),
  wordIds: wordIds.default([]),
});
export type ThemeInput = z.infer<typeof themeInput>;

/** What is left out stays as it is. */
export const themeEdit = z
  .object({
    title: title.optional(),
    introduction: introduction.optional(),
    wordIds: wordIds.optional(),
  })
  .refine(
    (edit) => Object.values(edit).some((value) => value !== undefined),
    'Say what to change: title, introduction or wordIds',
  );
export type ThemeEdit = z.infer<typeof themeEdit>;

/** Words that belong together, for a week of their own. */
export const themeView = z.object({
  id: z.number().int(),
  title: z.string(),
  /** What the first email says of the week; may be empty. */
  introduction: z.string(),
  wordCount: z.number().int(),
  /** Words that were never sent and are not waiting to be sent. */
  unusedCount: z.number().int(),
});
export type ThemeView = z.infer<typeof themeView>;

export const themeWord = wordView
  .pick({ id: true, word: true, partOfSpeech: true, definition: true, usedCount: true })
  .extend({
    /** When its email goes out, if one is waiting. */
    goesOut: instant.nullable(),
  });
export type ThemeWord = z.infer<typeof themeWord>;

export const themeDetail = themeView.extend({
  /** In the order of the week. */
  words: z.array(themeWord),
});
export type ThemeDetail = z.infer<typeof themeDetail>;

export const themeList = z.object({ themes: z.array(themeView) });
export type ThemeList = z.infer<typeof themeList>;

/** A week of a theme, from a day that the owner chooses. */
export const themeWeekInput = z.object({
  /** The first day; it must have no email yet. */
  from: calendarDate,
  /** Shows what would be scheduled, and schedules nothing. */
  dryRun: z.boolean().optional(),
});
export type ThemeWeekInput = z.infer<typeof themeWeekInput>;

export const themeWeekView = z.object({
  /** What is scheduled, in order. */
  emails: z.array(
    z.object({ day: calendarDate, wordId: z.number().int(), word: z.string(), scheduledDate: instant }),
  ),
  /** What the owner may not expect: other theme weeks on the same days. */
  notes: z.array(z.string()),
});
export type ThemeWeekView = z.infer<typeof themeWeekView>;

export const themeEndpoints = {
  listThemes: {
    method: 'GET',
    path: '/api/admin/themes',
    summary: 'The themes in alphabetical order, each with how many words it has.',
    access: 'session',
    answer: themeList,
  },
  addTheme: {
    method: 'POST',
    path: '/api/admin/themes',
    summary: 'Add a theme, with words of the library in the order of the week.',
    access: 'session',
    body: themeInput,
    status: 201,
    answer: themeDetail,
    errors: ['theme.exists', 'word.not_found'],
  },
  exportThemes: {
    method: 'GET',
    path: '/api/admin/themes/export',
    summary:
      'Titles and introductions of all themes as CSV or JSON lines. The export of words has their words.',
    access: 'session',
    query: exportQuery,
    answerTypes: ['text/csv', 'application/x-ndjson'],
  },
  uploadThemes: {
    method: 'POST',
    path: '/api/admin/themes/bulk-upload',
    summary: 'Import titles and introductions of themes from CSV, as the body or as a multipart file.',
    access: 'session',
    query: bulkUploadQuery,
    bodyTypes: ['text/csv', 'multipart/form-data'],
    answer: importReport,
    errors: ['import.unreadable', 'request.too_large'],
  },
  getTheme: {
    method: 'GET',
    path: '/api/admin/themes/{id}',
    summary: 'One theme with its words in the order of the week.',
    access: 'session',
    params: idParams,
    answer: themeDetail,
    errors: ['theme.not_found'],
  },
  editTheme: {
    method: 'PUT',
    path: '/api/admin/themes/{id}',
    summary: 'Change title, introduction, or words and their order; what is left out stays.',
    access: 'session',
    params: idParams,
    body: themeEdit,
    answer: themeDetail,
    errors: ['theme.not_found', 'theme.exists', 'word.not_found'],
  },
  scheduleTheme: {
    method: 'POST',
    path: '/api/admin/themes/{id}/schedule',
    summary: 'Schedule the words of a theme that are left, one for each free send day from a day on.',
    access: 'session',
    params: idParams,
    body: themeWeekInput,
    status: 201,
    answer: themeWeekView,
    errors: ['theme.not_found', 'schedule.in_past', 'schedule.day_taken'],
  },
  removeTheme: {
    method: 'DELETE',
    path: '/api/admin/themes/{id}',
    summary: 'Remove a theme. Its words stay in the library.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: ['theme.not_found'],
  },
} as const satisfies Record<string, Endpoint>;
