import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { calendarDay, parseInstant, showInstant } from '../calendar/zoned-time.ts';
import type { ScheduledEmailView, ScheduleInput } from '../contract/schedule.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { type Submission, type SubmitDeps, submitEmail } from '../delivery/submit-email.ts';
import { DomainError } from '../errors.ts';
import { ProviderRefused } from '../mail/mail-provider.ts';
import { requireWord } from '../words/find-word.ts';
import type { Word } from '../words/word.ts';
import { noSuchEmail } from './cancel-email.ts';
import { findEmail } from './list-schedule.ts';
import { ScheduledEmail } from './scheduled-email.ts';

export interface ScheduleEmailDeps extends SubmitDeps {
  database: OpenDatabase;
  timezone: string;
}

/** A form shows minutes: one that has begun still counts as now. */
const graceMs = 60_000;

/**
 * Stores an email and submits it to the provider immediately. If the provider cannot be reached the
 * email stays pending, and the next pass tries again.
 *
 * @throws DomainError `input.invalid`, `schedule.in_past`, `word.not_found`, `schedule.word_waiting`;
 *   `email_provider.refused`, and then nothing is stored; `schedule.not_found` if it was cancelled meanwhile
 */
export async function scheduleEmail(
  deps: ScheduleEmailDeps,
  input: ScheduleInput,
): Promise<ScheduledEmailView> {
  const scheduledDate = readDate(deps, input.scheduledDate);
  const id = await store(deps, input.wordId, scheduledDate);
  const result = await submitEmail(deps, id, { ifRefused: 'remove' });
  const refusal = refusalOf(result);
  if (refusal) throw new DomainError('email_provider.refused', `The email was not scheduled. ${refusal}`);
  const email = await findEmail(deps, id);
  // Somebody saw it in the list and cancelled it first.
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
  const scheduledDate = readDate(deps, input.scheduledDate);
  const em = deps.database.em();
  await requireNotWaiting(em, await requireWord(em, input.wordId));
  return scheduledDate;
}

function readDate({ now, timezone }: ScheduleEmailDeps, text: string): Date {
  const date = parseInstant(text, timezone);
  if (!date) {
    const message = 'Give a date and a time, such as 2026-12-01T07:00';
    throw new DomainError('input.invalid', `${message}.`, { fields: { scheduledDate: [message] } });
  }
  if (date.getTime() < now().getTime() - graceMs) {
    const message = `${showInstant(date, timezone)} has passed. Choose a time in the future.`;
    throw new DomainError('schedule.in_past', message, { fields: { scheduledDate: [message] } });
  }
  return date;
}

async function store(deps: ScheduleEmailDeps, wordId: number, scheduledDate: Date): Promise<number> {
  return deps.database.em().transactional(async (em) => {
    // Locked from here on: nobody removes the word before its email is stored, or schedules it too.
    const word = await requireWord(em, wordId, LockMode.PESSIMISTIC_WRITE);
    await requireNotWaiting(em, word);
    // The provider's list shows the name to people; the key at its end makes it ours alone.
    const key = randomBytes(6).toString('hex');
    const messageName = `${word.word} · ${calendarDay(scheduledDate, deps.timezone)} · ${key}`;
    const entry = { word, scheduledDate, status: 'pending' as const, createdAt: deps.now(), messageName };
    const email = em.create(ScheduledEmail, entry);
    await em.flush();
    return email.id;
  });
}

async function requireNotWaiting(em: EntityManager, { id, word }: Word): Promise<void> {
  const waiting = { word: id, status: { $in: ['pending', 'scheduled'] as const } };
  if ((await em.count(ScheduledEmail, waiting)) === 0) return;
  const message = `“${word}” is already scheduled. Cancel that email first.`;
  throw new DomainError('schedule.word_waiting', message);
}
