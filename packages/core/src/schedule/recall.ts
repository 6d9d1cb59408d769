import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { wordPath } from '../contract/public-paths.ts';
import {
  type RecallAnswer,
  type RecallOccasion,
  type RecallPageView,
  type RecallResults,
  recallDays,
  recallPath,
} from '../contract/recall.ts';
import type { StepContext } from '../mail/pass-event.ts';
import { recallPolicy } from '../mail/policy.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { isDomainError } from '../platform/errors.ts';
import { type AttemptLimits, isAllowed } from '../platform/rate-limits/attempt-limits.ts';
import type { Reminders } from '../readers/reminders.ts';
import { readRecalls, recallsKey } from '../template/recall.ts';
import { readableFields } from '../words/readable-fields.ts';
import { renderAgain } from './move-email.ts';
import type { ScheduleEmailDeps } from './schedule-email.ts';
import { emailsWithWords, ScheduledEmail } from './scheduled-email.ts';

const RecallResultSchema = defineEntity({
  name: 'RecallResult',
  tableName: 'recall_results',
  properties: {
    /** The id of the word. */
    wordId: p.integer().primary().autoincrement(false),
    /** How many days after it was sent. */
    days: p.integer().primary().autoincrement(false),
    known: p.integer().default(0),
    again: p.integer().default(0),
  },
});

/** How often readers said that they knew an earlier word, or want to be reminded. Nobody knows who. */
export class RecallResult extends RecallResultSchema.class {}
RecallResultSchema.setClass(RecallResult);

export interface FollowRecallsDeps extends ScheduleEmailDeps {
  /** Whether emails ask about earlier words. */
  recall?: boolean | undefined;
}

/**
 * Renders emails again that go out soon and ask about other words than they should: an email is rendered when it is
 * scheduled, often weeks ahead, and the email of three days before may have been canceled or got another word since.
 */
export async function followRecalls(
  deps: FollowRecallsDeps,
  { onEvent, signal }: StepContext,
): Promise<void> {
  const { database, recall = false } = deps;
  const now = await database.sharedTime(deps.now());
  const soon = await database.read(
    emailsWithWords
      .select(['email.id', 'email.day', 'email.recalls', 'word.word'])
      .where('email.status', '=', 'scheduled')
      .where('email.scheduled_date', '>', now)
      .where('email.first_at', '>', new Date(now.getTime() + recallPolicy.lastMs))
      .where('email.first_at', '<=', new Date(now.getTime() + recallPolicy.leadMs))
      .where('email.cancel_requested_at', 'is', null)
      .where('email.text_key', 'is not', null),
  );
  for (const { id, day, recalls, word } of soon) {
    if (signal?.aborted) return;
    const wanted = recall ? recallsKey(await readRecalls(database, { day, word }, now)) : '';
    if ((recalls ?? '') === wanted) continue;
    try {
      await renderAgain(deps, id);
    } catch (error) {
      // Canceled or sent meanwhile, or the provider is down: the next pass looks again.
      if (!isDomainError(error)) throw error;
      onEvent({ step: 'emails', outcome: 'waiting', message: `“${word}” keeps its text. ${error.message}` });
    }
  }
}

/** The page on which readers say whether they still know an earlier word. It needs no login. */
export interface Recall {
  /** `undefined` for an unknown key, and while the word has not gone out. */
  read(page: RecallAddress): Promise<RecallPageView | undefined>;
  /**
   * Counts what a reader pressed, per word, without who it was. A reader whose address says who they are is reminded if
   * they ask for it; nothing is stored about one who knew the word, and they are reminded no more.
   *
   * @param pressed.address Where it comes from: nobody is counted often.
   */
  answer(
    page: RecallAddress,
    pressed: { answer: RecallAnswer; address: string },
  ): Promise<RecallPageView | undefined>;
  /** Latest words first. */
  results(): Promise<RecallResults>;
}

/** What the address of the page says. */
interface RecallAddress {
  key: string;
  occasion: RecallOccasion;
  /** Who the reader is, in the emails of providers that can fill it in. */
  token?: string | undefined;
}

export interface RecallDeps {
  database: OpenDatabase;
  now: () => Date;
  limits: AttemptLimits;
  hasArchive: boolean;
  reminders: Reminders;
}

export function openRecall({ database, now, limits, hasArchive, reminders }: RecallDeps): Recall {
  async function find(key: string): Promise<ScheduledEmail | null> {
    if (!/^[0-9a-f]{16}$/.test(key)) return null;
    const email = await database.em().findOne(ScheduledEmail, { recallKey: key }, { populate: ['word'] });
    return email && email.status !== 'failed' && email.firstAt <= now() ? email : null;
  }
  const readerOf = async (token: string | undefined) =>
    token === undefined ? undefined : reminders.find(token);
  function view(
    email: ScheduledEmail,
    { key, occasion, token: given }: RecallAddress,
    reader: unknown,
    answer?: RecallAnswer,
  ): RecallPageView {
    // Someone who has left the list sees the page as everybody does.
    const token = reader ? given : undefined;
    const { word, phoneticPronunciation, partOfSpeech, definition, example1, example2 } = readableFields(
      email.word,
    );
    const { slug } = email.word;
    return {
      path: recallPath(key, occasion, token),
      occasion,
      ownPagePath: token === undefined ? undefined : `/preferences/${token}`,
      word,
      phoneticPronunciation,
      partOfSpeech,
      definition,
      example: example1 || example2,
      wordPath: hasArchive && slug ? wordPath(slug) : undefined,
      asksAgain: occasion === recallDays[0] && (given === undefined || Boolean(reader)),
      answer,
    };
  }
  return {
    async read(page) {
      const email = await find(page.key);
      return email ? view(email, page, await readerOf(page.token)) : undefined;
    },
    async answer(page, { answer, address }) {
      const { key, occasion } = page;
      const email = await find(key);
      if (!email) return undefined;
      const reader = await readerOf(page.token);
      const isCounted = occasion !== 'again';
      if (isCounted && (await isAllowed(limits, 'recallPerAddress', `${key} ${occasion} ${address}`))) {
        const [known, again] = answer === 'known' ? [1, 0] : [0, 1];
        await database.writeTogether((run) =>
          run(
            sql`insert into recall_results (word_id, days, known, again)
              values (${email.word.id}, ${occasion}, ${known}, ${again})
              on conflict (word_id, days) do update set known = recall_results.known + ${known},
                again = recall_results.again + ${again}`,
          ),
        );
      }
      const wordId = email.word.id;
      if (reader && answer === 'again') await reminders.add(reader, { wordId, recallKey: key });
      else if (reader) await reminders.remove(reader, wordId);
      return view(email, page, reader, answer);
    },
    results: () =>
      database.read(
        sql<RecallResults[number]>`select word_id as "wordId", word, days, known, again
          from recall_results join words on words.id = word_id order by word_id desc, days`,
      ),
  };
}
