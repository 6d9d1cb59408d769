import { z } from 'zod';
import { fileFormats, wordSources } from './choices.ts';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { olderEmails } from './older-email.ts';
import { flag, idParams, instant, message, pageQuery, searchText } from './paging.ts';
import { readPin } from './pins.ts';
import { isStorable, notStorable } from './text.ts';
import { checkedWordsPage, wordFinding, wordFindingCodes } from './word-check.ts';
import {
  type OptionalWordField,
  type WordField,
  type WordFieldInfo,
  wordFields,
  wordFieldTable,
  wordLevels,
} from './word-fields.ts';

const text = ({ label, limit, choices, onlyChoices, isOneLine, isNumber, isLink, isPin }: WordFieldInfo) => {
  const notNumber = `${label} must be a whole number from 1 to ${10 ** limit - 1}, or empty`;
  return (
    z
      .string(`${label} is required`)
      .trim()
      .max(limit, isNumber ? notNumber : `${label} must be at most ${limit} characters`)
      .refine(isStorable, notStorable(label))
      .refine(
        (value) => !onlyChoices || value === '' || choices?.includes(value),
        `${label} must be one of these, or empty: ${choices?.join(', ')}`,
      )
      .refine((value) => !isOneLine || !/\p{Cc}/u.test(value), `${label} must be a single line`)
      // Said once: a longer text was refused above.
      .refine((value) => !isNumber || value.length > limit || /^([1-9]\d*)?$/.test(value), notNumber)
      .refine(
        (value) => !isLink || value === '' || isWebAddress(value),
        `${label} must be an address that starts with https://`,
      )
      .refine(
        (value) => !isPin || value === '' || readPin(value) !== undefined,
        `${label} must be a date such as 12-31 or 2026-12-24, one of these, or empty: ${choices?.join(', ')}`,
      )
  );
};

/** Pages and emails link to it, so nothing else than a page may open. */
function isWebAddress(text: string): boolean {
  return /^https:\/\/[^\s/]/.test(text) && URL.canParse(text);
}

/** A schema, column or similar for each field of a word. */
export function wordShape<Required, Optional>(
  required: (field: WordFieldInfo) => Required,
  optional: (field: WordFieldInfo) => Optional,
) {
  const schemas = Object.entries(wordFieldTable).map(([name, field]) => {
    return [name, field.required ? required(field) : optional(field)];
  });
  return Object.fromEntries(schemas) as {
    [Field in WordField]: Field extends OptionalWordField ? Optional : Required;
  };
}

const wordTextsInput = z.object(
  wordShape(
    (field) => text(field).min(1, `${field.label} is required`),
    (field) => text(field).default(''),
  ),
);

/** The fields that make a word. */
export const wordInput = wordTextsInput.superRefine((word, { addIssue }) => {
  for (const { field, message } of sourceProblems(word)) addIssue({ code: 'custom', path: [field], message });
});
export type WordInput = z.infer<typeof wordInput>;
const wordTextsSchema = z.partialRecord(
  z.enum(wordFields),
  z.string('This must be the text that was edited'),
  'These must be the texts that were edited',
);
/** Some fields of a word, unchecked. */
export type WordTexts = z.infer<typeof wordTextsSchema>;

/** What a quotation lacks: without its author and work, readers cannot tell who says it. */
export function sourceProblems(
  word: Record<QuotationField, string>,
): { field: QuotationField; message: string }[] {
  if (word.quotation === '') return [];
  const missing = (['quotationAuthor', 'quotationWork'] as const).filter((field) => word[field] === '');
  return missing.map((field) => ({
    field,
    message: `${wordFieldTable[field].label} is required with a quotation`,
  }));
}
type QuotationField = 'quotation' | 'quotationAuthor' | 'quotationWork';

/** The fields of an edit: an optional field that is left out stays as it is. */
const wordChange = z.object(
  wordShape(
    (field) => text(field).min(1, `${field.label} is required`),
    (field) => text(field).optional(),
  ),
);
export type WordChange = z.infer<typeof wordChange>;

export const wordEdit = wordChange.extend({
  /**
   * The text that was edited: the change is refused if one of its fields says something else by now, and the answer's
   * `fields` say what. If left out, any text is replaced.
   */
  replaces: wordTextsSchema.optional(),
});
export type WordEdit = z.infer<typeof wordEdit>;
/** A word whose optional fields may be left out. */
export type WordDraft = z.input<typeof wordInput>;

/** The fields of a word, without anything else that the object holds. */
export function wordTexts(word: WordInput): WordInput {
  const texts = {} as WordInput;
  for (const field of wordFields) texts[field] = word[field];
  return texts;
}

/**
 * How a word sounds, as its owner recorded it. Written out because the declarations of a package without zod contain it.
 */
export interface RecordingView {
  /** Its path on this site, which changes with its content. */
  path: string;
  /** Such as `audio/mpeg`. */
  type: string;
  bytes: number;
  seconds: number;
}

