import { messages } from '@wordrise/core/contract';
import { useState } from 'react';
import { z } from 'zod';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { SearchBox, ViewSwitch } from '../../design/list-tools.tsx';
import { Badge, EmptyState, ErrorState } from '../../design/states.tsx';
import { formatShort, zoneName } from '../../kit/dates.ts';
import { usePersistedState } from '../../kit/unsaved-work.tsx';
import { type CalendarEntry, filterEntries, nextFilter, type StatusFilter } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';
import { EmailMonth } from './email-month.tsx';
import { type EntryListProps, LoadingRows, StatusBadge, statusNote } from './recent-activity.tsx';

/** Every scheduled email, newest first, with search and a filter by status; or the month with its words. */
export function EmailCalendar(props: EntryListProps) {
  const { entries, timeZone, error } = props;
  const [view = 'list', setView] = usePersistedState('dashboard-calendar', z.enum(['list', 'month']));
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<StatusFilter>('All');
  return (
    <Card
      title="Email Calendar"
      note={entries ? `Times in ${zoneName(timeZone)}` : 'Every email, newest first'}
      actions={
        <ViewSwitch label="View" views={{ list: 'List', month: 'Month' }} value={view} onChange={setView} />
      }
      flush
    >
      {entries && error === undefined && view === 'month' ? (
        <EmailMonth entries={entries} timeZone={timeZone} />
      ) : (
        <>
          {entries && <Tools search={search} setSearch={setSearch} filter={filter} setFilter={setFilter} />}
          <Entries
            {...props}
            shown={entries && filterEntries(entries, search, filter)}
            onShowAll={() => {
              setSearch('');
              setFilter('All');
            }}
          />
        </>
      )}
    </Card>
  );
}

interface ToolsProps {
  search: string;
  setSearch: (search: string) => void;
  filter: StatusFilter;
  setFilter: (filter: StatusFilter) => void;
}

function Tools({ search, setSearch, filter, setFilter }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchBox
        label="Search scheduled emails"
        placeholder="Search words"
        value={search}
        onSearch={setSearch}
      />
      <Button
        icon="filter"
        aria-label={`Status: ${filter}. Show ${nextFilter(filter)}`}
        onClick={() => setFilter(nextFilter(filter))}
      >
        {filter}
      </Button>
    </div>
  );
}

interface EntriesProps extends EntryListProps {
  /** The entries that match search and status. */
  shown: CalendarEntry[] | undefined;
  onShowAll: () => void;
}

function Entries({ entries, shown, timeZone, error, retrying, onRetry, onShowAll }: EntriesProps) {
  if (error !== undefined) {
    return (
      <ErrorState title={error} onRetry={onRetry} retrying={retrying}>
        Emails already scheduled go out as planned.
      </ErrorState>
    );
  }
  if (!shown) return <LoadingRows label="Loading the email calendar" />;
  if (entries?.length === 0) {
    return (
      <EmptyState
        title={messages.schedule.emptyCalendar}
        action={
          <ButtonLink to="/admin/schedule?new=" variant="primary" icon="plus">
            Schedule an email
          </ButtonLink>
        }
      >
        Choose a word and a morning, and it appears here.
      </EmptyState>
    );
  }
  if (shown.length === 0) {
    return (
      <EmptyState
        title={messages.schedule.emptyCalendar}
        action={<Button onClick={onShowAll}>Show all</Button>}
      >
        No email matches this search and status.
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className={styles.scroll} aria-label="Scheduled emails, newest first" tabIndex={0}>
      <ul>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, timeZone }: { entry: CalendarEntry; timeZone: string }) {
  const note = statusNote(entry.status, entry.reason);
  return (
    <li className={styles.entry[entry.when]}>
      <div>
        <p className={styles.entryWord} dir="auto">
          {entry.word}
        </p>
        <p className={styles.entryMeta}>{formatShort(entry.scheduledDate, timeZone)}</p>
        {note !== undefined && <p className={styles.entryMeta}>{note}</p>}
      </div>
      <div className={styles.badges}>
        {entry.when === 'today' && <Badge tone="today">Today</Badge>}
        {entry.when === 'upcoming' && (
          <Badge tone="info" icon="calendar">
            Upcoming
          </Badge>
        )}
        <StatusBadge {...entry} />
      </div>
    </li>
  );
}
