import { useQuery } from '@tanstack/react-query';
import {
  type DeliveryProgress,
  deliveryFailures,
  deliveryProblems,
  limits,
  type ProblemCount,
  type RecipientView,
} from '@wordrise/core/contract';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Select } from '../../design/field.tsx';
import * as layout from '../../design/layout.css.ts';
import { Pager, SearchBox } from '../../design/list-tools.tsx';
import { Badge, EmptyState, Loading } from '../../design/states.tsx';
import { formatLong, formatShort, withZone } from '../../kit/dates.ts';
import { EmailThumbnail, SentEmail } from '../../kit/email-preview.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { figure, showing } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { usePagedList } from '../../kit/paged-list.ts';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { deliveryBadges, failureNames, nextPollMs } from '../../kit/sends.ts';
import { SendProgress } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './deliveries.css.ts';

/** The outcome of one email: the email, its numbers, and every reader with the result. */
export function DeliveryPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('email'));
  const isId = Number.isSafeInteger(id) && id > 0;
  return (
    <Page
      title="Delivery"
      note="Who got an email, and who did not."
      back={{ to: '/admin/schedule?view=sent', label: 'Back to Schedule' }}
    >
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
    refetchInterval({ state: { data } }) {
      if (!data) return false;
      const { scheduled_emails: email, progress } = data;
      // An email that a provider sends has no progress: one day it is simply sent.
      const isToCome = email.status === 'pending' || email.status === 'scheduled';
      return nextPollMs(progress ? [progress] : [], isToCome ? email.scheduledDate : null, new Date());
    },
  });
  const loading = <Loading label="Loading the email" rows={3} rowHeight="4rem" />;
  if (delivery.isPending) return loading;
  if (!delivery.data) return <QueryError title="The email could not be fetched" query={delivery} />;
  const { scheduled_emails: email, words, progress, problems } = delivery.data;
  const when = withZone(formatLong(email.scheduledDate, timeZone), timeZone);
  const isSent = email.status === 'sent';
  const Email = isSent || progress ? SentEmail : EmailThumbnail;
  return (
    <Suspense fallback={loading}>
      <div className={styles.columns}>
        {progress ? (
          <Card title={when}>
            <SendProgress send={{ id, word: words.word, progress }} fetchedAt={delivery.dataUpdatedAt} />
            <Pace progress={progress} />
          </Card>
        ) : (
          <Card title={words.word} note={when}>
            {isSent
              ? 'It was sent by the email provider, which has the numbers.'
              : 'It has not been sent from here yet.'}
          </Card>
        )}
        <div className={styles.email}>
          <Email id={id} word={words.word} />
        </div>
        {progress && <Readers id={id} problems={problems} progress={progress} />}
      </div>
    </Suspense>
  );
}

