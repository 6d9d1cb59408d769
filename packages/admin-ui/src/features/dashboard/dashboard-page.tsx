import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, limits, messages, type Overview } from '@wordrise/core/contract';
import { type ReactNode, useId, useMemo } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { arrive } from '../../design/layout.css.ts';
import { ErrorState, Loading, Skeleton } from '../../design/states.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { morningsToFill } from '../../kit/calendar-days.ts';
import { useNow } from '../../kit/dates.ts';
import { figure } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { NobodyYet, ReadersSummary } from '../../kit/readers-summary.tsx';
import { useSends, useUnderWay } from '../../kit/sends.ts';
import { SendsUnderWay } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { calendarEntries, lastEmail } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { EmailCalendar } from './email-calendar.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { LastEmail } from './last-email.tsx';
import { NextEmail } from './next-email.tsx';
import { type EntryListProps, RecentActivity } from './recent-activity.tsx';

/** @param props.actions Account buttons, shown at the top. */
export function DashboardPage({ actions }: { actions: ReactNode }) {
  const { isReady, ...dashboard } = useDashboard();
  const firstSteps = useFirstSteps();
  const underWay = useUnderWay();
  const isComplete = isReady && !firstSteps.isLoading;
  return (
    <Page title="Dashboard" actions={actions}>
      {isComplete ? (
        <div className={classNames(styles.page, arrive)}>
          <SendsUnderWay />
          <Cards
            {...dashboard}
            firstSteps={
              <FirstSteps {...firstSteps} days={dashboard.days.data?.days ?? []} underWay={underWay} />
            }
          />
        </div>
      ) : (
        // All cards at once: one by one they would push each other around.
        <div className={styles.page}>
          <SendsUnderWay />
          <Cards {...nothingYet} />
        </div>
      )}
    </Page>
  );
}

function Cards({
  words,
  stats,
  overview,
  tomorrow,
  days,
  list,
  firstSteps,
}: Dashboard & { firstSteps?: ReactNode }) {
  const now = useNow();
  const next = tomorrow.data?.email ?? overview.data?.next;
  const overviewState = {
    failed: overview.error !== null,
    retrying: overview.isFetching,
    onRetry: () => overview.refetch(),
  };
  return (
    <>
      {firstSteps}
      <NextEmail
        overview={overview.data}
        tomorrow={tomorrow.data}
        fillable={days.data && morningsToFill(days.data.days)}
        {...overviewState}
      />
      <div className={styles.answers}>
        <LastEmail
          entries={list.entries}
          timeZone={list.timeZone}
          failed={list.error !== undefined}
          doubts={tomorrow.data?.doubts ?? []}
        />
        <SignupsCard readers={overview.data?.readers} {...overviewState} />
        <div className={styles.strip}>
          <Figure
            label="Total Words"
            figure={words.data?.total}
            failed={words.error !== null}
            note="in the library"
          />
          <Figure
            label="Scheduled Emails"
            figure={stats.data?.total}
            failed={stats.error !== null}
            note={stats.data && describeStats(stats.data)}
          />
          <QuickLinks />
        </div>
      </div>
      <div className={styles.columns}>
        <EmailCalendar {...list} />
        <RecentActivity {...list} above={[next?.id, list.entries && lastEmail(list.entries, now)?.id]} />
      </div>
    </>
  );
}

function describeStats({ pending, scheduled, sent }: AnswerOf<'scheduleStats'>): string {
  return `${figure(pending + scheduled)} waiting · ${figure(sent)} sent`;
}

const quickLinks: { to: string; label: string }[] = [
  { to: '/admin/words', label: 'Manage Words' },
  { to: '/admin/schedule?new=', label: 'Schedule Email' },
  { to: '/admin/templates', label: 'Edit Email Template' },
  { to: '/admin/tech-specs', label: 'Technical Specifications' },
];

