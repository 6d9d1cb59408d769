import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { wordPath } from '../../contract/public-paths.ts';
import { type QuizAnswer, type QuizPageView, type QuizResults, quizPath } from '../../contract/quiz.ts';
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
  /**
   * Shows the questions, or what is right once a word is chosen for each.
   *
   * @param chosen For each question, the number of the choice.
   * @returns `undefined` for an unknown key
   */
  read(key: string, chosen?: QuizChoices): Promise<QuizPageView | undefined>;
  /**
   * The same, and counts complete answers for the owner: per word, without who gave them.
   *
   * @param address Where they come from: nobody's answers are counted often.
   */
  answer(key: string, chosen: QuizChoices, address: string): Promise<QuizPageView | undefined>;
  /** Those with most wrong answers first. */
  results(): Promise<QuizResults>;
}

type QuizChoices = readonly (number | undefined)[];

export interface QuizDeps {
  database: OpenDatabase;
  limits: AttemptLimits;
  hasArchive: boolean;
}

export function openQuiz({ database, limits, hasArchive }: QuizDeps): Quiz {
  const find = async (key: string) =>
    /^[0-9a-f]{16}$/.test(key) ? database.em().findOne(WeeklyEmail, { quizKey: key }) : null;
  function view({ day, quiz }: WeeklyEmail, key: string, given: QuizChoices): QuizPageView {
    const stored = quiz ?? [];
    const chosen = stored.map(({ choices }, nth) => (choices[given[nth] ?? -1] ? given[nth] : undefined));
    const isComplete = chosen.every((number) => number !== undefined);
    const answerTo = (
      { pieces, word, forms, definition, slug, choices }: StoredQuestion,
      number = 0,
    ): QuizAnswer => ({
      chosen: choices[number] ?? '',
      word,
      forms: forms ?? pieces.slice(1).map(() => word),
      definition,
      path: hasArchive ? wordPath(slug) : undefined,
    });
    return {
      path: quizPath(key),
      day,
      questions: stored.map((question, nth) => ({
        pieces: question.pieces,
        choices: question.choices,
        chosen: chosen[nth],
        answer: isComplete ? answerTo(question, chosen[nth]) : undefined,
      })),
      isIncomplete: false,
    };
  }
  return {
    async read(key, chosen = []) {
      const email = await find(key);
      return email ? view(email, key, chosen) : undefined;
    },
    async answer(key, chosen, address) {
      const email = await find(key);
      if (!email) return undefined;
      const page = view(email, key, chosen);
      const given = page.questions.flatMap(({ answer }) => answer ?? []);
      if (given.length < page.questions.length) return { ...page, isIncomplete: true };
      if (await isAllowed(limits, 'quizPerAddress', `${key} ${address}`)) {
        await count(
          database,
          (email.quiz ?? []).map(({ wordId, word }, nth) => ({
            wordId,
            isRight: given[nth]?.chosen === word,
          })),
        );
      }
      return page;
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
