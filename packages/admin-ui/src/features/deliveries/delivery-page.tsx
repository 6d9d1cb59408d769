import { useQuery } from '@tanstack/react-query';
import {
  type DeliveryProgress,
  deliveryFailures,
  deliveryProblems,
  limits,
  type ProblemCount,
  type ProblemView,
} from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Select } from '../../design/field.tsx';
import * as layout from '../../design/layout.css.ts';
import { Pager } from '../../design/list-tools.tsx';
import { Badge, EmptyState, Loading } from '../../design/states.tsx';
import { formatLong, formatShort, withZone } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { deliveryBadges, failureNames, nextPollMs } from '../../kit/sends.ts';
import { SendProgress } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './deliveries.css.ts';

/** The outcome of one email, with the readers who did not get it. */
export function DeliveryPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('email'));
  const isId = Number.isSafeInteger(id) && id > 0;
  return (
    <Page title="Delivery" note="How many readers got an email, and who did not.">
      {isId ? <EmailDelivery key={id} id={id} /> : <NoEmail />}
    </Page>
  );
}

function EmailDelivery({ id }: { id: number }) {
  const timeZone = useTimeZone();
  const delivery = useQuery({
    ...endpointQuery(useApi(), 'getDelivery', { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      data?.progress ? nextPollMs([data.progress], null, new Date()) : false,
  });
  const loading = <Loading label="Loading the email" rows={3} rowHeight="4rem" />;
  if (delivery.isPending) return loading;
  if (!delivery.data) return <QueryError title="The email could not be fetched" query={delivery} />;
  const { scheduled_emails: email, words, progress, problems } = delivery.data;
  const when = withZone(formatLong(email.scheduledDate, timeZone), timeZone);
  if (!progress) {
    return (
      <Card title={words.word} note={when}>
        {email.status === 'sent'
          ? 'It was sent by the email provider, which has the numbers.'
          : 'It has not been sent from here yet.'}
      </Card>
    );
  }
  return (
    <Suspense fallback={loading}>
      <div className={layout.stack.normal}>
        <Card title={when}>
          <SendProgress send={{ id, word: words.word, progress }} fetchedAt={delivery.dataUpdatedAt} />
        </Card>
        <ProblemReaders id={id} problems={problems} progress={progress} />
      </div>
    </Suspense>
  );
}

function NoEmail() {
  return (
    <EmptyState
      title="No email is chosen"
      action={
        <ButtonLink to="/admin/schedule" icon="calendar">
          Go to the schedule
        </ButtonLink>
      }
    >
      Choose one of the sent emails on the Schedule page.
    </EmptyState>
  );
}

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
            className={layout.entryList}
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
        <p className={layout.entryName}>{email}</p>
        <p className={layout.entryMeta}>
          {firstName !== '' && <span>{firstName}</span>}
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
