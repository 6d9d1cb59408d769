import type { WordSource } from '../contract/choices.ts';
import type { WordInput } from '../contract/words.ts';

export interface DictionaryEntry extends WordInput {
  source: WordSource;
}

export type LookupOutcome =
  | { found: true; entry: DictionaryEntry }
  /** No such word. `reason` is fit to show; suggestions, if any, are in it too. */
  | { found: false; reason: string; suggestions: string[] };

/** Where looked-up words come from. */
export interface Dictionary {
  readonly source: WordSource;
  /** Lookups that may be under way at once. */
  readonly concurrency: number;
  /**
   * @throws DomainError `dictionary.refused` (a wrong key: stop), `dictionary.unreachable` (worth
   *   another try), `dictionary.quota` (the day's queries are used up: stop)
   */
  lookUp(word: string, options?: { signal?: AbortSignal }): Promise<LookupOutcome>;
}

/** What stands for the etymology where a dictionary has none; readers see it unless an admin writes one. */
export const originNotRecorded = 'The origin of this word is not recorded in this dictionary.';
