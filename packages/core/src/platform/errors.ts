import type { ErrorCode } from '../contract/error-codes.ts';
import type { FieldErrors } from '../contract/errors.ts';

export interface DomainErrorOptions extends ErrorOptions {
  /** Messages by field of the input, if a field is wrong. */
  fields?: FieldErrors;
  /** Seconds until another attempt makes sense. */
  retryAfterSeconds?: number | undefined;
}

/** A failure that the caller can act on. Any other thrown error is a bug. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  /** @param message User-facing: what happened and what to do next. */
  constructor(code: ErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Whether `error` is a `DomainError` of the given code (or of any). */
export function isDomainError(error: unknown, code?: ErrorCode): error is DomainError {
  return error instanceof DomainError && (code === undefined || error.code === code);
}

/** The error of an input that its schema refuses, with what is wrong in the words of the schema. */
export function invalidInput(issues: readonly { path: PropertyKey[]; message: string }[]): DomainError {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const [field] = path.map(String);
    if (field !== undefined) fields[field] = [...(fields[field] ?? []), message];
  }
  const [first] = Object.values(fields).flat();
  const isOfFields = first !== undefined && issues.every(({ path }) => path.length > 0);
  const message = isOfFields ? first : 'The request does not have the expected format.';
  return new DomainError('input.invalid', message, first === undefined ? {} : { fields });
}

/** The error of an edit whose author started from a text that is no longer in use. */
export function editConflict(code: 'privacy.changed' | 'template.changed'): DomainError {
  const message =
    'Another text was saved while you were editing. Look at it, then save yours again to replace it.';
  return new DomainError(code, message);
}
