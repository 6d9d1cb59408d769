import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { wordPath } from '../../contract/public-paths.ts';
import { type QuizPageView, type QuizQuestion, type QuizResults, quizPath } from '../../contract/quiz.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { tables } from '../../platform/database/query.ts';
import type { Reads } from '../../platform/database/reads.ts';
import { type AttemptLimits, isAllowed } from '../../platform/rate-limits/attempt-limits.ts';
import type { WordOfWeek } from '../../template/weekly-email.ts';
import { lemmaOf } from '../../words/check/check-words.ts';
import { areRelated, explains, findLemma } from '../../words/dictionary/wordnet/meanings.ts';
import { readableFields } from '../../words/readable-fields.ts';
import type { Word } from '../../words/word.ts';
import { type StoredQuestion, WeeklyEmail } from './weekly-email.ts';

const QuizResultSchema = defineEntity({
  name: 'QuizResult',
  tableName: 'quiz_results',
  properties: {
    /** The id of the word. */
    wordId: p.integer().primary().autoincrement(false),
    right: p.integer().fieldName('right_answers').default(0),
    wrong: p.integer().fieldName('wrong_answers').default(0),
  },
});

/** How often a word was answered right and wrong. Nobody knows by whom. */
export class QuizResult extends QuizResultSchema.class {}
QuizResultSchema.setClass(QuizResult);

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
  for (const example of [example1, example2]) {
    const pieces = withoutWord(example, lemma);
    if (!pieces) continue;
    const others = shuffled(candidates, `${day} ${word}`, (other) => `${other.id}`);
    const chosen: string[] = [word];
    for (const { partOfSpeech, word: other } of others) {
      if (chosen.length === choicesEach) break;
      const isFit = partOfSpeech === entry.partOfSpeech && isFitBeside(other, chosen, example);
      if (isFit) chosen.push(other);
    }
    if (chosen.length < choicesEach) return undefined;
    const choices = shuffled(chosen, day, (choice) => choice);
    return { wordId: id, word, definition, slug: entry.slug, pieces, choices };
  }
  return undefined;
}

/**
 * The sentence in pieces, without all forms of the word.
 *
 * @returns `undefined` if it does not contain the word, or something in it still gives the word away
 */
function withoutWord(example: string, lemma: string): string[] | undefined {
  const pieces: string[] = [];
  let rest = example;
  for (let found = findLemma(rest, lemma); found; found = findLemma(rest, lemma)) {
    pieces.push(rest.slice(0, found.start));
    rest = rest.slice(found.end);
  }
  pieces.push(rest);
  const isGivenAway = pieces.some((piece) => !explains(piece, lemma));
  return pieces.length < 2 || isGivenAway ? undefined : pieces;
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

/** The page of a weekly email's quiz. It needs no login: its address is in the email. */
export interface Quiz {
  /** `undefined` for an unknown key. */
  read(key: string): Promise<QuizPageView | undefined>;
  /**
   * Shows what is right, and counts the answers for the owner: per word, without who gave them.
   *
   * @param chosen For each question, the number of the choice.
   * @param address Where they come from: nobody's answers are counted often.
   */
  answer(
    key: string,
    chosen: readonly (number | undefined)[],
    address: string,
  ): Promise<QuizPageView | undefined>;
  /** Those with most wrong answers first. */
  results(): Promise<QuizResults>;
}

export interface QuizDeps {
  database: OpenDatabase;
  limits: AttemptLimits;
  hasArchive: boolean;
}

export function openQuiz({ database, limits, hasArchive }: QuizDeps): Quiz {
  const find = async (key: string) =>
    /^[0-9a-f]{16}$/.test(key) ? database.em().findOne(WeeklyEmail, { quizKey: key }) : null;
  const shown = ({ pieces, choices }: StoredQuestion): QuizQuestion => ({ pieces, choices });
  return {
    async read(key) {
      const email = await find(key);
      if (!email) return undefined;
      const questions = (email.quiz ?? []).map((question) => ({ ...shown(question), answer: undefined }));
      return { path: quizPath(key), day: email.day, questions };
    },
    async answer(key, chosen, address) {
      const email = await find(key);
      if (!email) return undefined;
      const questions = (email.quiz ?? []).map((question, nth) => {
        const { word, definition, slug, choices } = question;
        const path = hasArchive ? wordPath(slug) : undefined;
        const answer = { chosen: choices[chosen[nth] ?? -1] ?? null, word, definition, path };
        return { ...shown(question), wordId: question.wordId, answer };
      });
      const given = questions.filter(({ answer }) => answer.chosen !== null);
      if (given.length > 0 && (await isAllowed(limits, 'quizPerAddress', `${key} ${address}`))) {
        await count(
          database,
          given.map(({ wordId, answer }) => ({ wordId, isRight: answer.chosen === answer.word })),
        );
      }
      return {
        path: quizPath(key),
        day: email.day,
        questions: questions.map(({ wordId: _, ...question }) => question),
      };
    },
    results: () =>
      database.read(
        sql<
          QuizResults[number]
        >`select word_id as "wordId", word, right_answers as "right", wrong_answers as wrong
          from quiz_results join words on words.id = word_id order by wrong_answers desc, right_answers, word_id`,
      ),
  };
}

async function count(database: OpenDatabase, answers: { wordId: number; isRight: boolean }[]): Promise<void> {
  // Sorted, so that two transactions never wait for each other.
  const inOrder = answers.toSorted((one, other) => one.wordId - other.wordId);
  await database.writeTogether(async (run) => {
    for (const { wordId, isRight } of inOrder) {
      const [right, wrong] = isRight ? [1, 0] : [0, 1];
      await run(
        sql`insert into quiz_results (word_id, right_answers, wrong_answers) values (${wordId}, ${right}, ${wrong})
          on conflict (word_id) do update set right_answers = quiz_results.right_answers + ${right},
            wrong_answers = quiz_results.wrong_answers + ${wrong}`,
      );
    }
  });
}
