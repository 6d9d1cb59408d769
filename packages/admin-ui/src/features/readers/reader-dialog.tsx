import { useQuery } from '@tanstack/react-query';
import type { PersonView, ReaderView } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../../design/alert-dialog.tsx';
import { Badge } from '../../design/badge.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Dialog, DialogActions } from '../../design/dialog.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { urlOf } from '../../kit/api.ts';
import { formatShort, withZone } from '../../kit/dates.ts';
import { useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useTimeZone } from '../../kit/system.ts';
import { Deliveries } from './deliveries.tsx';
import { sourceName, stateNames, stateTones, whyNoEmails } from './reader-texts.ts';
import * as styles from './readers.css.ts';
import { personQuery, useRemoveReader } from './readers.queries.ts';

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
          to={urlOf('describePerson', { params: { email } })}
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

function Person({ person }: { person: PersonView }) {
  const timeZone = useTimeZone();
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  const facts: [string, ReactNode][] = [
    ['First name', person.firstName],
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
  person: PersonView;
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

function emailsText({ emails: { total }, deliveries: [latest] }: PersonView): string {
  if (latest?.state === 'sent') {
    return 'The mail server accepted the latest email. If it did not arrive, ask them to look in the spam folder.';
  }
  if (latest) return 'The latest email has not been accepted by the mail server.';
  if (total === 0) return 'No email has gone out since they joined the list.';
  const emails = total === 1 ? '1 email has' : `${total.toLocaleString('en-US')} emails have`;
  return `${emails} gone out since they joined the list. If none arrived, ask them to look in the spam folder.`;
}
