import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

// The page of a weekly email's quiz. It is no part of the API: only its owner's side is.

/** The path of a quiz. Its key is in the email, and cannot be guessed. */
export const quizPath = (key: string) => `/quiz/${key}`;

/** A sentence with the word left out. */
export interface QuizQuestion {
  /** The texts between the gaps. */
  pieces: string[];
  /** Words in their base form; one of them is in the gaps. */
  choices: string[];
}

/** What was chosen, and what is right. */
export interface QuizAnswer {
  chosen: string;
  word: string;
  /** The text of each gap, as in the example: with its capital, and in its own form. */
  forms: string[];
  definition: string;
  /** The path of the word's page; `undefined` while the archive is off. */
  path: string | undefined;
}

export interface QuizPageView {
  /** Such as `/quiz/KEY`. */
  path: string;
  /** The day of the email, `YYYY-MM-DD`. */
  day: string;
  /** Each with the number of the choice so far; with an answer once all are chosen. */
  questions: (QuizQuestion & { chosen: number | undefined; answer: QuizAnswer | undefined })[];
  /** Whether it was sent before a word was chosen for each sentence. */
  isIncomplete: boolean;
}

/** The word in the gaps, as a person reads it. */
export const quizGap = '_____';

export const quizResults = z.array(
  z.object({ wordId: z.number().int(), word: z.string(), right: z.number().int(), wrong: z.number().int() }),
);
export type QuizResults = z.infer<typeof quizResults>;

export const quizEndpoints = {
  quizResults: {
    method: 'GET',
    path: '/api/admin/quiz-results',
    summary:
      'How often each word was answered right and wrong in the quizzes of weekly emails, those with most wrong answers first. Only answers on the page are counted, without who gave them.',
    access: 'session',
    answer: quizResults,
  },
} as const satisfies Record<string, Endpoint>;
