import type { ReaderDelivery } from '@wordrise/core/contract';
import { Link } from 'react-router';
import { Badge } from '../../design/badge.tsx';
import { deliveryBadges, failureNames } from '../../kit/delivery-texts.ts';
import { deliveryPath } from '../../kit/sends.ts';
import * as styles from './readers.css.ts';

export interface DeliveriesProps {
  deliveries: readonly ReaderDelivery[];
  show: (instant: string) => string;
}

/** The outcome of the latest emails to one reader, with the mail server's replies. */
export function Deliveries({ deliveries, show }: DeliveriesProps) {
  return (
    <section aria-label="Latest emails">
      <h3 className={styles.label}>
        {deliveries.length === 1 ? 'The latest email' : `The latest ${deliveries.length} emails`}
      </h3>
      <ul className={styles.emails}>
        {deliveries.map(({ id, word, state, failure, answer, attempts, at }, index) => (
          <li key={id ?? `removed-${index}`} className={styles.delivery}>
            <span className={styles.word}>
              {id === null ? word : <Link to={deliveryPath(id)}>{word}</Link>}
            </span>
            <Badge {...deliveryBadges[state]} />
            <p className={styles.outcome}>
              <time dateTime={at}>{show(at)}</time>
              {failure !== null && ` · ${failureNames[failure]}`}
              {attempts > 1 && ` · ${attempts} tries`}
            </p>
            {answer !== null && <p className={styles.answer}>{answer}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
