import type { ReadersPage, ReadersQuery, ReaderView } from '../contract/people.ts';
import { readPage } from '../database/read-page.ts';
import { type Condition, containing, type Instant, isoInstant, type Reads } from '../database/reads.ts';
import { selectList } from '../database/select-list.ts';
import { DomainError } from '../errors.ts';
import type { Remembered } from './suppressions.ts';

export interface ListReadersDeps {
  database: Reads;
}

type ReaderRecord = Omit<ReaderView, 'createdAt'> & { createdAt: Instant };

const fields = selectList('registrations', [
  ...['id', 'email', 'firstName', 'favoriteWord', 'createdAt', 'source'],
]);
const columns = `${fields}, handover as status, handover_reason as reason`;

/** One page of readers, newest first. */
export async function listReaders(
  { database }: ListReadersDeps,
  { search = '', state, id, ...query }: ReadersQuery,
): Promise<ReadersPage> {
  const where = [
    ...(id === undefined ? [] : [{ sql: 'id = ?', values: [id] }]),
    ...(await matching(database, search.trim())),
    ...inState(state),
  ];
  const list = { table: 'registrations', columns, where, orderBy: 'id desc' };
  const { rows, ...page } = await readPage<ReaderRecord>(database, list, query);
  return { readers: rows.map(presentReader), ...page };
}

/** A whole address is looked up in its index; anything else reads all addresses and names. */
async function matching(database: Reads, search: string): Promise<Condition[]> {
  if (!search) return [];
  const text = search.toLowerCase();
  const whole = { sql: 'email = ?', values: [text] };
  const found = await database.read(`select id from registrations where ${whole.sql}`, whole.values);
  if (found.length > 0) return [whole];
  const parts = [
    containing('email', text),
    // SQLite ignores case for ASCII letters only, so names are also matched exactly as typed.
    containing('lower(first_name)', text),
    containing('first_name', search),
  ];
  const sql = `(${parts.map((part) => part.sql).join(' or ')})`;
  return [{ sql, values: parts.flatMap(({ values }) => values) }];
}

/** The condition is a literal: with a bound value, the partial index would not be used. */
function inState(state: ReadersQuery['state']): Condition[] {
  if (state === undefined) return [];
  if (state === 'subscribed') return [{ sql: `handover = 'subscribed'`, values: [] }];
  return [{ sql: `handover <> 'subscribed' and handover = ?`, values: [state] }];
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

/** @param remembered What is kept about a removed reader. */
export function noSuchReader(remembered?: Remembered): DomainError {
  const message = 'Nobody has signed up with this address.';
  if (!remembered) return new DomainError('signup.not_found', message);
  const { reason, since } = remembered;
  const why = reason === 'removed' ? reason : `${reason}, then removed`;
  const kept = `A reader who had it was ${why} (${isoInstant(since).slice(0, 10)}). A hash of it is kept, so that no import adds it again.`;
  return new DomainError('signup.not_found', `${message} ${kept}`);
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
    source: reader.source,
  };
}
