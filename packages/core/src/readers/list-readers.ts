import type { FilterQuery } from '@mikro-orm/core';
import { containing } from '../database/containing.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { readTotals, sum } from '../database/total.ts';
import { DomainError } from '../errors.ts';
import { Registration } from './registration.ts';

export interface ListReadersDeps {
  database: OpenDatabase;
}

/** A reader as the admin sees them. */
export interface ReaderView {
  id: number;
  email: string;
  firstName: string;
  favoriteWord: string | null;
  createdAt: string;
  /** `waiting` for the email provider, `subscribed` there, or `refused`. */
  status: Registration['status'];
  reason: string | null;
}

export interface ReadersQuery {
  /** From 1. */
  page: number;
  limit: number;
  /** Part of the address, in any case. */
  search?: string;
}

export interface ReadersPage {
  readers: ReaderView[];
  total: number;
  hasMore: boolean;
}

/** Readers by page, newest first. */
export async function listReaders(
  { database }: ListReadersDeps,
  { page, limit, search = '' }: ReadersQuery,
): Promise<ReadersPage> {
  const em = database.em();
  const literal = search.trim().toLowerCase();
  const where: FilterQuery<Registration> = literal ? containing('email', literal) : {};
  const offset = (page - 1) * limit;
  const total = literal ? await em.count(Registration, where) : sum(await readTotals(em, ['readers.all']));
  const rows = await em.find(Registration, where, { orderBy: { id: 'desc' }, limit, offset });
  return { readers: rows.map(presentReader), total, hasMore: offset + rows.length < total };
}

/** @throws DomainError `signup.not_found` */
export async function findReader({ database }: ListReadersDeps, email: string): Promise<ReaderView> {
  return presentReader(await requireReader(database, email));
}

/** All readers, oldest first, some at a time. */
export async function* allReaders(database: OpenDatabase): AsyncIterable<ReaderView[]> {
  let last = 0;
  for (;;) {
    const where = { id: { $gt: last } };
    const rows = await database.em().find(Registration, where, { orderBy: { id: 'asc' }, limit: 500 });
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(presentReader);
    last = end.id;
  }
}

/** @throws DomainError `signup.not_found` */
export async function requireReader(database: OpenDatabase, email: string): Promise<Registration> {
  const reader = await database.em().findOne(Registration, { email: email.trim().toLowerCase() });
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
    status: row.status,
    reason: row.reason ?? null,
  };
}
