import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { arrive } from '../../design/arrive.css.ts';
import { classNames } from '../../design/class-names.ts';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { Page } from '../../kit/page.tsx';
import { SendsUnderWay } from '../../kit/sends-under-way.tsx';
import { latestActivity } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { EmailCalendar } from './email-calendar.tsx';
import { Figure } from './figure.tsx';
import { FirstSteps, useFirstSteps } from './first-steps.tsx';
import { NextEmail } from './next-email.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SignupsCard } from './signups-card.tsx';
import { type Dashboard, nothingYet, useDashboard } from './use-dashboard.ts';

/** @param props.actions Account buttons, shown at the top. */
export function DashboardPage({ actions }: { actions: ReactNode }) {
  const { isReady, ...dashboard } = useDashboard();
  const firstSteps = useFirstSteps();
  const isComplete = isReady && !firstSteps.isLoading;
  return (
    <Page title="Dashboard" actions={actions} backToDashboard={false}>
      {isComplete ? (
        <div className={classNames(styles.page, arrive)}>
          <SendsUnderWay />
          <Cards
            {...dashboard}
            firstSteps={<FirstSteps {...firstSteps} tomorrow={dashboard.tomorrow.data} />}
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
  list,
  firstSteps,
}: Dashboard & { firstSteps?: ReactNode }) {
  const overviewState = {
    failed: overview.error !== null,
    retrying: overview.isFetching,
    onRetry: () => overview.refetch(),
  };
  return (
    <>
      <NextEmail overview={overview.data} tomorrow={tomorrow.data} {...overviewState} />
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
          note={stats.data && `${stats.data.sent.toLocaleString('en-US')} of them sent`}
        />
        <QuickLinks />
      </div>
      {firstSteps}
      <div className={styles.columns}>
        <EmailCalendar {...list} />
        <div className={styles.page}>
          <SignupsCard readers={overview.data?.readers} {...overviewState} />
          <RecentActivity {...list} entries={list.entries && latestActivity(list.entries)} />
        </div>
      </div>
    </>
  );
}

const quickLinks: { to: string; label: string }[] = [
  { to: '/admin/words', label: 'Manage Words' },
  { to: '/admin/schedule', label: 'Schedule Email' },
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
