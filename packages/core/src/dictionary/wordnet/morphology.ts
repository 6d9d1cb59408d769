import { irregularForms } from './irregular-forms.ts';
import type { PartOfSpeech } from './wordnet-files.ts';

export interface BaseForm {
  lemma: string;
  partOfSpeech: PartOfSpeech;
}

type Rule = [ending: RegExp, ...replacements: string[]];

/** Endings and their possible replacements. If several apply, the dictionary decides which word exists. */
const rules: Record<PartOfSpeech, readonly Rule[]> = {
  noun: [
    [/(?<!s)s$/u, ''],
    [/ies$/u, 'y'],
    [/ves$/u, 'f', 'fe'],
    [/(?<=s|x|z|ch|sh|o)es$/u, ''],
    [/(?<=(?:ss|zz))es$/u, ''],
    [/(?<=([sz]))\1es$/u, ''],
    [/men$/u, 'man'],
    [/i$/u, 'us', 'o', 'e'],
    [/a$/u, 'um', 'on'],
    [/ae$/u, 'a'],
    [/mata$/u, 'ma'],
    [/mina$/u, 'men'],
    [/ices$/u, 'ix', 'ex'],
    [/nges$/u, 'nx'],
    [/es$/u, 'is'],
    [/ides$/u, 'is'],
    [/(?<=eau|ieu)x$/u, ''],
    [/im$/u, ''],
  ],
  verb: [
    [/(?<!s)s$/u, ''],
    [/ies$/u, 'y'],
    [/es$/u, ''],
    [/ied$/u, 'y'],
    [/ed$/u, '', 'e'],
    [/ing$/u, '', 'e'],
    [/ying$/u, 'ie'],
    [/(?<=([b-df-hj-np-tv-z]))\1(?:ed|ing)$/u, ''],
    [/(?<=c)k(?:ed|ing)$/u, ''],
  ],
  adjective: [
    [/er$/u, '', 'e'],
    [/est$/u, '', 'e'],
    [/ier$/u, 'y'],
    [/iest$/u, 'y'],
    [/(?<=([b-df-hj-np-tv-z]))\1(?:er|est)$/u, ''],
  ],
  adverb: [
    [/er$/u, '', 'e'],
    [/est$/u, '', 'e'],
    [/ier$/u, 'y'],
    [/iest$/u, 'y'],
  ],
};

/**
 * What an inflected form may come from, most likely first: irregular forms ("ran", and so "outran"), then removed
 * endings. In a phrase, one of the words is inflected, as in `looked_up` or `attorneys_general`. Most of the candidates
 * are not words: look them up.
 */
export function baseForms(form: string): BaseForm[] {
  const pieces = form.split(/([_-])/u);
  return pieces.flatMap((piece, index) =>
    basesOfWord(piece).map(({ lemma, partOfSpeech }) => ({
      lemma: [...pieces.slice(0, index), lemma, ...pieces.slice(index + 1)].join(''),
      partOfSpeech,
    })),
  );
}

/** Most texts share most of their words: checking a library needs the same ones again and again. */
const known = new Map<string, BaseForm[]>();
const mostKnown = 5000;
const longestKnown = 40;

function basesOfWord(word: string): BaseForm[] {
  const kept = known.get(word);
  if (kept) return kept;
  const bases = findBases(word);
  if (known.size === mostKnown) known.clear();
  if (word.length <= longestKnown) known.set(word, bases);
  return bases;
}

function findBases(word: string): BaseForm[] {
  const partsOfSpeech = Object.keys(rules) as PartOfSpeech[];
  const found = [irregularBases, regularBases].flatMap((bases) =>
    partsOfSpeech.flatMap((partOfSpeech) => bases(word, partOfSpeech)),
  );
  const seen = new Set<string>();
  return found.filter(({ lemma, partOfSpeech }) => {
    const key = `${lemma} ${partOfSpeech}`;
    return lemma !== word && seen.size < seen.add(key).size;
  });
}

function irregularBases(word: string, partOfSpeech: PartOfSpeech): BaseForm[] {
  const forms = irregularForms[partOfSpeech];
  const bases: BaseForm[] = [];
  // With any prefix: "understood", "dormice", "grandchildren".
  for (let prefixLength = 0; prefixLength <= word.length - 2; prefixLength++) {
    for (const base of forms.get(word.slice(prefixLength)) ?? []) {
      bases.push({ lemma: word.slice(0, prefixLength) + base, partOfSpeech });
    }
  }
  return bases;
}

function regularBases(word: string, partOfSpeech: PartOfSpeech): BaseForm[] {
  return rules[partOfSpeech].flatMap(([ending, ...replacements]) =>
    ending.test(word)
      ? replacements
          .map((replacement) => ({ lemma: word.replace(ending, replacement), partOfSpeech }))
          .filter(({ lemma }) => lemma.length >= 2)
      : [],
  );
}
