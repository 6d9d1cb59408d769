import { useQuery } from '@tanstack/react-query';
import { messages } from '@wordrise/core/contract';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../design/icon.tsx';
import { visuallyHidden } from '../../design/visually-hidden.css.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';
import { calendarEntries, latestActivity } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { EmailCalendar } from './email-calendar.tsx';
import { NextEmail } from './next-email.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { SignupsCard } from './signups-card.tsx';
import { StatTile } from './stat-tile.tsx';

const quickLinks: { to: string; icon: IconName; label: string }[] = [
  { to: '/admin/words', icon: 'book', label: 'Manage Words' },
  { to: '/admin/schedule', icon: 'calendar', label: 'Schedule Email' },
  { to: '/admin/templates', icon: 'template', label: 'Edit Email Template' },
  { to: '/admin/tech-specs', icon: 'specs', label: 'Technical Specifications' },
];

/** @param props.actions What the admin can do with their account, at the top. */
export function DashboardPage({ actions }: { actions: ReactNode }) {
  const api = useApi();
  const timeZone = useTimeZone();
  const words = useQuery(endpointQuery(api, 'listWords', { query: { page: 1, limit: 50 } }));
  const stats = useQuery(endpointQuery(api, 'scheduleStats'));
  const schedule = useQuery(endpointQuery(api, 'listSchedule'));
  const overview = useQuery(endpointQuery(api, 'overview'));

  const entries = useMemo(
    () => schedule.data && calendarEntries(schedule.data, timeZone, new Date()),
    [schedule.data, timeZone],
  );
  const load = [words, stats, schedule];
  const list = {
    entries,
    timeZone,
    // One of them missing is told where the lists are: the figures alone could be taken for the whole.
    error: load.some((query) => query.error) ? `Error: ${messages.dashboard.failed}` : undefined,
    retrying: load.some((query) => query.isFetching),
    onRetry() {
      for (const query of load) if (query.error) query.refetch();
    },
  };

  return (
    <Page title="Dashboard" actions={actions} backToDashboard={false}>
      <div className={styles.page}>
        <div className={styles.top}>
          <NextEmail
            overview={overview.data}
            failed={overview.error !== null}
            retrying={overview.isFetching}
            onRetry={() => overview.refetch()}
          />
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
        <div className={styles.columns}>
          <EmailCalendar {...list} />
          <div className={styles.page}>
            <SignupsCard
              readers={overview.data?.readers}
              failed={overview.error !== null}
              retrying={overview.isFetching}
              onRetry={() => overview.refetch()}
            />
            <RecentActivity {...list} entries={entries && latestActivity(entries)} />
          </div>
        </div>
      </div>
    </Page>
  );
}
