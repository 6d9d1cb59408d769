import type { SendView } from '@wordrise/core/contract';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Badge, EmptyState, Loading } from '../../design/states.tsx';
import { QueryError } from '../../kit/failure.tsx';
import { deliveryPath, useSends } from '../../kit/sends.ts';
import * as styles from './schedule.css.ts';
import { RowDate } from './send-entry.tsx';

/** Emails that were sent from here, the latest first, with how many readers got each. */
export function SentEmails({ timeZone }: { timeZone: string }) {
  const { list, sendsFromHere } = useSends();
  if (!sendsFromHere) return null;
  const sent = list.data?.sends.filter(({ progress }) => progress.status === 'sent');
  return (
    <Card title="Sent Emails" note={sent && sent.length > 0 ? 'The latest first' : undefined} flush>
      {list.isPending && (
        <div className={styles.loading}>
          <Loading label="Loading sent emails" rows={3} rowHeight="4rem" />
        </div>
      )}
      {list.error && !sent && <QueryError title="The sent emails could not be fetched" query={list} />}
      {sent?.length === 0 && (
        <EmptyState title="No email has been sent yet">
          Each one is listed here with how many readers got it.
        </EmptyState>
      )}
      {sent && sent.length > 0 && (
        <ul className={styles.entries} aria-label="Sent emails, the latest first">
          {sent.map((send) => (
            <SentEmail key={send.id} send={send} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SentEmail({ send, timeZone }: { send: SendView; timeZone: string }) {
  const { id, word, scheduledDate, progress } = send;
  return (
    <li className={styles.entry}>
      <RowDate instant={scheduledDate} timeZone={timeZone} />
      <div className={styles.entryText}>
        <div className={styles.entryHead}>
          <p className={styles.entryName} dir="auto">
            {word}
          </p>
          {progress.failed > 0 && <Badge tone="bad">{figure(progress.failed)} failed</Badge>}
          {progress.unknown > 0 && <Badge tone="warn">{figure(progress.unknown)} unknown</Badge>}
        </div>
        <p className={styles.entryTime}>
          Sent to {figure(progress.sent)} of {figure(progress.recipients)}{' '}
          {progress.recipients === 1 ? 'reader' : 'readers'}
        </p>
        {progress.reason !== null && <p className={styles.entryNote}>{progress.reason}</p>}
      </div>
      <div className={styles.entryActions}>
        <ButtonLink to={deliveryPath(id)} size="small" aria-label={`Details of ${word}`}>
          Details
        </ButtonLink>
      </div>
    </li>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
