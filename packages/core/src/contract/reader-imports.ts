import { z } from 'zod';
import { suppressedStatuses } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { idParams, instant, message } from './paging.ts';
import { isStorable, notStorable } from './text.ts';

/**
 * What a column of a file with readers is used for. `status` says who is still on the list; `none` is not used.
 */
export const columnUses = [
  'email',
  'firstName',
  'favoriteWord',
  'signedUpAt',
  'confirmedAt',
  'consentAt',
  'source',
  'campaign',
  'consent',
  'reason',
  'timezone',
  'sendTime',
  'weekdays',
  'pausedUntil',
  'cadence',
  'digestDay',
  'status',
  'none',
] as const;
export type ColumnUse = (typeof columnUses)[number];

/**
 * Why a row was not added to the list.
 * - `unsubscribed`, `bounced`, `complained`, `unconfirmed`: the file says so.
 * - `leftHere`, `unconfirmedHere`: this is so here, regardless of the file.
 * - `alreadyReader`: on the list already, or waiting to be.
 * - `removed`: removed here earlier.
 * - `repeated`: earlier in the list.
 */
export const leftOutReasons = [
  'unsubscribed',
  'bounced',
  'complained',
  'unconfirmed',
  'leftHere',
  'unconfirmedHere',
  'alreadyReader',
  'removed',
  'repeated',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The same for people to read; each follows a number. */
export const leftOutTexts: Record<LeftOutReason, string> = {
  unsubscribed: 'unsubscribed, according to the file',
  bounced: 'bounced, according to the file',
  complained: 'complained, according to the file',
  unconfirmed: 'not confirmed, according to the file',
  leftHere: 'left the list here',
  unconfirmedHere: 'not confirmed here',
  alreadyReader: 'on the list here already',
  removed: 'removed here',
  repeated: 'earlier in the list',
};

const count = z.number().int();

export const readerImportCounts = z.object({
  /** People read, refused ones included. */
  rows: count,
  added: count,
  /** Neither added nor refused; `leftOut` says why. */
  skipped: count,
  refused: count,
  leftOut: z.record(z.enum(leftOutReasons), count),
  /** Readers here who had left according to the file, and get no more emails; counted in `leftOut` too. */
  takenOff: count,
  /** Readers who had left here and agreed again since, according to the file; counted in `added` too. */
  broughtBack: count,
  /** Removed readers of another installation, whose hashes are kept here now; not counted in `rows`. */
  remembered: count,
});
export type ReaderImportCounts = z.infer<typeof readerImportCounts>;

/** How many people have left according to the file: they are stored as such, so that nobody adds them later. */
export function countLeft({ leftOut }: Pick<ReaderImportCounts, 'leftOut'>): number {
  return suppressedStatuses.reduce((sum, status) => sum + leftOut[status], 0);
}

/**
 * How far the import of a file is.
 * - `uploading`: the file is still arriving.
 * - `checking`, `checked`: nothing is written; in the end, the counts say what an import would do.
 * - `importing`, `done`: the counts say what was done so far.
 * - `stopped`: the owner stopped it; what was imported stays.
 * - `failed`: see `problem`; what was imported stays.
 */
export const readerImportStates = [
  'uploading',
  'checking',
  'checked',
  'importing',
  'done',
  'stopped',
  'failed',
] as const;

export const readerImportView = z.object({
  id: z.number().int(),
  state: z.enum(readerImportStates),
  /** The name of the file; `null` for pasted text. */
  name: z.string().nullable(),
  /** Of the file, and how many of them were read. */
  bytes: count,
  bytesRead: count,
  columns: z.array(
    z.object({
      name: z.string(),
      use: z.enum(columnUses),
      /** The column with the same use that counts unless it is empty. */
      fallbackFor: z.string().optional(),
      /** Whether it has whole names, of which the part before the first space is the first name. */
      isPart: z.boolean().optional(),
      /** From the first rows. */
      samples: z.array(z.string()),
    }),
  ),
  counts: readerImportCounts,
  /** A few addresses for each thing that happens to people in the file. */
  examples: z.partialRecord(z.enum(['added', ...leftOutReasons]), z.array(z.string())),
  /** The first refused rows; all of them can be downloaded. */
  refused: z.array(z.object({ line: count, value: z.string(), message: z.string() })),
  /** A column that seems to say who is still on the list, in words that are not known. Nothing is imported before. */
  question: z.object({ column: z.string(), values: z.array(z.string()) }).nullable(),
  /** Why the file cannot be imported as it is, or why the import failed. */
  problem: z.string().nullable(),
  /** How these people agreed to get the emails; `null` until the import is started, or if it adds nobody. */
  consent: z.string().nullable(),
  /** Whether the file is still stored, so that the refused rows can be downloaded. */
  hasFile: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
});
export type ReaderImportView = z.infer<typeof readerImportView>;

const line = (what: string, max: number) =>
  z
    .string(`Give ${what}`)
    .trim()
    .max(max, `The text must be at most ${max} characters`)
    .refine(isStorable, notStorable('The text'));

export const newImportQuery = z.object({
  /** The name of the file, to show it. */
  name: line('the name of the file', 200).optional(),
  /** `list` for addresses separated by commas, semicolons or lines, with or without names. */
  as: z.enum(['file', 'list']).default('file'),
});

/** What the owner says about the columns of a file. What is left out is decided by the names of the columns. */
export const importAnswers = z.object({
  uses: z.record(z.string().max(1000), z.enum(columnUses), 'Say what columns are used for'),
  /** What columns with the use `status` contain for people on the list. Anything else means that someone left. */
  subscribedValues: z.array(z.string().max(1000)).max(100).default([]),
});
export type ImportAnswers = z.infer<typeof importAnswers>;

/** Why an import that adds people is refused without a consent. */
export const consentNeeded = 'Say how these people agreed to get the emails';

export const startImportBody = z.object({
  /** Needed if someone is added. An import that is continued keeps the text that it was started with. */
  consent: line('how these people agreed to get the emails', limits.consentLength)
    .min(1, consentNeeded)
    .optional(),
});

export const readerImportEndpoints = {
  listReaderImports: {
    method: 'GET',
    path: '/api/admin/readers/imports',
    summary: 'The imports of the last day, newest first.',
    access: 'session',
    answer: z.object({ imports: z.array(readerImportView) }),
  },
  uploadReaders: {
    method: 'POST',
    path: '/api/admin/readers/imports',
    summary:
      'Upload a file with readers, as the body or as a multipart file. It is checked in the background; nothing is imported yet.',
    access: 'session',
    query: newImportQuery,
    bodyTypes: ['text/csv', 'multipart/form-data'],
    status: 201,
    answer: readerImportView,
    errors: ['import.unreadable', 'request.too_large'],
  },
  getReaderImport: {
    method: 'GET',
    path: '/api/admin/readers/imports/{id}',
    summary: 'What an import would do, is doing or has done.',
    access: 'session',
    params: idParams,
    answer: readerImportView,
    errors: ['import.not_found'],
  },
  checkReaderImport: {
    method: 'PUT',
    path: '/api/admin/readers/imports/{id}',
    summary: 'Say what the columns of the file are used for, and check it again.',
    access: 'session',
    params: idParams,
    body: importAnswers,
    answer: readerImportView,
    errors: ['import.not_found', 'import.started'],
  },
  startReaderImport: {
    method: 'POST',
    path: '/api/admin/readers/imports/{id}/start',
    summary:
      'Import the checked file in the background, or continue an import that was stopped or failed. Nobody is added twice.',
    access: 'session',
    params: idParams,
    body: startImportBody,
    answer: readerImportView,
    errors: ['import.not_found', 'import.started'],
  },
  refusedReaders: {
    method: 'GET',
    path: '/api/admin/readers/imports/{id}/refused',
    summary: 'The refused rows of the file as CSV with the reasons.',
    access: 'session',
    params: idParams,
    answerTypes: ['text/csv'],
    errors: ['import.not_found'],
  },
  stopReaderImport: {
    method: 'POST',
    path: '/api/admin/readers/imports/{id}/stop',
    summary: 'Stop an import that is running. What was imported stays, and the rest can be imported later.',
    access: 'session',
    params: idParams,
    answer: readerImportView,
    errors: ['import.not_found'],
  },
  deleteReaderImport: {
    method: 'DELETE',
    path: '/api/admin/readers/imports/{id}',
    summary: 'Delete an import that is not running, with its file. Readers stay.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: ['import.not_found', 'import.started'],
  },
} as const satisfies Record<string, Endpoint>;
