import { useQuery } from '@tanstack/react-query';
import type { ReaderDelivery, ReaderDetails, ReaderView } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { AlertDialog, Dialog, DialogActions } from '../../design/dialog.tsx';
import { Badge, Loading } from '../../design/states.tsx';
import { urlOf } from '../../kit/api.ts';
import { formatShort, withZone } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { useApi } from '../../kit/queries.ts';
import { deliveryBadges, deliveryPath, failureNames } from '../../kit/sends.ts';
import { useTimeZone } from '../../kit/system.ts';
import * as styles from './readers.css.ts';
import {
  personQuery,
  sourceName,
  stateNames,
  stateTones,
  useRemoveReader,
  whyNoEmails,
} from './readers.queries.ts';

/** Everything about one reader: why they get emails or not, which ones went out, removing and exporting. */
export function ReaderDialog({ reader, onClose }: { reader: ReaderView; onClose: () => void }) {
  const { email } = reader;
  const person = useQuery(personQuery(useApi(), email));
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useRemoveReader(onClose);
  if (isRemoving) {
    return (
      <AlertDialog
        open
        onOpenChange={(open) => !open && setIsRemoving(false)}
        title={`Remove ${email}?`}
        description="They are taken off the email provider’s list, and everything about them here is deleted. This cannot be undone."
        confirmLabel="Remove reader"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate(email)}
      />
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={email} width="wide">
      {person.isPending && <Loading label="Loading the reader" rows={4} />}
      {person.error && <QueryError title="Failed to fetch the reader" query={person} />}
      {person.data && <Person person={person.data} />}
      <DialogActions>
        <Button variant="quiet" icon="trash" onClick={() => setIsRemoving(true)}>
          Remove
        </Button>
        <ButtonLink
          to={urlOf('describeReader', { params: { email } })}
          reloadDocument
          download="reader.json"
          icon="download"
        >
          Download JSON
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
}

function Person({ person }: { person: ReaderDetails }) {
  const timeZone = useTimeZone();
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  const facts: [string, ReactNode][] = [
    ['First name', person.firstName || null],
    ['Signed up', show(person.createdAt)],
    ['Where', person.source === null ? 'Not recorded' : sourceName(person.source)],
    ['Favorite word', person.favoriteWord],
    ['Consent', person.consent],
  ];
  return (
    <div className={styles.person}>
      <p className={styles.verdict}>
        <Badge tone={stateTones[person.status]}>{stateNames[person.status]}</Badge>
        <span>{whyNoEmails(person) ?? emailsText(person)}</span>
      </p>
      <dl className={styles.facts}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className={styles.fact}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.value}>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <LatestEmails person={person} show={show} />
    </div>
  );
}

interface LatestEmailsProps {
  person: ReaderDetails;
  show: (instant: string) => string;
}

/** If emails are sent from here, the outcome of each; otherwise the emails sent to the list. */
function LatestEmails({ person: { emails, deliveries }, show }: LatestEmailsProps) {
  if (deliveries.length > 0) return <Deliveries deliveries={deliveries} show={show} />;
  if (emails.latest.length === 0) return null;
  return (
    <section aria-label="Latest emails">
      <h3 className={styles.label}>Latest emails to the list</h3>
      <ul className={styles.emails}>
        {emails.latest.map(({ id, word, sentAt }) => (
          <li key={id} className={styles.sent}>
            <span className={styles.word}>{word}</span>
            <time dateTime={sentAt} className={styles.when}>
              {show(sentAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function emailsText({ emails: { total }, deliveries: [latest] }: ReaderDetails): string {
  if (latest?.state === 'sent') {
    return 'The mail server accepted the latest email. If it did not arrive, ask them to look in the spam folder.';
  }
  if (latest) return 'The latest email has not been accepted by the mail server.';
  if (total === 0) return 'No email has gone out since they joined the list.';
  const emails = total === 1 ? '1 email has' : `${total.toLocaleString('en-US')} emails have`;
  return `${emails} gone out since they joined the list. If none arrived, ask them to look in the spam folder.`;
}

interface DeliveriesProps {
  deliveries: readonly ReaderDelivery[];
  show: (instant: string) => string;
}

/** The outcome of the latest emails to one reader, with the mail server's replies. */
function Deliveries({ deliveries, show }: DeliveriesProps) {
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