/** How the email goes out: through each mail server, and to the mailbox providers. */
function Pace({ progress: { providers, relays } }: { progress: DeliveryProgress }) {
  const timeZone = useTimeZone();
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  return (
    <>
      {relays.length > 0 && (
        <ul className={styles.providers} aria-label="Mail servers">
          {relays.map(({ relay, sent, until, reason }) => (
            <li key={relay} className={styles.provider}>
              <span className={styles.providerName}>
                {relay === 'first' ? 'First mail server' : 'Second mail server'}
              </span>
              <span>{figure(sent)} accepted</span>
              {until !== null && (
                <span className={styles.slow}>
                  Takes no emails until {show(until)}
                  {reason !== null && `: ${reason}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {providers.length > 0 && (
        <ul className={styles.providers} aria-label="Mailbox providers">
          {providers.map(({ name, sent, waiting, until, reason }) => (
            <li key={name} className={styles.provider}>
              <span className={styles.providerName}>{name || 'Other mailbox providers'}</span>
              <span>
                {figure(sent)} accepted{waiting > 0 && `, ${figure(waiting)} waiting`}
              </span>
              {reason !== null && (
                <span className={styles.slow}>
                  {until === null
                    ? 'Sending slowly, because it asked for less mail: '
                    : `Paused until ${show(until)}, because it asked for less mail: `}
                  {reason}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
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

interface ReadersProps {
  /** Of the email. */
  id: number;
  problems: readonly ProblemCount[];
  progress: DeliveryProgress;
}

function Readers(props: ReadersProps) {
  const { status, failed, unknown } = props.progress;
  if (status === 'preparing') return null;
  if (status === 'sent' && props.progress.recipients === 0) {
    return props.progress.warmUp ? <EveryoneWaits /> : <NobodyOnTheList />;
  }
  if (props.problems.length === 0 && failed + unknown > 0) return <Forgotten />;
  return <ReaderList {...props} />;
}

/** Every reader of the email, with what became of it, by page; by result and by address or name. */
function ReaderList({ id, problems, progress }: ReadersProps) {
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('all');
  const options = results(problems, progress);
  const { state, failure } = options.find(({ key }) => key === chosen) ?? {};
  const query = endpointQuery(useApi(), 'listRecipients', {
    params: { id },
    query: { page, limit: limits.deliveryPageSize, search, state, failure: failure ?? undefined },
  });
  const { sent, recipients } = progress;
  const inTrouble = problems.reduce((sum, { count }) => sum + count, 0);
  // Refetched when the counts change, even back to earlier values, but not at every poll.
  const changing = { ...query, queryKey: [...query.queryKey, sent, inTrouble], staleTime: 0 };
  const paged = usePagedList<'listRecipients'>(changing, {
    page,
    pageSize: limits.deliveryPageSize,
    onPastEnd: setPage,
  });
  const isFiltered = search !== '' || chosen !== 'all';
  if (!isFiltered && paged.list.data?.total === 0 && recipients > 0) return <Forgotten />;
  return (
    <Card title="Readers" note={noteOn(problems, progress)} flush>
      <div className={styles.tools}>
        <SearchBox
          label="Search readers"
          placeholder="Search addresses and names"
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
        <div className={styles.select}>
          <Select
            label="Result"
            name="result"
            options={{
              all: `All (${figure(progress.recipients)})`,
              ...Object.fromEntries(options.map(({ key, label }) => [key, label])),
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
      {paged.list.data?.readers.length === 0 && (
        <EmptyState title="No reader matches this search and result" />
      )}
      {paged.list.data && paged.list.data.readers.length > 0 && (
        <>
          <ul
            className={layout.entryList}
            data-stale={paged.isStale || undefined}
            aria-label="Readers of this email"
          >
            {paged.list.data.readers.map((reader) => (
              <Recipient key={reader.readerId} reader={reader} />
            ))}
          </ul>
          <div className={styles.foot}>
            <Pager
              page={page}
              hasMore={paged.list.data.hasMore}
              onPage={setPage}
              summary={showing('readers', {
                page: paged.shownPage,
                pageSize: limits.deliveryPageSize,
                count: paged.list.data.readers.length,
                total: paged.total,
              })}
              label="Pages of readers"
            />
          </div>
        </>
      )}
    </Card>
  );
}

function noteOn(problems: readonly ProblemCount[], { status }: DeliveryProgress): string {
  if (problems.length > 0) return 'With what the mail server said.';
  return status === 'sent' ? 'No email failed' : 'No email has failed so far';
}

/** The results that occurred, with the number of readers of each. */
function results(problems: readonly ProblemCount[], { sent, skipped }: DeliveryProgress) {
  const plain = (state: 'sent' | 'skipped', count: number) =>
    count > 0
      ? [{ key: state, state, failure: null, label: `${deliveryBadges[state].children} (${figure(count)})` }]
      : [];
  return [...plain('sent', sent), ...kinds(problems), ...plain('skipped', skipped)];
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

function Recipient({ reader }: { reader: RecipientView }) {
  const timeZone = useTimeZone();
  const { readerId, email, firstName, state, failure, answer, attempts, at } = reader;
  const isAccepted = state === 'sent';
  return (
    <li className={styles.problem}>
      <div className={styles.who}>
        <p className={layout.entryName}>{email}</p>
        <p className={layout.entryMeta}>
          {firstName !== '' && <span>{firstName}</span>}
          {failure !== null && <span>{failureNames[failure]}</span>}
          <span>
            {state === 'deferred' ? 'Next try ' : state === 'queued' ? 'Due ' : ''}
            <time dateTime={at}>{formatShort(at, timeZone)}</time>
          </span>
          {attempts > 1 && <span>{attempts} tries</span>}
          {isAccepted && <span>{answer}</span>}
        </p>
        {!isAccepted && answer !== null && <p className={styles.answer}>{answer}</p>}
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

function NobodyOnTheList() {
  return (
    <EmptyState title="Nobody was on the list">
      Its time came before anyone had signed up and confirmed. The word counts as sent.
    </EmptyState>
  );
}

function EveryoneWaits() {
  return (
    <EmptyState title="Everyone waits for the warm-up">
      Other emails of that day had used up its amount. The word counts as sent.
    </EmptyState>
  );
}

function Forgotten() {
  return (
    <EmptyState title="The details are gone">
      The result for each reader is kept for about a month, the totals for good.
    </EmptyState>
  );
}
