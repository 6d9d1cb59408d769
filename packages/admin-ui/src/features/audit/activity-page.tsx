import { type AuditView, auditText, limits, wasRefused } from '@wordrise/core/contract';
import { useSearchParams } from 'react-router';
import { Card } from '../../design/card.tsx';
import * as layout from '../../design/layout.css.ts';
import { Pager } from '../../design/list-tools.tsx';
import { Badge, EmptyState, Loading } from '../../design/states.tsx';
import { formatShort, withZone } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { figure, showing } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useTimeZone } from '../../kit/system.ts';

export function ActivityPage() {
  const { page, goTo } = usePageNumber();
  const timeZone = useTimeZone();
  // Others add to the log, so it is fetched on every visit.
  const query = {
    ...endpointQuery(useApi(), 'listAudit', { query: { page, limit: limits.auditPageSize } }),
    staleTime: 0,
  };
  const { list, total, shownPage, isStale } = usePagedList<'listAudit'>(query, {
    page,
    pageSize: limits.auditPageSize,
    onPastEnd: (last) => goTo(last),
  });
  return (
    <Page
      title="Activity"
      note="Sign-ins, changes to the account, and what was done with personal data. Kept for 180 days."
    >
      {list.isPending && <Loading label="Loading the activity log" rows={6} rowHeight="3.5rem" />}
      {list.error && <QueryError title="Failed to fetch the activity log" query={list} />}
      {list.data && total === 0 && (
        <EmptyState title="No activity yet">The next sign-in appears here.</EmptyState>
      )}
      {list.data && total > 0 && (
        <div className={layout.stack.normal}>
          <ActivityList entries={list.data.entries} timeZone={timeZone} isStale={isStale} />
          <Pager
            page={page}
            hasMore={list.data.hasMore}
            onPage={goTo}
            summary={showing('entries', {
              page: shownPage,
              pageSize: limits.auditPageSize,
              count: list.data.entries.length,
              total,
            })}
            label="Activity pages"
          />
        </div>
      )}
    </Page>
  );
}

function usePageNumber() {
  const [params, setParams] = useSearchParams();
  const typed = Number(params.get('page') ?? 1);
  return {
    page: Number.isInteger(typed) && typed >= 1 && typed <= 1_000_000 ? typed : 1,
    goTo: (page: number) => setParams(page > 1 ? { page: String(page) } : {}),
  };
}

export interface ActivityListProps {
  entries: AuditView[];
  timeZone: string;
  /** Whether another page is being fetched. */
  isStale: boolean;
}

export function ActivityList({ entries, timeZone, isStale }: ActivityListProps) {
  return (
    <Card flush>
      <ul className={layout.entryList} data-stale={isStale || undefined}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ entry, timeZone }: { entry: AuditView; timeZone: string }) {
  const { at, count } = entry;
  return (
    <li className={layout.entry}>
      <div>
        <p className={layout.entryName}>{auditText(entry)}</p>
        <p className={layout.entryMeta}>
          <time dateTime={at}>{withZone(formatShort(at, timeZone), timeZone)}</time>
          <span>{originOf(entry)}</span>
        </p>
      </div>
      <div className={layout.cluster}>
        {count > 1 && <Badge icon={null}>{figure(count)} times</Badge>}
        {wasRefused(entry) && <Badge tone="warn">Refused</Badge>}
      </div>
    </li>
  );
}

/** "admin, from 192.0.2.1" */
function originOf({ account, address, via }: AuditView): string {
  if (via === 'cli') return 'On the command line';
  const who = account ?? 'Unknown account';
  return address === null ? who : `${who}, from ${address}`;
}
