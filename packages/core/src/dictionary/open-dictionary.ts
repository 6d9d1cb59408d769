import type { LookupResult } from '../contract/dictionary.ts';
import { lazily } from '../lazily.ts';
import type { Config } from '../settings/config.ts';
import type { Dictionary } from './dictionary.ts';

/** The configured dictionary. Its failures are part of a result, not thrown. */
export interface OpenDictionary {
  kind: Config['dictionary']['kind'];
  lookUp(word: string): Promise<LookupResult>;
  /** One result per word in the given order, each as soon as it is known. */
  lookUpAll(words: readonly string[], options?: { signal?: AbortSignal }): AsyncIterable<LookupResult>;
  /** Queries of today (UTC) that count against the daily budget. */
  queriesToday(): Promise<number>;
}

export interface OpenDictionaryDeps {
  /** @throws DomainError `dictionary.quota` */
  spendQuery: () => Promise<void>;
  queriesToday: () => Promise<number>;
  /** Used instead of the configured one. */
  dictionary?: Dictionary | undefined;
}

/** Nothing is loaded before the first lookup: loading WordNet's index alone takes longer than most commands. */
export function openDictionary(config: Config['dictionary'], deps: OpenDictionaryDeps): OpenDictionary {
  const lookups = () => import('./look-up-words.ts');
  const dictionary = lazily(() => deps.dictionary ?? connect(config, deps));
  return {
    kind: config.kind,
    lookUp: async (word) => (await lookups()).lookUpWord({ dictionary: await dictionary() }, word),
    async *lookUpAll(words, options) {
      yield* (await lookups()).lookUpWords({ dictionary: await dictionary() }, words, options);
    },
    queriesToday: deps.queriesToday,
  };
}

async function connect(
  config: Config['dictionary'],
  { spendQuery }: OpenDictionaryDeps,
): Promise<Dictionary> {
  if (config.kind === 'wordnet') return (await import('./wordnet/wordnet.ts')).createWordNet();
  const { createMerriamWebster } = await import('./merriam-webster/merriam-webster.ts');
  return createMerriamWebster({ apiKey: config.apiKey, apiUrl: config.apiUrl, spendQuery });
}
