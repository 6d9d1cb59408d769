import type { WordDraft } from '../../contract/words.ts';
import type { Dictionary, LookupOutcome } from './dictionary.ts';
import { noEntry, normalizeWord } from './normalize-word.ts';
import { nearestOwnWord, ownEntry } from './own-entries.ts';
import { createWordNet } from './wordnet/wordnet.ts';

/** The built-in packs and WordNet: without network or key. An entry of ours comes first, with WordNet's meanings to choose from. */
export function createOfflineDictionary(): Dictionary {
  const wordNet = createWordNet();
  return {
    ...wordNet,
    async lookUp(word, options) {
      const outcome = await wordNet.lookUp(word, options);
      const own = ownEntry(word);
      if (own !== undefined) return withOwn(own, outcome);
      if (outcome.found) return outcome;
      const meant = nearestOwnWord(word);
      return meant === undefined || outcome.suggestions.length > 0
        ? outcome
        : noEntry(normalizeWord(word), [meant]);
    },
  };
}

function withOwn(own: WordDraft, others: LookupOutcome): LookupOutcome {
  const entry = { ...own, source: 'starter' as const };
  if (!others.found) return { found: true, entry };
  const { source, senses, ...first } = others.entry;
  return { found: true, entry: { ...entry, senses: [own, ...(senses ?? [first])] } };
}
