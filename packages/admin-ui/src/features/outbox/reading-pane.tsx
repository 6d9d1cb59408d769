import { useQuery } from '@tanstack/react-query';
import type { OutboxEmail } from '@wordrise/core/contract';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { EmailFrame } from '../../design/email-frame.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { ApiError } from '../../kit/api.ts';
import { formatLong, withZone } from '../../kit/dates.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import * as styles from './outbox.css.ts';

export interface ReadingPaneProps {
  id: string;
  timeZone: string;
  onClose: () => void;
}

/** One email: its headers, and its HTML or its text part. */
export function ReadingPane({ id, timeZone, onClose }: ReadingPaneProps) {
  const email = useQuery(endpointQuery(useApi(), 'readOutbox', { params: { id } }));
  return (
    <section aria-label="Email">
      <div className={styles.back}>
        <Button variant="quiet" size="small" icon="chevron-left" onClick={onClose}>
          All emails
        </Button>
      </div>
      {email.isPending && (
        <Loading label="Loading the email">
          <div className={styles.loading}>
            <Skeleton width="60%" height="2rem" />
            <Skeleton width="40%" />
            <Skeleton height="24rem" />
          </div>
        </Loading>
      )}
      {email.error &&
        (isGone(email.error) ? (
          <EmptyState
            title="This email is not in the outbox"
            action={<Button onClick={onClose}>Show all emails</Button>}
          >
            The link may be old, or the data folder was cleaned up.
          </EmptyState>
        ) : (
          <QueryError title="The email could not be opened" query={email} />
        ))}
      {email.data && <Email email={email.data} timeZone={timeZone} />}
    </section>
  );
}

/** Unknown, or not a valid id at all. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function Email({ email, timeZone }: { email: OutboxEmail; timeZone: string }) {
  const [view, setView] = useState<'HTML' | 'Text'>('HTML');
  const headers = [
    { name: 'To', value: email.to },
    { name: 'Delivered', value: withZone(formatLong(email.deliveredAt, timeZone), timeZone) },
  ];
  return (
    <>
      <header className={styles.head}>
        <div className={styles.headText}>
          <h2 className={styles.subject}>{email.subject}</h2>
          <dl className={styles.headers}>
            {headers.map(({ name, value }) => (
              <div key={name} className={styles.header}>
                <dt className={styles.headerName}>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right */}
        <div className={styles.views} role="group" aria-label="Show the part">
          {(['HTML', 'Text'] as const).map((part) => (
            <Button key={part} size="small" aria-pressed={view === part} onClick={() => setView(part)}>
              {part}
            </Button>
          ))}
        </div>
      </header>
      {view === 'HTML' ? (
        <div className={styles.frame}>
          <EmailFrame title={`Email: ${email.subject}`} html={email.html} />
        </div>
      ) : (
        <pre className={styles.plainText}>{email.text}</pre>
      )}
    </>
  );
}
