import { useQuery } from '@tanstack/react-query';
import { type CalendarDayView, messages, type ProviderEntry } from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { cluster } from '../../design/layout.css.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../design/states.tsx';
import { shiftDay, startOfWeek } from '../../kit/calendar-days.ts';
import { dayOf, formatCalendarDay, formatDay } from '../../kit/dates.ts';
import { counted } from '../../kit/figures.ts';
import { lazyPart } from '../../kit/lazy-part.ts';
import { useApi } from '../../kit/queries.ts';
import { useUpdateEmails } from '../../kit/update-emails.tsx';
import * as styles from './schedule.css.ts';
import { offTimeQuery, type Sends, type SkipDays, useFillDay, useSkipDays } from './schedule.queries.ts';
import { isOurs, keyOfEntry, pendingEntries, RowDate, SendEntry } from './send-entry.tsx';
import { SkipDialog } from './skip-dialog.tsx';

const OffTimeDialog = lazyPart(() => import('./off-time-dialog.tsx'), 'OffTimeDialog');

interface ScheduledEmailsProps {
  /** `undefined` if they could not be fetched. */
  sends: Sends | undefined;
  failed: boolean;
  timeZone: string;
  onRefresh: () => Promise<unknown>;
  /** From today on; empty until loaded. */
  days: readonly CalendarDayView[];
  onMove: (entry: ProviderEntry) => void;
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
  onCancel,
  onSchedule,
}: ScheduledEmailsProps) {
  // Not the query's own state: the button would flicker at every poll.
  const [refreshing, setRefreshing] = useState(false);
  const pending = sends && pendingEntries(sends.entries);
  // Here, not in its row: a skipped day that turns out to have an email loses the row of an empty day.
  const skip = useSkipDays();

  async function refresh() {
    setRefreshing(true);
    await onRefresh();
    setRefreshing(false);
  }

  return (
    <Card
      title="Scheduled Emails"
      actions={
        <div className={cluster}>
          <UpdateAll entries={pending ?? []} />
          <MoveAll timeZone={timeZone} />
          <Button size="small" icon="refresh" busy={refreshing} busyLabel="Refreshing..." onClick={refresh}>
            Refresh
          </Button>
        </div>
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
          {scheduleRows(pending, days, timeZone).map(({ entry, emptyDay, week }) =>
            entry ? (
              <SendEntry
                key={keyOfEntry(entry)}
                entry={entry}
                week={week}
                timeZone={timeZone}
                onMove={() => onMove(entry)}
                onCancel={() => onCancel(entry)}
              />
            ) : (
              emptyDay && (
                <EmptyDay key={emptyDay.day} view={emptyDay} week={week} timeZone={timeZone} skip={skip} />
              )
            ),
          )}
        </ul>
      )}
      <SkipDialog staying={skip.staying} />
    </Card>
  );
}

/** Gives all emails with an older text the current one. A single one has a button of its own. */
function UpdateAll({ entries }: { entries: ProviderEntry[] }) {
  const update = useUpdateEmails();
  const older = entries.filter(isOurs).filter(({ hasOlderText }) => hasOlderText);
  if (older.length < 2) return null;
  return (
    <Button
      size="small"
      icon="refresh"
      busy={update.isPending}
      busyLabel="Updating..."
      onClick={() => update.mutate(older)}
    >
      Update {older.length} texts
    </Button>
  );
}

