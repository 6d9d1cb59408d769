import { notStorable } from '../../contract/text.ts';
import { DomainError } from '../errors.ts';

/** PostgreSQL cannot be reached or cannot work: shutting down, out of connections, out of space. */
const postgresUnavailable = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|57P0[1-3]|08\w{3}|53\w{3})$/;
/** Another process has held the write lock for too long, or the disk is full or gone. */
const sqliteUnavailable = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;
const droppedConnection =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|connection error and is not queryable/i;

/** PostgreSQL's code. */
export const noSuchDatabase = '3D000';

const damaged = /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX00[12])/;

/** Whether the file of a database is damaged: only a backup helps. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && damaged.test(String(error.code));
}

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
    code: damaged,
    message: 'The database is damaged. Stop Wordrise and restore a backup: wordrise restore FILE --replace',
  },
];

/** PostgreSQL's class for data, and its code for a value that a check does not allow. */
const refusedValue = /^(22\w{3}|23514|input\.invalid)$/;

/** Whether a value is to blame, such as a text with a zero character: the next one may well be stored. */
export function isRefusedValue(error: unknown): boolean {
  return causesOf(error).some(({ code, message }) => refusedValue.test(code) || isBroken(code, message));
}

/** A statement with a zero character in it. A pooler uses the same code to say that the database is down. */
function isBroken(code: string, message: string): boolean {
  return code === '08P01' && /^invalid (message format|string in message)/.test(message);
}

/**
 * Refuses a text that no database could store, before the ORM writes it into a statement. Input is checked long before
 * this; both databases report what slipped through as if the statement or the connection were broken.
 */
export function refuseZeroCharacters(sql: string, values: readonly unknown[]): string {
  if (values.flat().some((value) => typeof value === 'string' && value.includes('\0')))
    throw new DomainError('input.invalid', notStorable('The input'));
  return sql;
}

/** An error and what caused it, no matter how deeply the driver wrapped it. */
function causesOf(error: unknown): { code: string; message: string }[] {
  const causes: { code: string; message: string }[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push({ code: 'code' in cause ? String(cause.code) : '', message: cause.message });
  }
  return causes;
}

/** `database.unreachable` for an error that means it, `input.invalid` for a value that cannot be stored. */
export function databaseFailure(error: unknown): DomainError | undefined {
  for (const { code, message } of causesOf(error)) {
    // The ORM makes an error of its own of what is thrown inside it.
    if (code === 'input.invalid') return new DomainError(code, message, { cause: error });
    if (isBroken(code, message)) return undefined;
    const known = lasting.find((kind) => kind.code.test(code));
    const isAway =
      postgresUnavailable.test(code) || sqliteUnavailable.test(code) || droppedConnection.test(message);
    if (!known && !isAway) continue;
    const why = known?.message ?? 'The database is not responding. Please try again in a minute.';
    return new DomainError('database.unreachable', why, { cause: error, retryAfterSeconds: 30 });
  }
  return undefined;
}
