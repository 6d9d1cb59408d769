import type { OutboxItem } from '@wordrise/core/contract';
import { Link } from 'react-router';
import { formatShort } from '../../kit/dates.ts';
import * as styles from './outbox.css.ts';

export interface OutboxListProps {
  emails: OutboxItem[];
  /** The number of all emails; `emails` holds the newest. */
  total: number;
  openId: string | undefined;
  timeZone: string;
}

export function OutboxList({ emails, total, openId, timeZone }: OutboxListProps) {
  return (
    <nav className={styles.list} aria-label="Delivered emails, newest first">
      <ul>
        {emails.map(({ id, to, subject, deliveredAt }) => (
          <li key={id} className={styles.item}>
            <Link
              className={styles.link}
              to={`?email=${encodeURIComponent(id)}`}
              preventScrollReset
              aria-current={id === openId ? 'true' : undefined}
            >
              <span className={styles.itemSubject}>{subject}</span>
              <span className={styles.itemTo}>{to}</span>
              <span className={styles.itemTime}>{formatShort(deliveredAt, timeZone)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > emails.length && (
        <p className={styles.more}>
          The newest {emails.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} emails. The
          rest is in the <code>outbox</code> folder of the data folder.
        </p>
      )}
    </nav>
  );
}
