import { setTimeout as wait } from 'node:timers/promises';
import type { LookupResult } from '../contract/dictionary.ts';
import { type DomainError, isDomainError } from '../errors.ts';
import { askedWord, wordKey } from './asked-word.ts';
import type { Dictionary, LookupOutcome } from './dictionary.ts';

export interface LookUpDeps {
  dictionary: Dictionary;
  /** Waits before each further try of a lookup that was out of reach. */
  retryDelaysMs?: readonly number[];
}

export interface LookUpWordsOptions {
  /** Ends the results early, without an error; no query is made after it. */
  signal?: AbortSignal | undefined;
  /** Called as soon as a word is known, in whatever order, for showing progress. */
  onResult?: ((result: LookupResult) => void) | undefined;
}

const defaultRetryDelaysMs = [300, 1500];
/** Words begun ahead of the one that is waited for, in multiples of the concurrency: whoever stops reading stops the spending. */
const lookAhead = 4;
/** After so many words out of reach one after the other, in multiples of the concurrency, the dictionary is taken to be down. */
const giveUpAfter = 2;

/** What a word came to: an answer, or the failure that stands in its place. */
type Finding = LookupOutcome | DomainError;

/** Looks one word up. What goes wrong at the dictionary is told in the result, not thrown. */
export async function lookUpWord(
  deps: LookUpDeps,
  word: string,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<LookupResult> {
  return toLookupResult(word, await createLookUp(deps, signal)(word));
}

/**
 * Looks words up and yields one result for each in the order asked, as soon as it and all before it
 * are known. A word that comes twice, in any case, is asked for once. What goes wrong is told in the
 * results: when the day's queries are used up, the key is refused or the dictionary stays out of
 * reach, no more is asked and the remaining words carry that error.
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
        // Failures are met when the word's turn comes, which may be never.
        result.catch(() => undefined);
        begun.push(result);
      }
      yield await begun[index]!;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    stop.abort();
  }
}

/** Looks words up within the dictionary's concurrency, tries again what was out of reach, and stops asking when that is pointless. */
function createLookUp(deps: LookUpDeps, signal: AbortSignal): (word: string) => Promise<Finding> {
  const { dictionary, retryDelaysMs = defaultRetryDelaysMs } = deps;
  const inTurn = createTurns(dictionary.concurrency);
  let pointless: DomainError | undefined;
  let outOfReach = 0;

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
      if (pointless) return pointless;
      let finding = await tryOnce(word);
      for (const delayMs of outOfReach === 0 ? retryDelaysMs : []) {
        if (!isDomainError(finding, 'dictionary.unreachable')) break;
        await wait(delayMs, undefined, { signal });
        finding = pointless ?? (await tryOnce(word));
      }
      outOfReach = isDomainError(finding, 'dictionary.unreachable') ? outOfReach + 1 : 0;
      const down = outOfReach >= giveUpAfter * dictionary.concurrency;
      if (isDomainError(finding) && (down || !isDomainError(finding, 'dictionary.unreachable'))) {
        pointless = finding;
      }
      return finding;
    });
}

/** Runs what it is given, `atOnce` of them at a time, in the order given. */
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
  const failed = { word: askedWord(asked), success: false } as const;
  if (isDomainError(finding)) return { ...failed, error: finding.message, code: finding.code };
  if (!finding.found) return { ...failed, error: finding.reason, code: 'dictionary.not_found' };
  return { ...finding.entry, success: true };
}
