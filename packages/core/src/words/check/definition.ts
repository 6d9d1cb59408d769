import type { WordFinding } from '../../contract/word-check.ts';
import type { WordInput } from '../../contract/words.ts';
import { containsLemma } from '../../dictionary/wordnet/meanings.ts';
import { wordsOf } from './text.ts';

const endings =
  /(?:ally|ly|fulness|ness|ities|ity|ical|ic|iously|ious|ous|ance|ence|ant|ent|ancy|ency|ation|ating|ated|ates|ate|ing|ed|er|or|able|ible|ment|ism|ist|al|ful|ish|es|s|y|e)$/u;
const shortestRoot = 4;

/** A definition that uses its word, or another form of its base, explains nothing. */
export function checkDefinition({ word, definition }: WordInput): WordFinding[] {
  const circular = (what: string): WordFinding[] => [
    {
      code: 'definition.circular',
      field: 'definition',
      message: `The definition uses ${what}. Explain it in other words.`,
    },
  ];
  if (containsLemma(definition, lemmaOf(word))) return circular(`the word “${word}” itself`);
  const roots = new Set(wordsOf(word).map(rootOf));
  const related = wordsOf(definition).find((part) => {
    const root = rootOf(part);
    return root.length >= shortestRoot && roots.has(root);
  });
  return related === undefined ? [] : circular(`“${related}”, which comes from the same base as “${word}”`);
}

/** How the dictionary writes a headword. */
export function lemmaOf(word: string): string {
  return word.trim().toLowerCase().replaceAll(/\s+/gu, '_');
}

/** A word without its endings: `precari` for "precariously" and "precarious". */
function rootOf(word: string): string {
  let root = word;
  for (;;) {
    const shorter = root.replace(endings, '');
    if (shorter === root || shorter.length < shortestRoot) return root;
    root = shorter;
  }
}
