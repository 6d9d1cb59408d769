import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { calendarDay, startOfDay } from '../calendar/zoned-time.ts';
import type { Overview } from '../contract/system.ts';
import { containing } from '../database/containing.ts';
import { quarterKey, readTotals, sum } from '../database/total.ts';
import { DomainError } from '../errors.ts';
import type { MailProvider } from '../mail/mail-provider.ts';
import { Registration } from './registration.ts';

export interface ReadersDeps {
  em: EntityManager;
  now: () => Date;
  timezone: string;
}

/** The number of readers, and of signups on each of the last 30 days. */
export async function countReaders({ em, now, timezone }: ReadersDeps): Promise<Overview['readers']> {
  const today = now();
  const startOf = (daysAgo: number) => startOfDay(today, timezone, -daysAgo);
  const days = Array.from({ length: 30 }, (_, index) => {
    const daysAgo = 29 - index;
    return {
      day: calendarDay(startOf(daysAgo), timezone),
      from: quarterKey(startOf(daysAgo)),
      below: quarterKey(startOf(daysAgo - 1)),
    };
  });
  const quarters = await readTotals(em, ['readers.signups'], {
    from: quarterKey(startOf(29)),
    below: quarterKey(startOf(-1)),
  });
  const perDay = days.map(({ day, from, below }) => ({
    day,
    count: sum(quarters.filter(({ key }) => from <= key && key < below)),
  }));
  return { total: sum(await readTotals(em, ['readers.all'])), perDay };
}

/** A reader as the admin sees them. */
export interface ReaderView {
  id: number;
  email: string;
  firstName: string;
  favoriteWord: string | null;
  createdAt: string;
  /** `waiting` for the email provider, `subscribed` there, or `refused`. */
  status: Registration['handover'];
  reason: string | null;
}

/** Readers by page, newest first. */
export async function listReaders(
  { em }: { em: EntityManager },
  { page, limit, search = '' }: { page: number; limit: number; search?: string },
): Promise<{ readers: ReaderView[]; total: number; hasMore: boolean }> {
  const literal = search.trim().toLowerCase();
  const where: FilterQuery<Registration> = literal ? containing('email', literal) : {};
  const offset = (page - 1) * limit;
  const total = literal ? await em.count(Registration, where) : sum(await readTotals(em, ['readers.all']));
  const rows = await em.find(Registration, where, { orderBy: { id: 'desc' }, limit, offset });
  return { readers: rows.map(presentReader), total, hasMore: offset + rows.length < total };
}

/** @throws DomainError `signup.not_found` */
export async function findReader({ em }: { em: EntityManager }, email: string): Promise<ReaderView> {
  return presentReader(await requireReader(em, email));
}

/** All readers, oldest first, some at a time. */
export async function* allReaders(forkEm: () => EntityManager): AsyncIterable<ReaderView[]> {
  let last = 0;
  for (;;) {
    const where = { id: { $gt: last } };
    const rows = await forkEm().find(Registration, where, { orderBy: { id: 'asc' }, limit: 500 });
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(presentReader);
    last = end.id;
  }
}

/**
 * Takes a reader off the provider's list, then deletes the registration.
 *
 * @throws DomainError `signup.not_found`, `email_provider.unreachable`, `email_provider.refused`
 */
export async function removeReader(
  { em, provider }: { em: EntityManager; provider: MailProvider },
  email: string,
): Promise<void> {
  const reader = await requireReader(em, email);
  if (reader.contactId) await provider.unsubscribe(reader.contactId);
  await em.nativeDelete(Registration, { id: reader.id });
}

async function requireReader(em: EntityManager, email: string): Promise<Registration> {
  const reader = await em.findOne(Registration, { email: email.trim().toLowerCase() });
  if (!reader) throw new DomainError('signup.not_found', 'Nobody has signed up with this address.');
  return reader;
}

function presentReader(row: Registration): ReaderView {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    favoriteWord: row.favoriteWord ?? null,
    createdAt: row.createdAt.toISOString(),
    status: row.handover,
    reason: row.handoverReason ?? null,
  };
}
