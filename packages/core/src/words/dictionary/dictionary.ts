import type { WordSource } from '../../contract/choices.ts';
import type { WordDraft } from '../../contract/words.ts';

export interface DictionaryEntry extends WordDraft {
  source: WordSource;
  /** All meanings to choose from, best first, if there are several; the first is this entry. */
  senses?: WordDraft[];
}

export type LookupOutcome =
  | { found: true; entry: DictionaryEntry }
  /** No such word. `reason` can be shown to people and includes the suggestions. */
  | { found: false; reason: string; suggestions: string[] };

/** Where looked-up words come from. */
export interface Dictionary {
  readonly source: WordSource;
  /** The maximum number of simultaneous lookups. */
  readonly concurrency: number;
  /**
   * @throws DomainError `dictionary.refused` (a wrong key: stop), `dictionary.unreachable` (try
   *   again), `dictionary.quota` (today's queries are used up: stop)
   */
  lookUp(word: string, options?: { signal?: AbortSignal }): Promise<LookupOutcome>;
}

/** The etymology if the dictionary has none; readers see it unless an admin writes one. */
export const originNotRecorded = 'The origin of this word is not recorded in this dictionary.';
