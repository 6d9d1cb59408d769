import type { ReactNode } from 'react';
import { Alert } from '../design/alert.tsx';
import { failure } from './failure.ts';

export interface FailureAlertProps {
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
