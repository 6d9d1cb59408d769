import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

// The page on which readers say whether they still know an earlier word. It is no part of the API: only its owner's side is.

/** After how many days an email asks about an earlier word. */
export const recallDays = [3, 21] as const;
export type RecallDays = (typeof recallDays)[number];

/** After how many days the page of a word was opened, or because its reader had asked for it. */
export const recallOccasions = [...recallDays, 'again'] as const;
export type RecallOccasion = (typeof recallOccasions)[number];

/**
 * The path of the page of an earlier word. Its key is in the email, and cannot be guessed.
 *
 * @param token Who the reader is, for those who want to be reminded.
 */
export const recallPath = (key: string, occasion: RecallOccasion | ':occasion', token?: string): string =>
  `/recall/${key}/${occasion}${token === undefined ? '' : `/${token}`}`;

/** The key in the links of a preview, which open no word. */
export const previewRecallKey = '0'.repeat(16);

export const recallAnswers = ['known', 'again'] as const;
export type RecallAnswer = (typeof recallAnswers)[number];

export interface RecallPageView {
  /** Such as `/recall/KEY/3`, or `/recall/KEY/3/TOKEN` for a reader who can be reminded. */
  path: string;
  occasion: RecallOccasion;
  /** The path of the reader's own page; `undefined` if nobody can be reminded, and a press is counted without who it was. */
  ownPagePath: string | undefined;
  word: string;
  phoneticPronunciation: string;
  partOfSpeech: string;
  definition: string;
  example: string;
  /** The path of the word's page; `undefined` while the archive is off. */
  wordPath: string | undefined;
  /** Whether a later email asks about it once more. Not for a reader who is known to have left. */
  asksAgain: boolean;
  /** What the reader has just pressed. */
  answer: RecallAnswer | undefined;
}

export const recallResults = z.array(
  z.object({
    wordId: z.number().int(),
    word: z.string(),
    /** How many days after the word was sent. */
    days: z.number().int(),
    /** How often “I knew it” was pressed, and “Remind me”. */
    known: z.number().int(),
    again: z.number().int(),
  }),
);
export type RecallResults = z.infer<typeof recallResults>;

export const recallEndpoints = {
  recallResults: {
    method: 'GET',
    path: '/api/admin/recall-results',
    summary:
      'How often readers said that they still knew a word three days and three weeks after it was sent, and how often that they want to be reminded; latest words first. Only presses on the page are counted, without who pressed.',
    access: 'session',
    answer: recallResults,
  },
} as const satisfies Record<string, Endpoint>;
