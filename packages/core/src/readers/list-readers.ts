import { readPage } from '../database/read-page.ts';
import { containing, type Instant, isoInstant, type Reads } from '../database/reads.ts';
import { selectList } from '../database/select-list.ts';
import { DomainError } from '../errors.ts';
import type { Registration } from './registration.ts';

export interface ListReadersDeps {
  database: Reads;
}

/** A reader as the admin sees them. */
export interface ReaderView {
  id: number;
  email: string;
  firstName: string;
  favoriteWord: string | null;
  createdAt: string;
  /** As `readerStatuses` says. */
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

type ReaderRecord = Omit<ReaderView, 'createdAt'> & { createdAt: Instant };

const fields = selectList('registrations', ['id', 'email', 'firstName', 'favoriteWord', 'createdAt']);
const columns = `${fields}, handover as status, handover_reason as reason`;

/** Readers by page, newest first. */
export async function listReaders(
  { database }: ListReadersDeps,
  { search = '', ...query }: ReadersQuery,
): Promise<ReadersPage> {
  const text = search.trim().toLowerCase();
  const where = text ? [containing('email', text)] : [];
  const list = { table: 'registrations', columns, where, orderBy: 'id desc' };
  const { rows, ...page } = await readPage<ReaderRecord>(database, list, query);
  return { readers: rows.map(presentReader), ...page };
}

/** @throws DomainError `signup.not_found` */
export async function findReader({ database }: ListReadersDeps, email: string): Promise<ReaderView> {
  const sql = `select ${columns} from registrations where email = ?`;
  const [reader] = await database.read<ReaderRecord>(sql, [email.trim().toLowerCase()]);
  if (!reader) throw noSuchReader();
  return presentReader(reader);
}

/** All readers, oldest first, in batches. */
export async function* allReaders({ database }: ListReadersDeps): AsyncIterable<ReaderView[]> {
  const sql = `select ${columns} from registrations where id > ? order by id limit 500`;
  let last = 0;
  for (;;) {
    const rows = await database.read<ReaderRecord>(sql, [last]);
    const end = rows.at(-1);
    if (!end) return;
    yield rows.map(presentReader);
    last = end.id;
  }
}

export function noSuchReader(): DomainError {
  return new DomainError('signup.not_found', 'Nobody has signed up with this address.');
}

/** Lists the fields that are shown, so that a new column never leaks. */
function presentReader(reader: ReaderRecord): ReaderView {
  return {
    id: reader.id,
    email: reader.email,
    firstName: reader.firstName,
    favoriteWord: reader.favoriteWord,
    createdAt: isoInstant(reader.createdAt),
    status: reader.status,
    reason: reader.reason,
  };
}
