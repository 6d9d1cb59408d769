import { setTimeout as wait } from 'node:timers/promises';
import type { LookupResult } from '../../contract/dictionary.ts';
import { lazily } from '../../platform/cache.ts';
import { type DomainError, isDomainError } from '../../platform/errors.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Dictionary, LookupOutcome } from './dictionary.ts';
import { normalizeWord, wordKey } from './normalize-word.ts';

export interface LookUpDeps {
  dictionary: Dictionary;
  /** The pause before each retry of a lookup that could not reach the dictionary. */
  retryDelaysMs?: readonly number[];
}

export interface LookUpWordsOptions {
  /** Ends the results early, without an error and without another query. */
  signal?: AbortSignal | undefined;
  /** Called for each result as soon as it is known, in any order, to show progress. */
  onResult?: ((result: LookupResult) => void) | undefined;
}

const defaultRetryDelaysMs = [300, 1500];
/**
 * How many words are looked up ahead, in multiples of the concurrency. When a caller stops reading, no more queries are
 * spent.
 */
const lookAhead = 4;
/** After this many unreachable words in a row, in multiples of the concurrency, the dictionary counts as down. */
const giveUpAfter = 2;

/** An answer, or why there is none. */
type Finding = LookupOutcome | DomainError;

/** Looks up one word. Failures of the dictionary are part of the result and not thrown. */
export async function lookUpWord(
  deps: LookUpDeps,
  word: string,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<LookupResult> {
  return toLookupResult(word, await createLookUp(deps, signal)(word));
}

/**
 * Looks up words and yields one result for each in the given order, as soon as it and all before it are known. A word
 * given twice, ignoring case, is looked up once. Failures are part of the results: when today's queries are used up,
 * the key is refused or the dictionary stays unreachable, the lookups stop and the remaining words get that error.
 */
export async function* lookUpWords(
  deps: LookUpDeps,
  words: readonly string[],
  { signal, onResult }: LookUpWordsOptions = {},
): AsyncGenerator<LookupResult, void, undefined> {
  const stop = new AbortController();
  const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const lookUp = createLookUp(deps, ended);
  const findings = new Map<string, Promise<Finding>>();

  async function begin(word: string): Promise<LookupResult> {
    const key = wordKey(word);
    const finding = findings.get(key) ?? lookUp(word);
    findings.set(key, finding);
    const result = toLookupResult(word, await finding);
    onResult?.(result);
    return result;
  }

  const begun: Promise<LookupResult>[] = [];
  try {
    for (let index = 0; index < words.length && !ended.aborted; index++) {
      const ahead = index + lookAhead * deps.dictionary.concurrency;
      for (const word of words.slice(begun.length, ahead)) {
        const result = begin(word);
        // Handled when the word's turn comes, which may be never.
        result.catch(() => undefined);
        begun.push(result);
      }
      const next = begun[index];
      if (next) yield await next;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    stop.abort();
  }
}

/**
 * Looks up words within the dictionary's concurrency, retries, and stops when other words would get no answer either.
 */
function createLookUp(deps: LookUpDeps, signal: AbortSignal): (word: string) => Promise<Finding> {
  const { dictionary, retryDelaysMs = defaultRetryDelaysMs } = deps;
  const inTurn = createTurns(dictionary.concurrency);
  let lastError: DomainError | undefined;
  let unreachableInARow = 0;

  async function tryOnce(word: string): Promise<Finding> {
    try {
      return await dictionary.lookUp(word, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!isDomainError(error)) throw error;
      return error;
    }
  }

  return (word) =>
    inTurn(async () => {
      signal.throwIfAborted();
      if (lastError) return lastError;
      let finding = await tryOnce(word);
      for (const delayMs of unreachableInARow === 0 ? retryDelaysMs : []) {
        if (!isDomainError(finding, 'dictionary.unreachable')) break;
        await wait(delayMs, undefined, { signal });
        finding = lastError ?? (await tryOnce(word));
      }
      const isUnreachable = isDomainError(finding, 'dictionary.unreachable');
      unreachableInARow = isUnreachable ? unreachableInARow + 1 : 0;
      const isDown = unreachableInARow >= giveUpAfter * dictionary.concurrency;
      if (isDomainError(finding) && (isDown || !isUnreachable)) lastError = finding;
      return finding;
    });
}

/** Runs functions in the given order, up to `atOnce` at the same time. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

function toLookupResult(asked: string, finding: Finding): LookupResult {
  const failed = { word: normalizeWord(asked), success: false } as const;
  if (isDomainError(finding)) return { ...failed, error: finding.message, code: finding.code };
  if (!finding.found) return { ...failed, error: finding.reason, code: 'dictionary.not_found' };
  return { ...finding.entry, success: true };
}

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
  const dictionary = lazily(() => deps.dictionary ?? connect(config, deps));
  return {
    kind: config.kind,
    lookUp: async (word) => lookUpWord({ dictionary: await dictionary() }, word),
    async *lookUpAll(words, options) {
      yield* lookUpWords({ dictionary: await dictionary() }, words, options);
    },
    queriesToday: deps.queriesToday,
  };
}

async function connect(
  config: Config['dictionary'],
  { spendQuery }: OpenDictionaryDeps,
): Promise<Dictionary> {
  if (config.kind === 'wordnet') return (await import('./offline-dictionary.ts')).createOfflineDictionary();
  const { createMerriamWebster } = await import('./merriam-webster/merriam-webster.ts');
  return createMerriamWebster({ apiKey: config.apiKey, apiUrl: config.apiUrl, spendQuery });
}
