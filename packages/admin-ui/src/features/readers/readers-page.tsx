import { useQuery } from '@tanstack/react-query';
import { limits, type ReaderView, readerStatuses } from '@wordrise/core/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { Select } from '../../design/field.tsx';
import * as layout from '../../design/layout.css.ts';
import { Pager, SearchBox } from '../../design/list-tools.tsx';
import { Alert, Badge, EmptyState, Loading } from '../../design/states.tsx';
import { formatShort } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { type PagedList, usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { ReadersSummary } from '../../kit/readers-summary.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { ReaderDialog } from './reader-dialog.tsx';
import * as styles from './readers.css.ts';
import {
  linkedReaderQuery,
  type ReadersParams,
  readersQuery,
  sourceName,
  stateNames,
  stateTones,
  whyNoEmails,
} from './readers.queries.ts';

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
        <div className={classNames(styles.page, layout.arrive)}>
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

export interface ReadersListProps {
  paged: PagedList<'listSignups'>;
  params: ReadersParams;
  onShow: (reader: ReaderView) => void;
  onPage: (page: number) => void;
  onShowAll: () => void;
}

/** The readers that match search and state. */
export function ReadersList({ paged, params, onShow, onPage, onShowAll }: ReadersListProps) {
  const { list, total, shownPage, isStale } = paged;
  return (
    <section className={styles.page} aria-label="Reader list" aria-busy={list.isFetching}>
      {list.isPending && <Loading label="Loading readers" rows={6} rowHeight="4rem" />}
      {list.error && <QueryError title="Failed to fetch the readers" query={list} />}
      {list.data && total === 0 && <NoReaders {...params} onShowAll={onShowAll} />}
      {list.data && total > 0 && (
        <>
          <Card flush>
            <ul className={layout.entryList} data-stale={isStale || undefined}>
              {list.data.readers.map((reader) => (
                <Reader key={reader.id} reader={reader} onShow={() => onShow(reader)} />
              ))}
            </ul>
          </Card>
          <Pager
            page={params.page}
            hasMore={list.data.hasMore}
            onPage={onPage}
            summary={showing(shownPage, list.data.readers.length, total)}
            label="Reader pages"
          />
        </>
      )}
    </section>
  );
}

function Reader({ reader, onShow }: { reader: ReaderView; onShow: () => void }) {
  const timeZone = useTimeZone();
  const { email, firstName, status, createdAt, source } = reader;
  const why = whyNoEmails(reader);
  return (
    <li className={styles.reader}>
      <div className={styles.who}>
        <p className={layout.entryName}>{email}</p>
        <p className={layout.entryMeta}>
          {firstName !== '' && <span>{firstName}</span>}
          <span>
            Signed up <time dateTime={createdAt}>{formatShort(createdAt, timeZone)}</time>
            {source !== null && ` on ${sourceName(source)}`}
          </span>
        </p>
        {why !== undefined && <p className={styles.why}>{why}</p>}
      </div>
      <div className={styles.side}>
        <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
        <Button size="small" aria-label={`Details of ${email}`} onClick={onShow}>
          Details
        </Button>
      </div>
    </li>
  );
}

function NoReaders({ search, state, onShowAll }: ReadersParams & { onShowAll: () => void }) {
  if (search === '' && state === undefined) {
    return (
      <EmptyState
        title="Nobody has signed up yet"
        action={
          <ButtonLink to="/admin/embed" icon="code">
            Put the form on your site
          </ButtonLink>
        }
      >
        Readers sign up on the front page or on any page where you embed the form.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No readers found" action={<Button onClick={onShowAll}>Show all readers</Button>}>
      {search !== '' && `No address or name contains “${search}”. `}
      {search !== '' &&
        state === undefined &&
        'If someone is missing here, they have not signed up, or were removed.'}
      {state !== undefined && `Only readers in the state “${stateNames[state]}” are shown.`}
    </EmptyState>
  );
}

function showing(page: number, count: number, total: number): string {
  const before = (page - 1) * limits.readerPageSize;
  const [from, to, all] = [before + 1, before + count, total].map((n) => n.toLocaleString('en-US'));
  return `Showing ${from} to ${to} of ${all} readers`;
}