function QuickLinks() {
  return (
    <nav className={styles.quick} aria-labelledby="quick-links">
      <h2 className={visuallyHidden} id="quick-links">
        Quick links
      </h2>
      <ul className={styles.quickLinks}>
        {quickLinks.map(({ to, label }) => (
          <li key={to}>
            <Link className={styles.quickLink} to={to}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface FigureProps {
  label: string;
  /** `undefined` while loading. */
  figure: number | undefined;
  failed: boolean;
  note: ReactNode;
}

/** A number with its name: one line of text, no card. */
function Figure({ label, figure, failed, note }: FigureProps) {
  const id = useId();
  return (
    <section className={styles.figure} aria-labelledby={id} aria-busy={figure === undefined && !failed}>
      <h2 className={styles.figureLabel} id={id}>
        {label}
      </h2>
      <p className={styles.figureNumber}>
        {figure?.toLocaleString('en-US') ?? (failed ? '–' : <Skeleton width="3ch" />)}
      </p>
      <p className={styles.figureNote}>{failed ? 'could not be fetched' : (note ?? <>&nbsp;</>)}</p>
    </section>
  );
}

/** What the dashboard needs of a query. */
interface Part<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface Dashboard {
  words: Part<AnswerOf<'listWords'>>;
  stats: Part<AnswerOf<'scheduleStats'>>;
  overview: Part<AnswerOf<'overview'>>;
  tomorrow: Part<AnswerOf<'tomorrow'>>;
  days: Part<AnswerOf<'calendarDays'>>;
  list: EntryListProps;
}

/** Everything on the dashboard but its first steps. */
function useDashboard(): Dashboard & { isReady: boolean } {
  const api = useApi();
  const timeZone = useTimeZone();
  const minute = useNow().getTime();
  const words = useQuery(endpointQuery(api, 'listWords', { query: { page: 1, limit: limits.wordPageSize } }));
  const stats = useQuery(endpointQuery(api, 'scheduleStats'));
  const schedule = useQuery(endpointQuery(api, 'listSchedule'));
  const sends = useSends().list.data?.sends;
  // Someone may have signed up, or an email gone out, while another tab was open.
  const whenSeen = { staleTime: 0, refetchOnWindowFocus: true };
  const overview = useQuery({ ...endpointQuery(api, 'overview'), ...whenSeen });
  const tomorrow = useQuery({ ...endpointQuery(api, 'tomorrow'), ...whenSeen });

  const days = useQuery({ ...endpointQuery(api, 'calendarDays', { query: {} }), ...whenSeen });

  const entries = useMemo(
    () => schedule.data && calendarEntries(schedule.data, timeZone, new Date(minute), sends),
    [schedule.data, timeZone, minute, sends],
  );
  const queries = [words, stats, schedule];
  return {
    isReady: [...queries, overview, tomorrow, days].every(({ isFetched }) => isFetched),
    words,
    stats,
    overview,
    tomorrow,
    days,
    list: {
      entries,
      timeZone,
      // One failed call is reported in the lists too: the remaining figures could be mistaken for the whole.
      error: queries.some((query) => query.error) ? `Error: ${messages.dashboard.failed}` : undefined,
      retrying: queries.some((query) => query.isFetching),
      onRetry() {
        for (const query of queries) if (query.error) query.refetch();
      },
    },
  };
}

const loading: Part<never> = { data: undefined, error: null, isFetching: true, refetch: () => {} };

/** The dashboard while it is being loaded. */
const nothingYet: Dashboard = {
  words: loading,
  stats: loading,
  overview: loading,
  tomorrow: loading,
  days: loading,
  list: { entries: undefined, timeZone: 'UTC', error: undefined, retrying: false, onRetry: () => {} },
};

interface SignupsCardProps {
  readers: Overview['readers'] | undefined;
  failed: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** The number of readers, and the signups of the last 30 days. */
function SignupsCard({ readers, failed, retrying, onRetry }: SignupsCardProps) {
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