export const recordingView = z.object({
  path: z.string(),
  type: z.string(),
  bytes: z.number().int(),
  seconds: z.number(),
}) satisfies z.ZodType<RecordingView>;

export const wordView = wordTextsInput.extend({
  id: z.number().int(),
  usedCount: z.number().int(),
  source: z.enum(wordSources),
  createdAt: instant,
  /** When its email goes out, if one is waiting; only in lists. */
  goesOut: instant.optional(),
  /** What the check found in its text; only in lists, and not right after an import. */
  findings: z.array(z.enum(wordFindingCodes)).optional(),
  /** Emails waiting with the old text; only in the answer to an edit. */
  olderEmails: olderEmails.optional(),
  /** If it has one; in lists and in the answer for one word. */
  recording: recordingView.optional(),
});
export type WordView = z.infer<typeof wordView>;

export const unusedWordView = wordView.pick({ id: true, word: true, definition: true });
export type UnusedWordView = z.infer<typeof unusedWordView>;

/**
 * What a list of words can be narrowed to: never sent and not waiting to be, waiting to be sent, sent at least once, and
 * words in which the check found something.
 */
export const wordStates = ['unused', 'waiting', 'sent', 'work'] as const;
export type WordState = (typeof wordStates)[number];

export const wordsQuery = pageQuery(limits.wordPageSize).extend({
  state: z.enum(wordStates, `Choose a state: ${wordStates.join(', ')}`).optional(),
  level: z.enum(wordLevels, `Choose a level: ${wordLevels.join(', ')}`).optional(),
});
export type WordsQuery = z.infer<typeof wordsQuery>;
export const unusedWordsQuery = pageQuery(limits.unusedPageSize);

