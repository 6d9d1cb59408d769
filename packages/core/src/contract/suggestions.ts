import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { instant } from './paging.ts';
import { isStorable, notStorable, oneLine } from './text.ts';

/** Where a word that readers named stands. */
export const suggestionStates = ['new', 'unused', 'waiting', 'sent'] as const;

export const suggestionView = z.object({
  /** As most of them spell it. */
  word: z.string(),
  /** How many readers named it as their favorite. */
  count: z.number().int(),
  /** First names of those who agreed to be named, at most five. */
  names: z.array(z.string()),
  state: z.enum(suggestionStates),
  /** The word in the library, unless it is new. */
  wordId: z.number().int().nullable(),
  /** When its email goes out, if one is waiting. */
  goesOut: instant.nullable(),
});
export type SuggestionView = z.infer<typeof suggestionView>;

export const suggestionList = z.object({
  /** The most frequent first. */
  suggestions: z.array(suggestionView),
  /** How many different words there are, dismissed ones left out. */
  total: z.number().int(),
  dismissed: z.array(z.string()),
});
export type SuggestionList = z.infer<typeof suggestionList>;

export const suggestionChoice = z.object({
  word: z
    .string('Name the word')
    .overwrite(oneLine)
    .min(1, 'Name the word')
    .max(limits.wordLength, `Word must be at most ${limits.wordLength} characters`)
    .refine(isStorable, notStorable('Word')),
  /** `false` takes it back into the list. */
  dismissed: z.boolean('Say whether to dismiss it').default(true),
});
export type SuggestionChoice = z.infer<typeof suggestionChoice>;

export const suggestionEndpoints = {
  listSuggestions: {
    method: 'GET',
    path: '/api/admin/suggestions',
    summary:
      'The favorite words of the readers on the list: how many named each, and whether the library has it.',
    access: 'session',
    answer: suggestionList,
  },
  dismissSuggestion: {
    method: 'POST',
    path: '/api/admin/suggestions/dismiss',
    summary: 'Leave a favorite word of readers out of that list, or take it back.',
    access: 'session',
    body: suggestionChoice,
    answer: suggestionList,
  },
} as const satisfies Record<string, Endpoint>;
