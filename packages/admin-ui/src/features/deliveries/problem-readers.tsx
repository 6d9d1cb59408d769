import {
  type DeliveryProgress,
  deliveryFailures,
  deliveryProblems,
  limits,
  type ProblemCount,
  type ProblemView,
} from '@wordrise/core/contract';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import * as entryList from '../../design/entry-list.css.ts';
import { Pager } from '../../design/pager.tsx';
import { Select } from '../../design/select.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { formatShort } from '../../kit/dates.ts';
import { deliveryBadges, failureNames } from '../../kit/delivery-texts.ts';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './deliveries.css.ts';

export interface ProblemReadersProps {
  /** Of the email. */
  id: number;
  problems: readonly ProblemCount[];
  progress: DeliveryProgress;
}

/** The readers who did not get an email, or may not have. */
export function ProblemReaders({ id, problems, progress }: ProblemReadersProps) {
  if (problems.length === 0) return <NoProblems progress={progress} />;
  return <ProblemList id={id} problems={problems} />;
}

/** Readers with any problem or with one kind, by page. */
function ProblemList({ id, problems }: Pick<ProblemReadersProps, 'id' | 'problems'>) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState('all');
  const kind = kinds(problems).find(({ key }) => key === chosen);
  const total = problems.reduce((sum, { count }) => sum + count, 0);
  const filter = { state: kind?.state, failure: kind?.failure ?? undefined };
  const query = endpointQuery(useApi(), 'listProblems', {
    params: { id },
    query: { page, limit: limits.deliveryPageSize, ...filter },
  });
  // Refetched when the counts change, even back to earlier values, but not at every poll.
  const changing = { ...query, queryKey: [...query.queryKey, total], staleTime: 0 };
  const paged = usePagedList<'listProblems'>(changing, {
    page,
    pageSize: limits.deliveryPageSize,
    onPastEnd: setPage,
  });
  return (
    <Card
      title="Readers who did not get it"
      note="Or who may not have, with what the mail server said."
      flush
    >
      <div className={styles.tools}>
        <div className={styles.select}>
          <Select
            label="Reason"
            name="reason"
            options={{
              all: `All (${figure(total)})`,
              ...Object.fromEntries(kinds(problems).map(({ key, label }) => [key, label])),
            }}
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              setPage(1);
            }}
          />
        </div>
      </div>
      {paged.list.isPending && <Loading label="Loading the readers" rows={4} rowHeight="4rem" />}
      {paged.list.error && <QueryError title="The readers could not be fetched" query={paged.list} />}
      {paged.list.data && (
        <>
          <ul
            className={entryList.list}
            data-stale={paged.isStale || undefined}
            aria-label="Readers who did not get it"
          >
            {paged.list.data.readers.map((reader) => (
              <Problem key={reader.readerId} problem={reader} />
            ))}
          </ul>
          <div className={styles.foot}>
            <Pager
              page={page}
              hasMore={paged.list.data.hasMore}
              onPage={setPage}
              summary={showing(paged.shownPage, paged.list.data.readers.length, paged.total)}
              label="Pages of readers"
            />
          </div>
        </>
      )}
    </Card>
  );
}

/** The kinds of problems that occurred, with the number of readers of each. */
function kinds(problems: readonly ProblemCount[]) {
  const all = deliveryProblems.flatMap((state) =>
    [...deliveryFailures, null].map((failure) => ({ state, failure })),
  );
  return all.flatMap(({ state, failure }) => {
    const found = problems.find((problem) => problem.state === state && problem.failure === failure);
    if (!found) return [];
    const { children: name } = deliveryBadges[state];
    const label = `${name}${failure === null ? '' : `: ${failureNames[failure]}`} (${figure(found.count)})`;
    return [{ key: `${state} ${failure ?? ''}`, state, failure, label }];
  });
}

function Problem({ problem }: { problem: ProblemView }) {
  const timeZone = useTimeZone();
  const { readerId, email, firstName, state, failure, answer, attempts, at } = problem;
  return (
    <li className={styles.problem}>
      <div className={styles.who}>
        <p className={entryList.name}>{email}</p>
        <p className={entryList.meta}>
          <span>{firstName}</span>
          {failure !== null && <span>{failureNames[failure]}</span>}
          <span>
            {state === 'deferred' ? 'Next try ' : ''}
            <time dateTime={at}>{formatShort(at, timeZone)}</time>
          </span>
          {attempts > 1 && <span>{attempts} tries</span>}
        </p>
        {answer !== null && <p className={styles.answer}>{answer}</p>}
      </div>
      <div className={styles.side}>
        <Badge {...deliveryBadges[state]} />
        <ButtonLink to={`/admin/readers?reader=${readerId}`} size="small" aria-label={`Details of ${email}`}>
          Reader
        </ButtonLink>
      </div>
    </li>
  );
}

function NoProblems({ progress: { failed, unknown, status } }: Pick<ProblemReadersProps, 'progress'>) {
  if (status === 'preparing') return null;
  if (failed + unknown > 0) {
    return (
      <EmptyState title="The details are gone">
        The result for each reader is kept for about a month, the totals for good.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={status === 'sent' ? 'No email failed' : 'No email has failed so far'}>
      Readers who do not get this email are listed here, with what their mail server said.
    </EmptyState>
  );
}

function showing(page: number, count: number, total: number): string {
  const before = (page - 1) * limits.deliveryPageSize;
  const [from, to, all] = [before + 1, before + count, total].map(figure);
  return `Showing ${from} to ${to} of ${all} readers`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
