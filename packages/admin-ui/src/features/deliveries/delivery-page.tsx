import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { stack } from '../../design/layout.css.ts';
import { Loading } from '../../design/skeleton.tsx';
import { formatLong, withZone } from '../../kit/dates.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { nextPollMs } from '../../kit/sends.ts';
import { SendProgress } from '../../kit/sends-under-way.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { ProblemReaders } from './problem-readers.tsx';

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
      <div className={stack.normal}>
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
