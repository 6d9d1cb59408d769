import { DomainError } from '../../../platform/errors.ts';
import type { Dictionary, LookupOutcome } from '../dictionary.ts';
import {
  noEntry,
  normalizeWord,
  refuseOffensive,
  refuseUnlikely,
  withoutAccents,
  wordKey,
} from '../normalize-word.ts';
import { type Answer, type Entry, readAnswer } from './answer.ts';
import { headwordOf, presentEntry } from './present-entry.ts';

export interface MerriamWebsterOptions {
  /** A key for the Collegiate dictionary. It is part of the URL, so no URL may get into a log or an error. */
  apiKey: string;
  /** The URL before the word, without a trailing slash. */
  apiUrl: string;
  timeoutMs?: number;
  fetch?: typeof fetch;
  /**
   * Called before each query, including those that follow a cross-reference or check the key.
   *
   * @throws DomainError `dictionary.quota` when today's queries are used up
   */
  spendQuery: () => Promise<void>;
}

/** Every English dictionary has this word, so only a wrong key can keep it from being found. */
const knownWord = 'word';

/** Merriam-Webster's Collegiate Dictionary over its JSON API. A lookup takes one query, rarely two. */
export function createMerriamWebster(options: MerriamWebsterOptions): Dictionary {
  const { apiKey, apiUrl, timeoutMs = 8000, fetch: send = fetch, spendQuery } = options;
  const base = apiUrl.replace(/(?<!\/)\/+$/u, '');
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
    if (answer.kind === 'nonsense') throw unreachable('sent an answer that cannot be understood');
    if (answer.kind === 'limit') throw overLimit();
    if (answer.kind === 'key' && answer.missing) throw refused(true);
    return answer;
  }

  /** Some odd words are answered as if the key were wrong. Looking up a common word shows whether it is. */
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

  /** @param word The query; `asked`, the word in the results, differs after a cross-reference. */
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
    // "Past tense of", "spelling of" and similar: one step to the word itself, often in the same answer.
    const here = chooseEntry(answer.entries, choice.target);
    if (here.kind === 'entry') return present(here, asked);
    return word === asked ? find(choice.target, asked, signal) : noEntry(asked);
  }

  return {
    source: 'merriam-webster',
    concurrency: 4,
    async lookUp(word, { signal } = {}) {
      const asked = normalizeWord(word);
      return refuseUnlikely(asked) ?? (await find(asked, asked, signal));
    },
  };
}

function present({ entry, first }: { entry: Entry; first: Entry }, asked: string): LookupOutcome {
  const presented = presentEntry(entry, first);
  return presented ? { found: true, entry: presented } : noEntry(asked);
}

/** The other words that the answer is about. */
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
    'Merriam-Webster reports that its lookups are used up. Please try again tomorrow.',
  );
}

function unreachable(what: string, thrown?: unknown): DomainError {
  return new DomainError(
    'dictionary.unreachable',
    `The dictionary ${what}. Please try again in a few minutes.`,
    {
      cause: thrown === undefined ? undefined : withoutUrl(thrown),
    },
  );
}

/** Keeps only the code of the cause: messages of `fetch` and of nested errors may contain the URL and so the key. */
function withoutUrl(thrown: unknown): Error {
  const { name, cause } = Object(thrown) as { name?: unknown; cause?: unknown };
  const { code } = Object(cause) as { code?: unknown };
  return new Error(String(code ?? name ?? 'unknown'));
}

type Choice =
  | { kind: 'entry'; entry: Entry; first: Entry }
  /** The entry only refers to another word, which has to be looked up. */
  | { kind: 'see'; target: string }
  | { kind: 'offensive' }
  | { kind: 'none' };

/**
 * Picks the entry that is about the word. Answers also contain compounds, idioms and names, which are
 * ignored unless the word is one of their forms.
 */
function chooseEntry(entries: readonly Entry[], asked: string): Choice {
  const own = entries.filter((entry) => isSame(headwordOf(entry), asked));
  const forms = entries.filter(
    (entry) => !own.includes(entry) && entry.meta.stems.some((stem) => isSame(stem, asked)),
  );
  const candidates = [...common(own), ...common(forms)];
  for (const entry of candidates) {
    if (isDefined(entry)) {
      if (entry.meta.offensive) return { kind: 'offensive' };
      return { kind: 'entry', entry, first: firstHomograph(entries, entry) };
    }
    const target = entry.cxs[0]?.cxtis[0]?.cxt;
    // A later homograph with a meaning is better than a reference: the noun "wound", not the past of "wind".
    if (target !== undefined && !own.some(isDefined)) {
      return entry.meta.offensive ? { kind: 'offensive' } : { kind: 'see', target: plainTarget(target) };
    }
  }
  return { kind: 'none' };
}

/** Words before places and people; single words before phrases. */
function common(entries: readonly Entry[]): Entry[] {
  const rank = (entry: Entry) =>
    (/:[bg]\d*$/u.test(entry.meta.id) ? 2 : 0) + (headwordOf(entry).includes(' ') ? 1 : 0);
  return entries.toSorted((one, other) => rank(one) - rank(other));
}

function isDefined(entry: Entry): boolean {
  return entry.def.length > 0 || entry.shortdef.length > 0;
}

function isSame(one: string, other: string): boolean {
  return withoutAccents(wordKey(one)) === withoutAccents(wordKey(other));
}

/** Later homographs often have no pronunciation and syllables; the first one has them. */
function firstHomograph(entries: readonly Entry[], entry: Entry): Entry {
  const headword = headwordOf(entry);
  return (
    entries.find((other) => headwordOf(other) === headword && (other.hwi?.prs.length ?? 0) > 0) ??
    entries.find((other) => headwordOf(other) === headword && other.hwi?.hw?.includes('*')) ??
    entry
  );
}

function plainTarget(target: string): string {
  return target
    .replaceAll(/\{[^{}]*\}/gu, '')
    .replace(/:\d+$/u, '')
    .trim();
}
