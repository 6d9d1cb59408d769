import { type CalendarDayView, messages, type ProviderEntry } from '@wordrise/core/contract';
import { useState } from 'react';
import { Alert } from '../../design/alert.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading, Skeleton } from '../../design/skeleton.tsx';
import { GapRow } from './gap-row.tsx';
import * as styles from './schedule.css.ts';
import type { Sends } from './schedule.queries.ts';
import { scheduleRows } from './schedule-rows.ts';
import { SendEntry } from './send-entry.tsx';
import { keyOfEntry, pendingEntries } from './sends.ts';

export interface ScheduledEmailsProps {
  /** `undefined` if they could not be fetched. */
  sends: Sends | undefined;
  failed: boolean;
  timeZone: string;
  onRefresh: () => Promise<unknown>;
  /** From today on; empty until loaded. */
  days: readonly CalendarDayView[];
  onMove: (entry: ProviderEntry) => void;
  onSwap: (entry: ProviderEntry) => void;
  onCancel: (entry: ProviderEntry) => void;
  /** Opens the form. */
  onSchedule: () => void;
}

/** Pending emails, the next one first. */
export function ScheduledEmails({
  sends,
  failed,
  timeZone,
  days,
  onRefresh,
  onMove,
  onSwap,
  onCancel,
  onSchedule,
}: ScheduledEmailsProps) {
  // Not the query's own state: the button would flicker at every poll.
  const [refreshing, setRefreshing] = useState(false);
  const pending = sends && pendingEntries(sends.entries);

  async function refresh() {
    setRefreshing(true);
    await onRefresh();
    setRefreshing(false);
  }

  return (
    <Card
      title="Scheduled Emails"
      note={pending && pending.length > 0 ? 'The next one first' : undefined}
      actions={
        <Button size="small" icon="refresh" busy={refreshing} busyLabel="Refreshing..." onClick={refresh}>
          Refresh
        </Button>
      }
      flush
    >
      <Notices
        unreachable={sends?.unreachable === true && !failed}
        outdated={sends !== undefined && failed}
      />
      {pending === undefined && failed && (
        <ErrorState title="The scheduled emails could not be fetched" onRetry={refresh} retrying={refreshing}>
          They go out as planned.
        </ErrorState>
      )}
      {pending?.length === 0 && <NothingScheduled onSchedule={onSchedule} />}
      {pending && pending.length > 0 && (
        <ul className={styles.entries} aria-label="Pending emails, the next one first">
          {scheduleRows(pending, days, timeZone).map(({ entry, gap, week }) =>
            entry ? (
              <SendEntry
                key={keyOfEntry(entry)}
                entry={entry}
                week={week}
                timeZone={timeZone}
                onMove={() => onMove(entry)}
                onSwap={() => onSwap(entry)}
                onCancel={() => onCancel(entry)}
              />
            ) : (
              gap && <GapRow key={gap.day} gap={gap} week={week} timeZone={timeZone} />
            ),
          )}
        </ul>
      )}
    </Card>
  );
}

function Notices({ unreachable, outdated }: { unreachable: boolean; outdated: boolean }) {
  return (
    <div className={styles.notices}>
      {unreachable && (
        <Alert tone="warn" title="The email provider cannot be reached">
          This list is from our own records. Pending emails are sent to the provider as soon as it responds.
        </Alert>
      )}
      {outdated && (
        <Alert tone="warn" title="The list could not be refreshed">
          This list may be out of date. Refreshing every 30 seconds.
        </Alert>
      )}
    </div>
  );
}

function NothingScheduled({ onSchedule }: { onSchedule: () => void }) {
  return (
    <EmptyState
      title={messages.schedule.empty}
      action={
        <Button icon="plus" onClick={onSchedule}>
          Choose a word
        </Button>
      }
    >
      Choose a word and a morning. The email is listed here until it goes out.
    </EmptyState>
  );
}

export function LoadingEntries() {
  return (
    <Card title="Scheduled Emails" flush>
      <div className={styles.loading}>
        <Loading label={messages.schedule.loading}>
          <div className={styles.loadingRows}>
            {['first', 'second', 'third'].map((row) => (
              <div key={row} className={styles.loadingRow}>
                <Skeleton width="11rem" height="1.6rem" />
                <Skeleton width="60%" height="1rem" />
                <Skeleton width="40%" height="1rem" />
              </div>
            ))}
          </div>
        </Loading>
      </div>
    </Card>
  );
}
