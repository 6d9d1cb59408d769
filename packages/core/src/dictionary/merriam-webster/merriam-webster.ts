import { DomainError } from '../../errors.ts';
import { askedWord, noEntry, refuseOffensive, refuseUnlikely } from '../asked-word.ts';
import type { Dictionary, LookupOutcome } from '../dictionary.ts';
import { type Answer, type Entry, readAnswer } from './answer.ts';
import { chooseEntry, headwordOf } from './choose-entry.ts';
import { presentEntry } from './present-entry.ts';

export interface MerriamWebsterOptions {
  /** For the Collegiate reference. Sent in the address, so no address is ever logged or put into an error. */
  apiKey: string;
  /** Up to the word, without a slash at the end. */
  apiUrl: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
  /**
   * Called before each query, those for a cross-reference and for checking the key included.
   *
   * @throws DomainError `dictionary.quota` when the day's queries are used up
   */
  spendQuery: () => Promise<void>;
}

/** In every English dictionary: not found only where the key is wrong. */
const knownWord = 'word';

/** Merriam-Webster's Collegiate Dictionary over its JSON API. A lookup spends one query, seldom two. */
export function createMerriamWebster(options: MerriamWebsterOptions): Dictionary {
  const { apiKey, apiUrl, timeoutMs = 8000, fetch: send = fetch, spendQuery } = options;
  const base = apiUrl.replace(/\/+$/u, '');
  let keyCheck: Promise<boolean> | undefined;

  async function query(word: string, signal: AbortSignal | undefined): Promise<Answer> {
    signal?.throwIfAborted();
    await spendQuery();
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let body: string;
    try {
      response = await send(
        `${base}/${encodeURIComponent(word.toLowerCase())}?key=${encodeURIComponent(apiKey)}`,
        {
          headers: { Accept: 'application/json' },
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        },
      );
      body = await response.text();
    } catch (thrown) {
      signal?.throwIfAborted();
      throw unreachable(
        timeout.aborted ? `did not answer within ${timeoutMs / 1000} seconds` : 'could not be reached',
        thrown,
      );
    }
    return judge(response, body);
  }

  function judge(response: Response, body: string): Answer {
    if (response.status === 401 || response.status === 403) throw refused(false);
    if (response.status === 429) throw overLimit();
    if (!response.ok) throw unreachable(`answered with an error (HTTP ${response.status})`);
    const answer = readAnswer(body);
    if (answer.kind === 'nonsense') throw unreachable('gave an answer that makes no sense');
    if (answer.kind === 'limit') throw overLimit();
    if (answer.kind === 'key' && answer.missing) throw refused(true);
    return answer;
  }

  /** Some odd words are answered as if the key were wrong. A word that must be there tells which it is. */
  async function keyWorks(signal: AbortSignal | undefined): Promise<boolean> {
    keyCheck ??= query(knownWord, undefined)
      .then((answer) => answer.kind !== 'key')
      .finally(() => {
        keyCheck = undefined;
      });
    const works = await keyCheck;
    signal?.throwIfAborted();
    return works;
  }

  /** @param word What is asked for; `asked` is what answers call it. They differ behind a cross-reference. */
  async function find(word: string, asked: string, signal: AbortSignal | undefined): Promise<LookupOutcome> {
    const answer = await query(word, signal);
    if (answer.kind === 'key') {
      if (await keyWorks(signal)) return noEntry(asked);
      throw refused(false);
    }
    if (answer.kind !== 'entries') return noEntry(asked, answer.kind === 'suggestions' ? answer.words : []);
    const choice = chooseEntry(answer.entries, word);
    if (choice.kind === 'offensive') return refuseOffensive(asked);
    if (choice.kind === 'entry') return present(choice, asked);
    if (choice.kind === 'none') return noEntry(asked, otherHeadwords(answer.entries));
    // "Past tense of", "spelling of" and the like: one step to the word itself, often in the same answer.
    const here = chooseEntry(answer.entries, choice.target);
    if (here.kind === 'entry') return present(here, asked);
    return word === asked ? find(choice.target, asked, signal) : noEntry(asked);
  }

  return {
    source: 'merriam-webster',
    concurrency: 4,
    async lookUp(word, { signal } = {}) {
      const asked = askedWord(word);
      return refuseUnlikely(asked) ?? (await find(asked, asked, signal));
    },
  };
}

function present({ entry, first }: { entry: Entry; first: Entry }, asked: string): LookupOutcome {
  const presented = presentEntry(entry, first);
  return presented ? { found: true, entry: presented } : noEntry(asked);
}

/** What the answer was about instead. */
function otherHeadwords(entries: readonly Entry[]): string[] {
  const decent = entries.filter(({ meta }) => !meta.offensive);
  return [...new Set(decent.map(headwordOf))].slice(0, 3);
}

function refused(missing: boolean): DomainError {
  const what = missing ? 'asks for a key' : 'does not accept the key';
  return new DomainError(
    'dictionary.refused',
    `Merriam-Webster ${what}. Check MERRIAM_WEBSTER_API_KEY: it must be a key for the Collegiate dictionary.`,
  );
}

function overLimit(): DomainError {
  return new DomainError(
    'dictionary.quota',
    'Merriam-Webster says that its lookups for now are used up. Please try again tomorrow.',
  );
}

function unreachable(what: string, thrown?: unknown): DomainError {
  return new DomainError(
    'dictionary.unreachable',
    `The dictionary ${what}. Please try again in a few minutes.`,
    {
      cause: thrown === undefined ? undefined : withoutAddress(thrown),
    },
  );
}

/** The cause by its code alone: messages of `fetch`, and the errors inside, may hold the address and so the key. */
function withoutAddress(thrown: unknown): Error {
  const { name, cause } = Object(thrown) as { name?: unknown; cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return new Error(String(code ?? name ?? 'unknown'));
}
