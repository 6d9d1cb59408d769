import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { wordPath } from '../../contract/public-paths.ts';
import { type QuizPageView, type QuizQuestion, type QuizResults, quizPath } from '../../contract/quiz.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';
import { type AttemptLimits, isAllowed } from '../../platform/rate-limits/attempt-limits.ts';
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
