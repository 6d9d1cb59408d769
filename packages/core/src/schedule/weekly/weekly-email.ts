import { defineEntity, p } from '@mikro-orm/core';
import type { QuizQuestion } from '../../contract/quiz.ts';
import { tables } from '../../platform/database/query.ts';

/** A question of a quiz, with its answer. */
export interface StoredQuestion extends QuizQuestion {
  wordId: number;
  /** As it was then: a word that is corrected later changes no quiz. */
  word: string;
  /** The text of each gap. Quizzes that were made before this was stored lack it. */
  forms?: string[] | undefined;
  definition: string;
  slug: string;
}

const WeeklyEmailSchema = defineEntity({
  name: 'WeeklyEmail',
  tableName: 'weekly_emails',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** One a day, whichever process makes it. By the owner's calendar, as with the email of a word. */
    day: p.string().length(10).unique(),
    /** Of the message and its send, which are the engine's. */
    messageName: p.string().length(200).unique(),
    subject: p.text(),
    /** How many words it has. */
    words: p.integer().default(0),
    /** Sentences with a word left out; `null` without a quiz. */
    quiz: p.json<StoredQuestion[]>().nullable(),
    /** Part of the address of the quiz, which nobody can guess; 16 hexadecimal digits. */
    quizKey: p.string().length(16).nullable().unique(),
    createdAt: p.datetime(3),
    /** Why it is not sent; `null` if it has a send. */
    reason: p.text().nullable(),
  },
});

/** The words of a week in one email, for the readers who get it on one day. */
export class WeeklyEmail extends WeeklyEmailSchema.class {}
WeeklyEmailSchema.setClass(WeeklyEmail);

export const weeklyTable = tables<{ weekly_emails: WeeklyEmail }>();

/** What its reports begin with, which is up to the first dot. */
export const weeklyMessageName = (day: string) => `The weekly email of ${day} · weekly`;
