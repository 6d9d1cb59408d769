import { useQuery } from '@tanstack/react-query';
import { limits, type ReaderView, readerStatuses } from '@wordrise/core/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Alert } from '../../design/alert.tsx';
import { arrive } from '../../design/arrive.css.ts';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { SearchBox } from '../../design/search-box.tsx';
import { Select } from '../../design/select.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { ReadersSummary } from '../../kit/readers-summary.tsx';
import { ReaderDialog } from './reader-dialog.tsx';
import { stateNames } from './reader-texts.ts';
import * as styles from './readers.css.ts';
import { linkedReaderQuery, type ReadersParams, readersQuery } from './readers.queries.ts';
import { ReadersList } from './readers-list.tsx';

export function ReadersPage() {
  const { params, change, linkedId } = useReadersParams();
  const [shown, setShown] = useState<ReaderView>();
  const linked = useQuery(linkedReaderQuery(useApi(), linkedId));
  const reader = shown ?? (linkedId === undefined ? undefined : linked.data?.readers[0]);
  const overview = useQuery(endpointQuery(useApi(), 'overview'));
  const paged = usePagedList<'listSignups'>(readersQuery(useApi(), params), {
    page: params.page,
    pageSize: limits.readerPageSize,
    onPastEnd: (page) => change({ page }, { replace: true }),
  });
  function close() {
    setShown(undefined);
    if (linkedId !== undefined) change({}, { replace: true });
  }
  return (
    <Page title="Readers" note="Everyone who signed up, the newest first.">
      {overview.isFetched && !linked.isLoading ? (
        <div className={classNames(styles.page, arrive)}>
          {linkedId !== undefined && linked.data?.readers.length === 0 && (
            <Alert tone="warn" title="This reader is no longer here">
              They were removed, and everything about them was deleted.
            </Alert>
          )}
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
      ) : (
        <Loading label="Loading the page" rows={1} rowHeight="15rem" />
      )}
      {reader && <ReaderDialog reader={reader} onClose={close} />}
    </Page>
  );
}

/**
 * Page and state live in the URL, and the id of a reader that another page links to. The search does not: an address
 * would stay in the browser's history.
 */
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
  const id = Number(searchParams.get('reader') ?? 0);
  return { params, change, linkedId: Number.isSafeInteger(id) && id > 0 ? id : undefined };
}
