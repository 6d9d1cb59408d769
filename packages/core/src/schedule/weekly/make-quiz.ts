import { createHash } from 'node:crypto';
import { tables } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import type { WordOfWeek } from '../../template/weekly-email.ts';
import { lemmaOf } from '../../words/check/check-words.ts';
import { areRelated, explains, findLemma } from '../../words/dictionary/wordnet/meanings.ts';
import { readableFields } from '../../words/readable-fields.ts';
import type { Word } from '../../words/word.ts';
import type { StoredQuestion } from './weekly-email.ts';

const mostQuestions = 5;
const choicesEach = 4;

/** A word of the library that may stand beside the right one. */
interface Candidate {
  id: number;
  word: string;
  partOfSpeech: string;
}

/**
 * The quiz of a week: examples in which the word is left out, with three other words of the same part of speech from the
 * library. The same for the same day and library. Empty for fewer than two words.
 */
export async function makeQuiz(
  database: Reads,
  day: string,
  words: readonly WordOfWeek[],
): Promise<StoredQuestion[]> {
  if (words.length < 2) return [];
  const kinds = [...new Set(words.map(({ word }) => word.partOfSpeech))];
  const candidates = await database.read(
    tables<{ words: Word }>()
      .selectFrom('words')
      .select(['id', 'word', 'part_of_speech as partOfSpeech'])
      .where('removed_at', 'is', null)
      .where('sensitive', '=', '')
      .where('part_of_speech', 'in', kinds),
  );
  const inOrder = shuffled(words, day, ({ word }) => word.slug);
  const questions = inOrder.flatMap((entry) => questionAbout(entry, candidates, day) ?? []);
  return questions.slice(0, mostQuestions);
}

function questionAbout(
  { id, word: entry }: WordOfWeek,
  candidates: readonly Candidate[],
  day: string,
): StoredQuestion | undefined {
  const { word, definition, example1, example2 } = readableFields(entry);
  const lemma = lemmaOf(word);
  // The email shows the first example above the quiz.
  for (const example of [example2, example1]) {
    const sentence = withoutWord(example, lemma);
    if (!sentence) continue;
    const others = shuffled(candidates, `${day} ${word}`, (other) => `${other.id}`);
    const chosen: string[] = [word];
    for (const { partOfSpeech, word: other } of others) {
      if (chosen.length === choicesEach) break;
      const isFit = partOfSpeech === entry.partOfSpeech && isFitBeside(other, chosen, example);
      if (isFit) chosen.push(other);
    }
    if (chosen.length < choicesEach) return undefined;
    const choices = shuffled(chosen, day, (choice) => choice);
    return { wordId: id, word, definition, slug: entry.slug, ...sentence, choices };
  }
  return undefined;
}

/**
 * The sentence in pieces, and the forms of the word that were between them. An ending stays in the sentence, so that the
 * choices fit the grammar: "they _____ed four hundred applications".
 *
 * @returns `undefined` if it does not contain the word, or something in it still gives the word away
 */
function withoutWord(example: string, lemma: string): { pieces: string[]; forms: string[] } | undefined {
  const pieces: string[] = [];
  const forms: string[] = [];
  let rest = example;
  for (let found = findLemma(rest, lemma); found; found = findLemma(rest, lemma)) {
    pieces.push(rest.slice(0, found.start));
    const form = rest.slice(found.start, found.end).toLowerCase();
    const [ending] = form.startsWith(lemma)
      ? (/^(?:e?s|e?d|ing)$/u.exec(form.slice(lemma.length)) ?? [''])
      : [''];
    const end = found.end - ending.length;
    forms.push(rest.slice(found.start, end));
    rest = rest.slice(end);
  }
  pieces.push(rest);
  const isGivenAway = pieces.some((piece) => !explains(piece, lemma));
  return pieces.length < 2 || isGivenAway ? undefined : { pieces, forms };
}

/** Neither a relative of the other choices, nor a word of the sentence. */
function isFitBeside(other: string, chosen: readonly string[], example: string): boolean {
  const lemma = lemmaOf(other);
  const isRelated = chosen.some((word) => lemmaOf(word) === lemma || areRelated(lemmaOf(word), lemma));
  return !isRelated && findLemma(example, lemma) === undefined;
}

/** In an order that looks random and is the same for the same seed. */
function shuffled<T>(from: readonly T[], seed: string, keyOf: (one: T) => string): T[] {
  const keyed = from.map((one) => ({
    one,
    key: createHash('sha256')
      .update(`${seed} ${keyOf(one)}`)
      .digest('hex'),
  }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ one }) => one);
}
