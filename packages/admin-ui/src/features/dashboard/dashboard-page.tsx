import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../design/icon.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { Page } from '../../kit/page.tsx';
import { RunningSends } from '../../kit/running-sends.tsx';
import { latestActivity } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { EmailCalendar } from './email-calendar.tsx';
import { FirstSteps } from './first-steps.tsx';
import { NextEmail } from './next-email.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SignupsCard } from './signups-card.tsx';
import { StatTile } from './stat-tile.tsx';
import { useDashboard } from './use-dashboard.ts';

/** @param props.actions Account buttons, shown at the top. */
export function DashboardPage({ actions }: { actions: ReactNode }) {
  const { words, stats, overview, tomorrow, list } = useDashboard();
  const overviewState = {
    failed: overview.error !== null,
    retrying: overview.isFetching,
    onRetry: () => overview.refetch(),
  };
  return (
    <Page title="Dashboard" actions={actions} backToDashboard={false}>
      <div className={styles.page}>
        <RunningSends />
        <div className={styles.top}>
          <NextEmail overview={overview.data} tomorrow={tomorrow.data} {...overviewState} />
          <StatTile
            icon="book"
            label="Total Words"
            figure={words.data?.total}
            failed={words.error !== null}
            note="in the library"
          />
          <StatTile
            icon="mail"
            label="Scheduled Emails"
            figure={stats.data?.total}
            failed={stats.error !== null}
            note={stats.data && `${stats.data.sent.toLocaleString('en-US')} of them sent`}
          />
        </div>
        <QuickLinks />
        <FirstSteps tomorrow={tomorrow.data} />
        <div className={styles.columns}>
          <EmailCalendar {...list} />
          <div className={styles.page}>
            <SignupsCard readers={overview.data?.readers} {...overviewState} />
            <RecentActivity {...list} entries={list.entries && latestActivity(list.entries)} />
          </div>
        </div>
      </div>
    </Page>
  );
}

const quickLinks: { to: string; icon: IconName; label: string }[] = [
  { to: '/admin/words', icon: 'book', label: 'Manage Words' },
  { to: '/admin/schedule', icon: 'calendar', label: 'Schedule Email' },
  { to: '/admin/templates', icon: 'template', label: 'Edit Email Template' },
  { to: '/admin/tech-specs', icon: 'specs', label: 'Technical Specifications' },
];

function QuickLinks() {
  return (
    <nav aria-labelledby="quick-links">
      <h2 className={visuallyHidden} id="quick-links">
        Quick links
      </h2>
      <ul className={styles.quickLinks}>
        {quickLinks.map(({ to, icon, label }) => (
          <li key={to}>
            <Link className={styles.quickLink} to={to}>
              <Icon name={icon} className={styles.tileIcon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
