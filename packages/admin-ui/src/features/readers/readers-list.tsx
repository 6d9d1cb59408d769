import { limits, type ReaderView } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import * as entryList from '../../design/entry-list.css.ts';
import { Pager } from '../../design/pager.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatShort } from '../../kit/dates.ts';
import type { PagedList } from '../../kit/paged-list.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { sourceName, stateNames, stateTones, whyNoEmails } from './reader-texts.ts';
import * as styles from './readers.css.ts';
import type { ReadersParams } from './readers.queries.ts';

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
            <ul className={entryList.list} data-stale={isStale || undefined}>
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
        <p className={entryList.name}>{email}</p>
        <p className={entryList.meta}>
          <span>{firstName}</span>
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
