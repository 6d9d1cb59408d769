import { limits } from '@wordrise/core/contract';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../design/empty-state.tsx';
import { stack } from '../../design/layout.css.ts';
import { Pager } from '../../design/pager.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { ActivityList } from './activity-list.tsx';

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
        <div className={stack.normal}>
          <ActivityList entries={list.data.entries} timeZone={timeZone} isStale={isStale} />
          <Pager
            page={page}
            hasMore={list.data.hasMore}
            onPage={goTo}
            summary={showing(shownPage, list.data.entries.length, total)}
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

function showing(page: number, count: number, total: number): string {
  const before = (page - 1) * limits.auditPageSize;
  const [from, to, all] = [before + 1, before + count, total].map((n) => n.toLocaleString('en-US'));
  return `Showing ${from} to ${to} of ${all} entries`;
}
