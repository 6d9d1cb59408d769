import type { FieldErrors } from '@wordrise/core/contract';
import type { ReactNode } from 'react';
import { Alert, ErrorState } from '../design/states.tsx';
import { ApiError, NetworkError } from './api.ts';

/** What failed, and why or what to do about it: for a toast, an alert or an error state. */
interface Failure {
  title: string;
  description: string;
}

/** Describes an error, with the server's own message if it gave one. */
export function failure(title: string, error: unknown): Failure {
  return { title, description: reasonOf(error) };
}

/** The same for a form, which already shows the reason at its fields if it belongs to one. */
export function formFailure(title: string, error: unknown): Failure | { title: string } {
  return hasFieldErrors(error) ? { title } : failure(title, error);
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.serverMessage ?? 'The server gave no reason. Please try again.';
  if (error instanceof NetworkError) {
    return 'The server could not be reached. Check the connection and try again.';
  }
  return 'The server’s answer could not be read. Please try again.';
}

/** The server's message, or `fallback`, the specification's text for a missing message. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}

/** The server's messages by field, for the `errors` of a form's fields. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  return error instanceof ApiError ? error.fields : {};
}

/** Whether the form shows the server's errors at its fields, so that no toast or alert needs to repeat them. */
export function hasFieldErrors(error: unknown): boolean {
  return Object.keys(fieldErrorsOf(error)).length > 0;
}

interface FailureAlertProps {
  title: string;
  error: unknown;
  /** Follows the reason, such as a button that tries again. */
  children?: ReactNode;
}

/** What failed and why, in place: for errors that should stay in sight. */
export function FailureAlert({ title, error, children }: FailureAlertProps) {
  return (
    <Alert tone="bad" title={title}>
      {failure(title, error).description}
      {children !== undefined && <> {children}</>}
    </Alert>
  );
}

interface QueryErrorProps {
  title: string;
  /** The query that failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What still works. */
  children?: ReactNode;
}

/** Shown in place of a query's data: what failed, why, and a button that tries again. */
export function QueryError({ title, query, children }: QueryErrorProps) {
  return (
    <ErrorState {...failure(title, query.error)} onRetry={() => query.refetch()} retrying={query.isFetching}>
      {children}
    </ErrorState>
  );
}
