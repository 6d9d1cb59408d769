import { onTestFinished } from 'vitest';
import { DomainError } from '../../../platform/errors.ts';
import { type FakeMerriamWebsterOptions, startFakeMerriamWebster } from './fake-server.testing.ts';
import { createMerriamWebster, type MerriamWebsterOptions } from './merriam-webster.ts';
import { fakeEntry } from './sample-answers.testing.ts';

/** A client of the dictionary, with a fake one that closes itself when the test ends. */
export async function startDictionary(
  fake: FakeMerriamWebsterOptions = {},
  options: Partial<MerriamWebsterOptions> & { queriesLeft?: number } = {},
) {
  const server = await startFakeMerriamWebster(fake);
  onTestFinished(() => server.close());
  const { queriesLeft = Number.POSITIVE_INFINITY, ...rest } = options;
  let spent = 0;
  const dictionary = createMerriamWebster({
    apiKey: server.apiKey,
    apiUrl: server.url,
    async spendQuery() {
      if (spent >= queriesLeft) throw new DomainError('dictionary.quota', 'The day’s lookups are used up.');
      spent++;
    },
    ...rest,
  });
  const entryOf = async (word: string) => {
    const outcome = await dictionary.lookUp(word);
    if (!outcome.found) throw new Error(outcome.reason);
    return outcome.entry;
  };
  return { server, dictionary, entryOf, lookUp: dictionary.lookUp, spent: () => spent };
}

/** Starts with one word whose answer is a single entry. */
export const startWithEntry = (
  entry: Parameters<typeof fakeEntry>[0],
  ...more: Parameters<typeof fakeEntry>[0][]
) =>
  startDictionary({ answers: { [entry.id.replace(/:.*/u, '')]: { json: [entry, ...more].map(fakeEntry) } } });
