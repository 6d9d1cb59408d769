import { Alert } from '../../design/alert.tsx';
import { ApiError } from '../../kit/api.ts';
import { hasFieldErrors, messageOf } from '../../kit/failure.ts';

export interface AccountErrorProps {
  error: Error | null;
  /** The specification's texts for a refusal without a message and for no answer at all. */
  messages: { failed: string; exception: string };
}

/** Above a form: why it failed, unless its fields show that already. */
export function AccountError({ error, messages }: AccountErrorProps) {
  if (!error || hasFieldErrors(error)) return null;
  const text = error instanceof ApiError ? messageOf(error, messages.failed) : messages.exception;
  return <Alert tone="bad">{text}</Alert>;
}
