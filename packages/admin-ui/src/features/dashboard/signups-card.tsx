import type { Overview } from '@wordrise/core/contract';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { ReadersSummary } from '../../kit/readers-summary.tsx';

export interface SignupsCardProps {
  readers: Overview['readers'] | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The number of readers, and the signups of the last 30 days. */
export function SignupsCard({ readers, failed, retrying, onRetry }: SignupsCardProps) {
  return (
    <Card
      title="Readers"
      actions={
        <ButtonLink to="/admin/readers" size="small" icon="people">
          All readers
        </ButtonLink>
      }
    >
      {readers ? (
        readers.total === 0 ? (
          <NobodyYet />
        ) : (
          <ReadersSummary {...readers} />
        )
      ) : failed ? (
        <ErrorState title="The readers could not be counted" onRetry={onRetry} retrying={retrying}>
          Signing up still works.
        </ErrorState>
      ) : (
        <Loading label="Loading readers">
          <Skeleton height="11rem" />
        </Loading>
      )}
    </Card>
  );
}

function NobodyYet() {
  return (
    <EmptyState
      title="Nobody has signed up yet"
      action={
        <ButtonLink to="/admin/embed" icon="code">
          Put the form on your site
        </ButtonLink>
      }
    >
      Readers sign up on the front page or on any page where you embed the form.
    </EmptyState>
  );
}
