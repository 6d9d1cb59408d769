import { messages } from '@wordrise/core/contract';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatShort } from '../../kit/dates.ts';
import type { CalendarEntry } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { StatusBadge, statusNote } from './status-badge.tsx';

export interface EntryListProps {
  /** `undefined` while loading. */
  entries: CalendarEntry[] | undefined;
  timeZone: string;
  error: string | undefined;
  retrying: boolean;
  onRetry: () => void;
}

/** The five emails sent or scheduled last. */
export function RecentActivity({ entries, timeZone, error, retrying, onRetry }: EntryListProps) {
  return (
    <Card title="Recent Activity" flush>
      {error !== undefined ? (
        <ErrorState title={error} onRetry={onRetry} retrying={retrying}>
          Everything in the side bar still works.
        </ErrorState>
      ) : entries === undefined ? (
        <LoadingRows label="Loading recent activity" />
      ) : entries.length === 0 ? (
        <EmptyState
          title={messages.schedule.noActivity}
          action={
            <ButtonLink to="/admin/schedule" icon="plus">
              Schedule the first email
            </ButtonLink>
          }
        >
          Scheduled and sent emails appear here, the latest first.
        </EmptyState>
      ) : (
        <ul className={styles.activity}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry.past}>
              <div>
                <p className={styles.entryWord}>{entry.word}</p>
                <p className={styles.entryMeta}>
                  {statusNote(entry.status, entry.reason) ??
                    `${entry.status === 'sent' ? 'Sent' : 'For'} ${formatShort(entry.scheduledDate, timeZone)}`}
                </p>
              </div>
              <div className={styles.badges}>
                <StatusBadge status={entry.status} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Skeleton of the dashboard's two lists. */
export function LoadingRows({ label }: { label: string }) {
  return (
    <div className={styles.loadingRows}>
      <Loading label={label} rows={4} rowHeight="3.25rem" />
    </div>
  );
}