/** Gives emails the usual time, after that time or the time zone changed. */
function MoveAll({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(offTimeQuery(useApi()));
  const [isOpen, setOpen] = useState(false);
  const count = data?.emails.filter(({ obstacle }) => obstacle === null).length ?? 0;
  if (!data || (count === 0 && !isOpen)) return null;
  return (
    <>
      <Button size="small" icon="sunrise" onClick={() => setOpen(true)}>
        Move {counted(count, 'email')} to {data.time}
      </Button>
      <Suspense>
        {isOpen && <OffTimeDialog view={data} timeZone={timeZone} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
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

/** A row of the list: an email, or a morning without one. */
interface ScheduleRow {
  /** "This week", if it is the first row of that week. */
  week: string | undefined;
  entry?: ProviderEntry;
  emptyDay?: CalendarDayView;
}

/** The minimum number of mornings shown, so that an empty tomorrow is visible. */
const fewestDays = 7;
/** Sorts an email without a date last. */
const atTheEnd = '9999-12-31';

/** The emails by day, with the empty mornings between them.
 *
 * @param days From today on; empty until loaded, and then none are shown.
 */
function scheduleRows(
  pending: readonly ProviderEntry[],
  days: readonly CalendarDayView[],
  timeZone: string,
): ScheduleRow[] {
  const dayOfEntry = ({ scheduledTime }: ProviderEntry) =>
    scheduledTime === null ? undefined : dayOf(scheduledTime, timeZone);
  const taken = new Set(pending.map(dayOfEntry));
  const last =
    pending
      .map(dayOfEntry)
      .filter((day) => day !== undefined)
      .at(-1) ?? '';
  const emptyDays = days.filter(
    ({ day, state, emails }, at) =>
      (state === 'open' || state === 'skipped') &&
      !taken.has(day) &&
      emails.every(({ status }) => status === 'failed') &&
      (day <= last || at <= fewestDays),
  );
  const rows = [
    ...pending.map((entry) => ({ day: dayOfEntry(entry), entry })),
    ...emptyDays.map((emptyDay) => ({ day: emptyDay.day as string | undefined, emptyDay })),
  ].toSorted((a, b) => (a.day ?? atTheEnd).localeCompare(b.day ?? atTheEnd));
  const today = days[0]?.day;
  let before: string | undefined;
  return rows.map(({ day, ...row }) => {
    const week = today === undefined || day === undefined ? undefined : weekName(day, today);
    const isFirst = week !== before;
    before = week;
    return { ...row, week: isFirst ? week : undefined };
  });
}

function weekName(day: string, today: string): string {
  const week = startOfWeek(day);
  if (week === startOfWeek(today)) return 'This week';
  if (week === startOfWeek(shiftDay(today, 7))) return 'Next week';
  return `Week of ${formatCalendarDay(week)}`;
}

interface EmptyDayProps {
  view: CalendarDayView;
  week: string | undefined;
  timeZone: string;
  skip: SkipDays;
}

/** A morning without an email, and the ways to give it one. */
function EmptyDay({ view, week, timeZone, skip }: EmptyDayProps) {
  const fill = useFillDay();
  const { day, sendTime, state, isLeftFree } = view;
  const name = formatDay(sendTime, timeZone);
  const isSkipped = state === 'skipped';
  const isChanging = skip.isPending && skip.variables.from === day;
  return (
    <li>
      {week !== undefined && <p className={styles.week}>{week}</p>}
      <div className={styles.emptyDay}>
        <RowDate instant={sendTime} timeZone={timeZone} />
        <p className={isSkipped ? styles.emptyDaySkipped : styles.emptyDayText}>
          {isSkipped ? 'Skipped' : 'No word'}
          {isLeftFree && !isSkipped && ' · its email was removed or moved'}
        </p>
        <div className={styles.actions}>
          {isSkipped ? (
            <Button
              size="small"
              aria-label={`Do not skip ${name}`}
              busy={isChanging}
              onClick={() => skip.mutate({ from: day, until: day, skip: false })}
            >
              Open again
            </Button>
          ) : (
            <>
              <Button
                size="small"
                icon="sunrise"
                aria-label={`Fill ${name}`}
                busy={fill.isPending}
                onClick={() => fill.mutate(day)}
              >
                Fill
              </Button>
              <ButtonLink
                size="small"
                icon="plus"
                to={`?new=${day}`}
                replace
                aria-label={`Choose a word for ${name}`}
              >
                Choose a word
              </ButtonLink>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Skip ${name}`}
                busy={isChanging}
                onClick={() => skip.mutate({ from: day, until: day, skip: true })}
              >
                Skip
              </Button>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
