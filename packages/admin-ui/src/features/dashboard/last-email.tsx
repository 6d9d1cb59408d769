import type { SendView, TomorrowView } from '@wordrise/core/contract';
import { Link } from 'react-router';
import { Card } from '../../design/card.tsx';
import { Badge, Loading } from '../../design/states.tsx';
import { shiftDay } from '../../kit/calendar-days.ts';
import { dayOf, formatShort, useNow, withZone } from '../../kit/dates.ts';
import { deliveryPath, useSends } from '../../kit/sends.ts';
import { type CalendarEntry, lastEmail } from './calendar-entries.ts';
import * as styles from './dashboard.css.ts';

interface LastEmailProps {
  /** `undefined` while loading. */
  entries: CalendarEntry[] | undefined;
  timeZone: string;
  failed: boolean;
  /** Emails that some readers may or may not have. */
  doubts: TomorrowView['doubts'];
}

/** Whether the last email went out, and to how many readers. */
export function LastEmail({ entries, timeZone, failed, doubts }: LastEmailProps) {
  const now = useNow();
  const { list } = useSends();
  const last = entries && lastEmail(entries, now);
  // The last email says it itself.
  const earlier = doubts.filter(({ id }) => id !== last?.id);
  return (
    <Card title={last ? dayName(last.day, dayOf(now, timeZone)) : 'Yesterday'}>
      {entries === undefined ? (
        failed ? (
          <p className={styles.lastNote}>The emails could not be fetched. Sending is not affected.</p>
        ) : (
          <Loading label="Loading the last email" rows={1} rowHeight="4rem" />
        )
      ) : last ? (
        <Outcome email={last} send={list.data?.sends.find(({ id }) => id === last.id)} timeZone={timeZone} />
      ) : (
        <p className={styles.lastNote}>No email has gone out yet.</p>
      )}
      {earlier.length > 0 && (
        <ul className={styles.doubts} aria-label="Emails that wait for a decision">
          {earlier.map(({ id, word, readers: count }) => (
            <li key={id}>
              <Link to={deliveryPath(id)}>{`${readers(count)} may or may not have “${word}”.`}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function dayName(day: string, today: string): string {
  if (day === today) return 'Today';
  return day === shiftDay(today, -1) ? 'Yesterday' : 'Last email';
}

interface OutcomeProps {
  email: CalendarEntry;
  /** If it was sent from here. */
  send: SendView | undefined;
  timeZone: string;
}

function Outcome({ email: { id, word, status, reason, scheduledDate }, send, timeZone }: OutcomeProps) {
  const when = withZone(formatShort(scheduledDate, timeZone), timeZone);
  if (status === 'failed') {
    return (
      <>
        <p className={styles.lastText}>
          <Link to="/admin/schedule">{`“${word}” did not go out`}</Link> <Badge tone="bad">Failed</Badge>
        </p>
        <p className={styles.lastNote}>
          {when}. {reason}
        </p>
      </>
    );
  }
  const { sent = 0, recipients = 0, failed = 0, unknown = 0, warmUp } = send?.progress ?? {};
  return (
    <>
      <p className={styles.lastText}>
        <Link to={deliveryPath(id)}>
          {send
            ? `“${word}” reached ${figure(sent)} of ${readers(recipients)}`
            : `“${word}” was sent by the email provider`}
        </Link>
        {failed > 0 && <Badge tone="bad">{figure(failed)} failed</Badge>}
        {unknown > 0 && (
          <Link to={deliveryPath(id)}>
            <Badge tone="warn">{figure(unknown)} unknown</Badge>
          </Link>
        )}
      </p>
      <p className={styles.lastNote}>
        {when}
        {warmUp && `. ${readers(warmUp.held)} ${warmUp.held === 1 ? 'waits' : 'wait'} for the warm-up.`}
      </p>
    </>
  );
}

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${figure(count)} readers`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