export const wordsPage = z.object({
  words: z.array(wordView),
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type WordsPage = z.infer<typeof wordsPage>;
export const unusedWordsPage = z.object({
  words: z.array(unusedWordView),
  total: z.number().int(),
  hasMore: z.boolean(),
});
export type UnusedWordsPage = z.infer<typeof unusedWordsPage>;

export const wordCounts = z.object({
  /** All words of the library. */
  all: z.number().int(),
  unused: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  work: z.number().int(),
  /** Words that are still to be checked, such as after an import; `work` may grow by them. */
  unchecked: z.number().int(),
});
export type WordCounts = z.infer<typeof wordCounts>;

export const missingStarters = z.object({ missing: z.number().int() });

/** A word that is being written: any field but the word may still be empty. */
export const wordPreviewInput = z.object({
  ...wordShape(
    (field) => text(field).default(''),
    // Half of an address is no reason to show no email.
    (field) => (field.isLink ? text(field).default('').catch('') : text(field).default('')),
  ),
  word: text(wordFieldTable.word).min(1, 'Word is required'),
  /** The word that is being edited, which the check does not take for another one. */
  id: z.number('Choose a word').int().positive('Choose a word').optional(),
});
export type WordPreviewInput = z.infer<typeof wordPreviewInput>;

export const wordPreview = z.object({
  /** Its email, as it would go out now. */
  subject: z.string(),
  html: z.string(),
  findings: z.array(wordFinding),
  /** The word of the library that already has this spelling, ignoring case; left out if there is none. */
  existing: z.object({ id: z.number().int(), word: z.string() }).optional(),
});
export type WordPreview = z.infer<typeof wordPreview>;

export const wordSearchQuery = z.object({ q: searchText });
export const wordSearchAnswer = z.object({ words: z.array(wordView) });

/** A word after its certain faults were fixed. */
export const fixedWord = z.object({
  word: wordView,
  /** What was fixed, in this order; none if nothing was certain. */
  fixed: z.array(wordFinding),
});
export type FixedWord = z.infer<typeof fixedWord>;

export const bulkUploadQuery = z.object({
  onConflict: z.enum(['skip', 'update']).default('skip'),
  /** Reports what would happen and writes nothing. */
  dryRun: flag,
});

export const importError = z.object({
  /** Line of the file, from 1; the header is line 1. */
  line: z.number().int(),
  word: z.string(),
  message: z.string(),
});
export type ImportError = z.infer<typeof importError>;

/** A column of a file, or a key of its JSON objects, that is not imported. */
export const ignoredColumn = z.object({
  name: z.string(),
  /** The field that was probably meant, if the file has no other column for it. */
  nearest: z.string().nullable(),
});
export type IgnoredColumn = z.infer<typeof ignoredColumn>;

/** Which columns are ignored, in sentences; those that are probably misspelled first. */
export function ignoredColumnTexts(columns: readonly IgnoredColumn[]): string[] {
  const quoted = (name: string) => `“${name}”`;
  const misspelled = columns.flatMap(({ name, nearest }) =>
    nearest === null ? [] : [`The column ${quoted(name)} is ignored. Did you mean ${quoted(nearest)}?`],
  );
  const others = columns.filter(({ nearest }) => nearest === null).map(({ name }) => quoted(name));
  if (others.length === 0) return misspelled;
  const list = others.length === 1 ? `The column ${others[0]} is` : `The columns ${others.join(', ')} are`;
  return [...misspelled, `${list} ignored.`];
}

export const importReport = z.object({
  message: z.string(),
  added: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Rows refused in all; `errors` holds the first thousand of them. */
  refused: z.number().int(),
  errors: z.array(importError),
  /** Columns that are not imported, at most 20, except those of a file of refused rows. */
  ignoredColumns: z.array(ignoredColumn),
});
export type ImportReport = z.infer<typeof importReport>;

export const exportQuery = z.object({ format: z.enum(fileFormats).default('csv') });

export const wordEndpoints = {
  listWords: {
    method: 'GET',
    path: '/api/admin/words',
    summary: 'The library in alphabetical order, by page, search, first letter, state and level.',
    access: 'session',
    query: wordsQuery,
    answer: wordsPage,
  },
  addWord: {
    method: 'POST',
    path: '/api/admin/words',
    summary: 'Add a word.',
    access: 'session',
    body: wordInput,
    status: 201,
    answer: wordView,
    errors: ['word.exists'],
  },
  getWord: {
    method: 'GET',
    path: '/api/admin/words/{id}',
    summary: 'One word.',
    access: 'session',
    params: idParams,
    answer: wordView,
    errors: ['word.not_found'],
  },
  editWord: {
    method: 'PUT',
    path: '/api/admin/words/{id}',
    summary: 'Replace a word; refused if it says something else than `replaces`.',
    access: 'session',
    params: idParams,
    body: wordEdit,
    answer: wordView,
    errors: ['word.not_found', 'word.exists', 'word.changed'],
  },
  removeWord: {
    method: 'DELETE',
    path: '/api/admin/words/{id}',
    summary: 'Remove a word; refused while an email for it is waiting.',
    access: 'session',
    params: idParams,
    answer: message,
    errors: ['word.not_found', 'word.waiting'],
  },
  listUnusedWords: {
    method: 'GET',
    path: '/api/admin/words/unused',
    summary: 'Words that were never sent and are not waiting to be sent.',
    access: 'session',
    query: unusedWordsQuery,
    answer: unusedWordsPage,
  },
  checkWords: {
    method: 'GET',
    path: '/api/admin/words/check',
    summary: 'A page of the library, each word with what is wrong with it and what to do.',
    access: 'session',
    query: wordsQuery,
    status: 200,
    answer: checkedWordsPage,
  },
  countWords: {
    method: 'GET',
    path: '/api/admin/words/counts',
    summary: 'How many words are in the library, and in each state.',
    access: 'session',
    answer: wordCounts,
  },
  previewWord: {
    method: 'POST',
    path: '/api/admin/words/preview',
    summary: 'The email of a word that is being written, and what is wrong with the word.',
    access: 'session',
    body: wordPreviewInput,
    status: 200,
    answer: wordPreview,
  },
  fixWord: {
    method: 'POST',
    path: '/api/admin/words/{id}/fix',
    summary: 'Fix what is certain in a word: each finding of the check that has a `fix`.',
    access: 'session',
    params: idParams,
    answer: fixedWord,
    errors: ['word.not_found', 'word.changed'],
  },
  searchWords: {
    method: 'GET',
    path: '/api/admin/words/search',
    summary: 'The first 20 words that contain a text.',
    access: 'session',
    query: wordSearchQuery,
    answer: wordSearchAnswer,
  },
  uploadWords: {
    method: 'POST',
    path: '/api/admin/words/bulk-upload',
    summary: 'Import words from CSV, as the body or as a multipart file.',
    access: 'session',
    query: bulkUploadQuery,
    bodyTypes: ['text/csv', 'multipart/form-data'],
    answer: importReport,
    errors: ['import.unreadable', 'request.too_large'],
  },
  countStarters: {
    method: 'GET',
    path: '/api/admin/words/starters',
    summary: 'How many words adding the built-in words would add.',
    access: 'session',
    answer: missingStarters,
  },
  addStarters: {
    method: 'POST',
    path: '/api/admin/words/starters',
    summary:
      'Add the second built-in pack, and the first one if the library has none of its words: 366 words each. Words that the library already has stay as they are.',
    access: 'session',
    answer: importReport,
    errors: ['import.conflict'],
  },
  refusedRows: {
    method: 'POST',
    path: '/api/admin/words/refused-rows',
    summary: 'The rows of a CSV file that an import would refuse, as CSV with the reasons.',
    access: 'session',
    bodyTypes: ['text/csv', 'multipart/form-data'],
    answerTypes: ['text/csv'],
    errors: ['import.unreadable', 'request.too_large'],
  },
  exportWords: {
    method: 'GET',
    path: '/api/admin/words/export',
    summary: 'The whole library as CSV or JSON lines.',
    access: 'session',
    query: exportQuery,
    answerTypes: ['text/csv', 'application/x-ndjson'],
  },
} as const satisfies Record<string, Endpoint>;
