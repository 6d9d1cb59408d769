import { messages, reachedNobody, type ScheduleStatus } from '@wordrise/core/contract';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Badge, EmptyState, ErrorState, Loading } from '../../design/states.tsx';
import { formatShort } from '../../kit/dates.ts';
import { sendBadges } from '../../kit/sends.ts';
import { type CalendarEntry, latestActivity } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';

export interface EntryListProps {
  /** `undefined` while loading. */
  entries: CalendarEntry[] | undefined;
  timeZone: string;
  error: string | undefined;
  retrying: boolean;
  onRetry: () => void;
}

interface RecentActivityProps extends EntryListProps {
  /** Emails that the page names above. */
  above: readonly (number | undefined)[];
}

/** The five emails sent or scheduled last, without those that the page names above; nothing if it names them all. */
export function RecentActivity({ above, timeZone, error, retrying, onRetry, ...props }: RecentActivityProps) {
  const entries = props.entries && latestActivity(props.entries, above);
  const isAllAbove = entries?.length === 0 && props.entries?.length !== 0;
  if (isAllAbove && error === undefined) return null;
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
            <ButtonLink to="/admin/schedule?new=" icon="plus">
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
                <p className={styles.entryWord} dir="auto">
                  {entry.word}
                </p>
                <p className={styles.entryMeta}>
                  {statusNote(entry.status, entry.reason) ??
                    `${entry.status === 'sent' ? 'Sent' : 'For'} ${formatShort(entry.scheduledDate, timeZone)}`}
                </p>
              </div>
              <div className={styles.badges}>
                <StatusBadge {...entry} />
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

type Shown = Pick<CalendarEntry, 'status' | 'reason' | 'progress'>;

/** The dashboard names two states, what failed for each reader, and the progress of a send; the schedule page shows the
 * others. */
export function statusName({ status, reason, progress }: Shown): string {
  if (reachedNobody({ status, reason })) return 'Failed';
  if (progress) return sendBadges[progress].children;
  if (status === 'scheduled') return 'Scheduled';
  return status === 'sent' ? 'Sent' : 'Unknown';
}

const lookOf = {
  scheduled: { tone: 'info' },
  sent: { tone: 'good' },
  pending: { tone: 'neutral' },
  failed: { tone: 'bad', icon: 'warning' },
} as const;

export function StatusBadge(entry: Shown) {
  const { status, reason, progress } = entry;
  const look = progress
    ? sendBadges[progress]
    : lookOf[reachedNobody({ status, reason }) ? 'failed' : status];
  return <Badge {...look}>{statusName(entry)}</Badge>;
}

/** What `Unknown` stands for, why a scheduled email is held back, and why nobody got one. */
export function statusNote(status: ScheduleStatus, reason: string | null): string | undefined {
  if (status === 'failed' || reachedNobody({ status, reason }))
    return `Failed: ${reason ?? 'no reason was given'}`;
  if (status === 'pending') return 'Waiting to be sent to the email provider';
  return status === 'scheduled' && reason !== null ? reason : undefined;
}
