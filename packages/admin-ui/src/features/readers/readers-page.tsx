import { useQuery } from '@tanstack/react-query';
import { limits, type ReaderCounts, type ReaderView, readerStatuses } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import * as layout from '../../design/layout.css.ts';
import { Pager, SearchBox } from '../../design/list-tools.tsx';
import { EmptyState, Loading } from '../../design/states.tsx';
import { urlOf } from '../../kit/api.ts';
import { formatShort } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { figure, showing } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { type PagedList, usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { NobodyYet, ReadersSummary } from '../../kit/readers-summary.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { LeavingReasons } from './leaving-reasons.tsx';
import { ReaderBadges } from './reader-badges.tsx';
import * as styles from './readers.css.ts';
import {
  type ReadersParams,
  readerPath,
  readersPageQuery,
  sourceName,
  stateNames,
  whyNoEmails,
} from './readers.queries.ts';
import { RunningImports } from './running-imports.tsx';
import { SelectionBar, useSelection } from './selection.tsx';

export function ReadersPage() {
  const { params, change, linkedId } = useReadersParams();
  const overview = useQuery({ ...endpointQuery(useApi(), 'overview'), staleTime: 0 });
  const paged = usePagedList<'listSignups'>(readersPageQuery(useApi(), params), {
    page: params.page,
    pageSize: limits.readerPageSize,
    onPastEnd: (page) => change({ page }, { replace: true }),
  });
  if (linkedId !== undefined) return <Navigate to={readerPath(linkedId)} replace />;
  const counted = overview.data?.readers;
  const isEmpty = counted?.total === 0 && paged.list.data?.total === 0;
  return (
    <Page
      title="Readers"
      note="Everyone who signed up or was added, the newest first."
      actions={<Actions isEmpty={isEmpty} />}
    >
      {overview.isFetched ? (
        <div className={classNames(styles.page, layout.arrive)}>
          <RunningImports />
          {isEmpty ? (
            <NobodyYet />
          ) : (
            <>
              <div className={styles.tools}>
                <SearchBox
                  label="Search readers"
                  placeholder="Search addresses and names"
                  value={params.search}
                  onSearch={(search) =>
                    search !== params.search && change({ search, page: 1 }, { replace: true })
                  }
                />
                <StateFilter
                  value={params.state}
                  // While a search is on, these would be other numbers than the list's.
                  counts={params.search === '' ? counted?.byStatus : undefined}
                  onChange={(state) => change({ state, page: 1 })}
                />
              </div>
              <ReadersList
                paged={paged}
                params={params}
                onPage={(page) => change({ page })}
                onShowAll={() => change({ search: '', state: undefined, page: 1 })}
              />
              {/* Below the list: before it is there, it would move. */}
              {counted && counted.total > 0 && paged.list.data && (
                <>
                  <Card>
                    <ReadersSummary {...counted} />
                  </Card>
                  <LeavingReasons />
                </>
              )}
            </>
          )}
        </div>
      ) : (
        <Loading label="Loading the page" rows={1} rowHeight="15rem" />
      )}
    </Page>
  );
}

function Actions({ isEmpty }: { isEmpty: boolean }) {
  return (
    <div className={layout.cluster}>
      {!isEmpty && (
        <ButtonLink to={urlOf('exportReaders')} reloadDocument download="readers.csv" icon="download">
          Export
        </ButtonLink>
      )}
      <ButtonLink to="/admin/readers/import" variant="primary" icon="plus">
        Add readers
      </ButtonLink>
    </div>
  );
}

type State = ReadersParams['state'];

interface StateFilterProps {
  value: State;
  counts: ReaderCounts | undefined;
  onChange: (state: State) => void;
}

/** One state or all, each with the number of its readers. States without readers are left out. */
function StateFilter({ value, counts, onChange }: StateFilterProps) {
  const inOrder = (Object.keys(stateNames) as ReaderView['status'][]).filter(
    (state) => state === value || !counts || counts[state] > 0,
  );
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed button is another one then
  useEffect(() => {
    // On phones the row scrolls: the state from the URL should be in view.
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row.current && pressed) row.current.scrollLeft = pressed.offsetLeft - row.current.offsetLeft - 8;
  }, [value]);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const choice = (state: State, name: string, count: number | undefined) => (
    <button
      key={name}
      type="button"
      className={styles.state}
      aria-pressed={state === value}
      onClick={() => onChange(state)}
    >
      {name}
      {count !== undefined && (
        <>
          {' '}
          <span className={styles.stateCount}>{figure(count)}</span>
        </>
      )}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a few buttons are not a form
    <div ref={row} className={layout.scrollingLine} role="group" aria-label="State">
      {choice(undefined, 'All', total)}
      {inOrder.map((state) => choice(state, stateNames[state], counts?.[state]))}
    </div>
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

interface ReadersListProps {
  paged: PagedList<'listSignups'>;
  params: ReadersParams;
  onPage: (page: number) => void;
  onShowAll: () => void;
}

/** The readers that match search and state. */
function ReadersList({ paged, params, onPage, onShowAll }: ReadersListProps) {
  const { list, total, shownPage, isStale } = paged;
  const selection = useSelection(list.data?.readers ?? [], params);
  const isCounted = !list.data?.isPartial;
  return (
    <section className={styles.page} aria-label="Reader list" aria-busy={list.isFetching}>
      {list.isPending && <Loading label="Loading readers" rows={6} rowHeight="4rem" />}
      {list.error && <QueryError title="Failed to fetch the readers" query={list} />}
      {list.data && total === 0 && <NoneFound {...params} onShowAll={onShowAll} />}
      {list.data && total > 0 && (
        <>
          <Card flush>
            <SelectionBar selection={selection} total={isCounted ? total : undefined} params={params} />
            <ul className={layout.entryList} data-stale={isStale || undefined}>
              {list.data.readers.map((reader) => (
                <Reader
                  key={reader.id}
                  reader={reader}
                  isSelected={selection.has(reader.id)}
                  onSelect={() => selection.toggle(reader.id)}
                />
              ))}
            </ul>
          </Card>
          <Pager
            page={params.page}
            hasMore={list.data.hasMore}
            onPage={onPage}
            summary={showing('readers', {
              page: shownPage,
              pageSize: limits.readerPageSize,
              count: list.data.readers.length,
              total: isCounted ? total : undefined,
            })}
            label="Reader pages"
          />
        </>
      )}
    </section>
  );
}

interface ReaderProps {
  reader: ReaderView;
  isSelected: boolean;
  onSelect: () => void;
}

function Reader({ reader, isSelected, onSelect }: ReaderProps) {
  const timeZone = useTimeZone();
  const { id, email, firstName, createdAt, source } = reader;
  const why = whyNoEmails(reader);
  return (
    <li className={styles.reader} data-selected={isSelected || undefined}>
      <input
        type="checkbox"
        className={styles.checkbox}
        aria-label={`Select ${email}`}
        checked={isSelected}
        onChange={onSelect}
      />
      <div className={styles.who}>
        <p className={layout.entryName}>
          <Link to={readerPath(id)} className={styles.name} aria-label={`Details of ${email}`}>
            {email}
          </Link>
        </p>
        <p className={layout.entryMeta}>
          {firstName !== '' && <span dir="auto">{firstName}</span>}
          <span>
            <span className={styles.signedUp}>Signed up </span>
            <time dateTime={createdAt}>{formatShort(createdAt, timeZone)}</time>
            {source !== null && ` on ${sourceName(source)}`}
          </span>
        </p>
        {why && <p className={styles.why}>{why}</p>}
      </div>
      <ReaderBadges {...reader} />
    </li>
  );
}

function NoneFound({ search, state, onShowAll }: ReadersParams & { onShowAll: () => void }) {
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
