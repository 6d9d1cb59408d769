import { useQuery } from '@tanstack/react-query';
import { limits, type ReaderView, readerStatuses } from '@wordrise/core/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Card } from '../../design/card.tsx';
import { SearchBox } from '../../design/search-box.tsx';
import { Select } from '../../design/select.tsx';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { ReadersSummary } from '../../kit/readers-summary.tsx';
import { ReaderDialog } from './reader-dialog.tsx';
import { stateNames } from './reader-texts.ts';
import * as styles from './readers.css.ts';
import { type ReadersParams, readersQuery } from './readers.queries.ts';
import { ReadersList } from './readers-list.tsx';

export function ReadersPage() {
  const { params, change } = useReadersParams();
  const [shown, setShown] = useState<ReaderView>();
  const overview = useQuery(endpointQuery(useApi(), 'overview'));
  const paged = usePagedList<'listSignups'>(readersQuery(useApi(), params), {
    page: params.page,
    pageSize: limits.readerPageSize,
    onPastEnd: (page) => change({ page }, { replace: true }),
  });
  return (
    <Page title="Readers" note="Everyone who signed up, the newest first.">
      <div className={styles.page}>
        {overview.data && overview.data.readers.total > 0 && (
          <Card>
            <ReadersSummary {...overview.data.readers} />
          </Card>
        )}
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchBox
              label="Search readers"
              placeholder="Search addresses and names"
              value={params.search}
              onSearch={(search) =>
                search !== params.search && change({ search, page: 1 }, { replace: true })
              }
            />
          </div>
          <Select
            label="State"
            name="state"
            options={{ all: 'All', ...stateNames }}
            value={params.state ?? 'all'}
            onChange={(state) => change({ state: state === 'all' ? undefined : state, page: 1 })}
          />
        </div>
        <ReadersList
          paged={paged}
          params={params}
          onShow={setShown}
          onPage={(page) => change({ page })}
          onShowAll={() => change({ search: '', state: undefined, page: 1 })}
        />
      </div>
      {shown && <ReaderDialog reader={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

/** Page and state live in the URL. The search does not: an address would stay in the browser's history. */
function useReadersParams() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const typed = Number(searchParams.get('page') ?? 1);
  const params: ReadersParams = {
    page: Number.isInteger(typed) && typed >= 1 && typed <= 1_000_000 ? typed : 1,
    search,
    state: readerStatuses.find((state) => state === searchParams.get('state')),
  };
  function change(changes: Partial<ReadersParams>, { replace = false }: { replace?: boolean } = {}) {
    const next = { ...params, ...changes };
    setSearch(next.search);
    const url = new URLSearchParams();
    if (next.state) url.set('state', next.state);
    if (next.page > 1) url.set('page', String(next.page));
    setSearchParams(url, { replace, preventScrollReset: true });
  }
  return { params, change };
}
