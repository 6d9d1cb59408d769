import type { ReactNode } from 'react';
import { ErrorState } from '../design/error-state.tsx';
import { failure } from './failure.ts';

export interface QueryErrorProps {
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
