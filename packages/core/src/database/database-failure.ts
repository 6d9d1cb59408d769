import { DomainError } from '../errors.ts';

/** PostgreSQL cannot be reached or cannot work: shutting down, out of connections, out of space. */
const postgresUnavailable = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|57P0[1-3]|08\w{3}|53\w{3})$/;
/** Another process has held the write lock for too long, or the disk is full or gone. */
const sqliteUnavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;
const droppedConnection =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i;

/** PostgreSQL's code. */
export const noSuchDatabase = '3D000';

/** Failures that the owner has to fix. All others pass on their own. */
const lasting = [
  {
    code: /^(SQLITE_FULL|53100)/,
    message: 'The disk of the database is full, so nothing was saved. Free some space and try again.',
  },
  {
    code: /^SQLITE_READONLY/,
    message: 'The database can only be read, so nothing was saved. Its file and folder must be writable.',
  },
  {
    code: /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX00[12])/,
    message: 'The database is damaged. Stop Wordrise and restore a backup.',
  },
];

/** `database.unreachable` for an error that means it, no matter how deeply the driver wrapped it. */
export function databaseFailure(error: unknown): DomainError | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = 'code' in cause ? String(cause.code) : '';
    const known = lasting.find((kind) => kind.code.test(code));
    const isAway =
      postgresUnavailable.test(code) || sqliteUnavailable.test(code) || droppedConnection.test(cause.message);
    if (!known && !isAway) continue;
    const message = known?.message ?? 'The database is not responding. Please try again in a minute.';
    return new DomainError('database.unreachable', message, { cause: error, retryAfterSeconds: 30 });
  }
  return undefined;
}
