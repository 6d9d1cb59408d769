import { randomBytes } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import type { RestoreInput, ScheduledEmailView, ScheduleInput } from '../contract/schedule.ts';
import { ProviderRefused } from '../mail/mail-provider.ts';
import { parseTime, showDay, showInstant } from '../platform/calendar.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { holdTable } from '../platform/database/writes.ts';
import { DomainError } from '../platform/errors.ts';
import { requireWord } from '../words/find-word.ts';
import { giveSlug } from '../words/slug.ts';
import { noSuchEmail } from './cancel-email.ts';
import { type EmailTime, emailTime, type OwnTimes, readersTimes } from './email-time.ts';
import { lockFreeWord, requireNotWaiting } from './free-word.ts';
import { findEmail } from './list-schedule.ts';
import { ScheduledEmail } from './scheduled-email.ts';
import { type Submission, type SubmitDeps, submitEmail } from './submit/submit-email.ts';

export interface ScheduleEmailDeps extends SubmitDeps, StoreEmailDeps {}

/**
 * Stores an email and submits it to the provider immediately. If the provider cannot be reached, the email stays
 * pending and the next pass tries again.
 *
 * @throws DomainError as `storeEmails` does; `email_provider.refused`, and then nothing is stored; `schedule.not_found`
 * if it was canceled in the meantime
 */
export async function scheduleEmail(
  deps: ScheduleEmailDeps,
  input: ScheduleInput,
): Promise<ScheduledEmailView> {
  const [id] = (await storeEmails(deps, [input])) as [number];
  const result = await submitEmail(deps, id, { ifRefused: 'remove' });
  const refusal = refusalOf(result);
  if (refusal) throw new DomainError('email_provider.refused', `The email was not scheduled. ${refusal}`);
  const email = await findEmail(deps, id);
  // Someone saw it in the list and canceled it first.
  if (!email) throw noSuchEmail();
  return email;
}

function refusalOf(result: Submission): string | undefined {
  if (result.outcome === 'failed') return result.reason;
  if (result.outcome === 'pending' && result.error instanceof ProviderRefused) return result.error.message;
  return undefined;
}

/** Checks an email as `scheduleEmail` would, and stores nothing. */
export async function checkSchedule(deps: ScheduleEmailDeps, input: ScheduleInput): Promise<Date> {
  const time = await readTime(deps, input);
  const em = deps.database.em();
  await requireNotWaiting(em, await requireWord(em, input.wordId));
  if (input.ifDayTaken === 'refuse') await requireFreeDay(em, time.day);
  return time.scheduledDate;
}

interface StoreEmailDeps extends OwnTimes {
  database: OpenDatabase;
  now: () => Date;
  timezone: string;
}

/**
 * Stores emails for the next pass to submit: all of them, or none.
 *
 * @param within Writes something else in the same transaction.
 * @returns their ids, in order
 * @throws DomainError `input.invalid`, `schedule.in_past`, `word.not_found`, `schedule.word_waiting`, and
 * `schedule.day_taken` if the input asks for that
 */
export async function storeEmails(...args: Parameters<typeof storeAll>): Promise<number[]> {
  try {
    return await storeAll(...args);
  } catch (error) {
    // If two words get the same slug at the same time, the second is stored again with another slug.
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    return storeAll(...args);
  }
}

async function storeAll(
  deps: StoreEmailDeps,
  inputs: readonly ScheduleInput[],
  within?: (em: EntityManager) => Promise<unknown>,
): Promise<number[]> {
  const { database, now } = deps;
  const times: EmailTime[] = [];
  for (const input of inputs) times.push(await readTime(deps, input));
  return database.em().transactional(async (em) => {
    if (inputs.some(({ ifDayTaken }) => ifDayTaken === 'refuse'))
      await holdTable(database, em, 'scheduled_emails');
    const ids: number[] = [];
    for (const [at, { wordId, ifDayTaken }] of inputs.entries()) {
      const time = times[at] as EmailTime;
      if (ifDayTaken === 'refuse') await requireFreeDay(em, time.day);
      const word = await lockFreeWord(em, wordId);
      await giveSlug(em, word);
      const email = em.create(ScheduledEmail, {
        word,
        ...time,
        status: 'pending',
        createdAt: now(),
        messageName: newMessageName(word.word, time.day),
      });
      await em.flush();
      ids.push(email.id);
    }
    await within?.(em);
    return ids;
  });
}

/**
 * Puts a failed email back that was removed. It was never sent and nothing sends it now, so the provider is not asked.
 *
 * @throws DomainError `word.not_found`
 */
export async function restoreFailed(
  { database, now, timezone }: StoreEmailDeps,
  { wordId, scheduledDate, reason }: RestoreInput,
): Promise<ScheduledEmailView> {
  const time = emailTime(new Date(scheduledDate), timezone);
  const id = await database.em().transactional(async (em) => {
    const word = await requireWord(em, wordId);
    await giveSlug(em, word);
    const email = em.create(ScheduledEmail, {
      word,
      ...time,
      status: 'failed',
      reason,
      createdAt: now(),
      messageName: newMessageName(word.word, time.day),
    });
    await em.flush();
    return email.id;
  });
  return (await findEmail({ database }, id)) as ScheduledEmailView;
}

/** Forms show whole minutes: the current minute still counts as now. */
const graceMs = 60_000;

/**
 * Reads the time at which an email should be sent, as typed.
 *
 * @throws DomainError `input.invalid`, `schedule.in_past`
 */
export async function readTime(
  deps: OwnTimes & { now: () => Date; timezone: string },
  { scheduledDate: text }: { scheduledDate: string },
): Promise<EmailTime> {
  const { now, timezone } = deps;
  const read = parseTime(text);
  const time = read && emailTime(read, timezone, await readersTimes(deps));
  // Neither database accepts a year of more than four digits.
  if (!time || time.scheduledDate.getUTCFullYear() > 9999) {
    const message = 'Give a date and a time, such as 2026-12-01T07:00';
    throw new DomainError('input.invalid', `${message}.`, { fields: { scheduledDate: [message] } });
  }
  if (time.scheduledDate.getTime() < now().getTime() - graceMs) {
    const message = `${showInstant(time.scheduledDate, timezone)} has passed. Choose a time in the future.`;
    throw new DomainError('schedule.in_past', message, { fields: { scheduledDate: [message] } });
  }
  return time;
}

/** @throws DomainError `schedule.day_taken` if an email goes out on the day, or went out */
async function requireFreeDay(em: EntityManager, day: string): Promise<void> {
  const taken = { day, status: { $ne: 'failed' as const } };
  const email = await em.findOne(ScheduledEmail, taken, { populate: ['word'] });
  if (!email) return;
  const goes = email.status === 'sent' ? 'went out' : 'already goes out';
  const other = `“${email.word.word}” ${goes} on ${showDay(day)}.`;
  throw new DomainError('schedule.day_taken', `${other} Readers would get two emails that day.`);
}

/** A new name for an email's message. The provider's list shows it to people; the key at the end makes it unique. */
export function newMessageName(word: string, day: string): string {
  return `${word} · ${day} · ${randomBytes(6).toString('hex')}`;
}
