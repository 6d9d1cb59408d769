import { DomainError } from '../errors.ts';

/** The error of an edit whose author started from a text that is no longer in use. */
export function overtaken(code: 'privacy.changed' | 'template.changed'): DomainError {
  const message =
    'Another text was saved while you were editing. Look at it, then save yours again to replace it.';
  return new DomainError(code, message);
}
