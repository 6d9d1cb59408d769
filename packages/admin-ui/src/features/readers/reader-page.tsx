import { useQuery } from '@tanstack/react-query';
import {
  auditText,
  type DeliveryState,
  type ReaderDelivery,
  type ReaderDetails,
  weekdaysText,
} from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { classNames } from '../../design/class-names.ts';
import { AlertDialog } from '../../design/dialog.tsx';
import * as layout from '../../design/layout.css.ts';
import { Alert, Badge, Loading } from '../../design/states.tsx';
import { urlOf } from '../../kit/api.ts';
import { formatDay, formatShort, withZone } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { figure } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { useApi } from '../../kit/queries.ts';
import { deliveryBadges, deliveryPath, failureNames } from '../../kit/sends.ts';
import { useTimeZone } from '../../kit/system.ts';
import { ReaderBadges } from './reader-badges.tsx';
import * as styles from './readers.css.ts';
import {
  readerDetailsQuery,
  readerQuery,
  sourceName,
  stateNames,
  toReaders,
  useRemovalText,
  useRemoveReader,
  whyNoEmails,
} from './readers.queries.ts';

/** Everything about one reader: why they get emails or not, which ones went out, removing and exporting. */
export function ReaderPage() {
  const [searchParams] = useSearchParams();
  const id = Number(searchParams.get('id') ?? 0);
  const isId = Number.isSafeInteger(id) && id > 0;
  const found = useQuery({ ...readerQuery(useApi(), id), enabled: isId });
  const reader = found.data?.readers[0];
  return (
    <Page title="Reader" back={toReaders}>
      {isId && found.isPending && <Loading label="Loading the reader" rows={4} />}
      {found.error && <QueryError title="Failed to fetch the reader" query={found} />}
      {(!isId || found.data?.readers.length === 0) && (
        <Alert tone="warn" title="This reader is no longer here">
          They were removed, and everything about them was deleted.
        </Alert>
      )}
      {reader && <ReaderCards email={reader.email} />}
    </Page>
  );
}

function ReaderCards({ email }: { email: string }) {
  const reader = useQuery(readerDetailsQuery(useApi(), email));
  if (reader.isPending) return <Loading label="Loading the reader" rows={4} />;
  if (reader.error) return <QueryError title="Failed to fetch the reader" query={reader} />;
  return <Reader reader={reader.data} />;
}

function Reader({ reader }: { reader: ReaderDetails }) {
  const timeZone = useTimeZone();
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  const { email, status, statusAt } = reader;
  const facts: [string, ReactNode][] = [
    ['First name', reader.firstName || null],
    ['Signed up', show(reader.createdAt)],
    ['Where', reader.source === null ? 'Not recorded' : sourceName(reader.source)],
    ['Campaign', reader.campaign],
    ['Confirmed', reader.confirmedAt === null ? null : show(reader.confirmedAt)],
    ['Welcome email', reader.welcomedAt === null ? null : show(reader.welcomedAt)],
    [`${stateNames[status]} since`, statusAt === null ? null : show(statusAt)],
    ['Favorite word', reader.favoriteWord],
    ['May be named with it', reader.creditAgreedAt ? 'Yes' : null],
    ...preferenceFacts(reader.preferences),
    ['Consent', reader.consent && <ConsentText text={reader.consent} />],
    ['Privacy page', reader.privacy && `Version ${reader.privacy.version}`],
    ['Earlier', reader.suppression && `Was ${reader.suppression.reason} (${show(reader.suppression.since)})`],
  ];
  return (
    <div className={classNames(styles.page, layout.arrive)}>
      <Card title={<span className={styles.address}>{email}</span>} actions={<ReaderActions email={email} />}>
        <div className={styles.details}>
          <p className={styles.verdict}>
            <ReaderBadges {...reader} />
            <span>{whyNoEmails(reader) ?? warmUpText(reader) ?? emailsText(reader, show)}</span>
          </p>
          <dl className={styles.facts}>
            {facts.map(
              ([label, value]) =>
                value !== null && (
                  <div key={label} className={styles.fact}>
                    <dt className={styles.label}>{label}</dt>
                    <dd className={styles.value} dir="auto">
                      {value}
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      </Card>
      <LatestEmails reader={reader} show={show} />
      <Activity reader={reader} show={show} />
    </div>
  );
}

/** What the form said, with its links as links: `[Privacy](https://…)`. */
function ConsentText({ text }: { text: string }) {
  const parts = text.split(/\[([^[\]]+)\]\((https?:\/\/[^()\s]+)\)/);
  return parts.map((part, at) =>
    at % 3 === 0 ? (
      part
    ) : at % 3 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <a key={at} href={parts[at + 1]} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : null,
  );
}

/** Only what the reader chose: the rest is as the owner sends it. */
function preferenceFacts({ weekdays, sendTime, timezone }: ReaderDetails['preferences']) {
  const time = [sendTime, timezone?.replaceAll('_', ' ')].filter(Boolean).join(', ');
  return [
    ['Days', weekdays && weekdaysText(weekdays)],
    [sendTime ? 'Own time' : 'Time zone', time || null],
  ] satisfies [string, string | null][];
}

function ReaderActions({ email }: { email: string }) {
  const navigate = useNavigate();
  const [isRemoving, setIsRemoving] = useState(false);
  const removal = useRemovalText();
  const remove = useRemoveReader(() => navigate('/admin/readers', { replace: true }));
  return (
    <div className={layout.cluster}>
      <ButtonLink
        to={urlOf('describeReader', { params: { email } })}
        reloadDocument
        download="reader.json"
        icon="download"
      >
        Download JSON
      </ButtonLink>
      <Button icon="trash" onClick={() => setIsRemoving(true)}>
        Remove
      </Button>
      <AlertDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={`Remove ${email}?`}
        description={removal}
        confirmLabel="Remove reader"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => remove.mutate(email, { onError: () => setIsRemoving(false) })}
      />
    </div>
  );
}

interface LatestEmailsProps {
  reader: ReaderDetails;
  show: (instant: string) => string;
}

/** If emails are sent from here, the outcome of each; otherwise the emails sent to the list. */
function LatestEmails({ reader: { emails, deliveries }, show }: LatestEmailsProps) {
  if (deliveries.length > 0) return <Deliveries deliveries={deliveries} show={show} />;
  if (emails.latest.length === 0) return null;
  return (
    <Card title="Latest emails to the list">
      <ul className={styles.emails}>
        {emails.latest.map(({ id, word, sentAt }) => (
          <li key={id} className={styles.sent}>
            <bdi className={styles.word}>{word}</bdi>
            <time dateTime={sentAt} className={styles.when}>
              {show(sentAt)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Why a reader on the list is held back. */
function warmUpText({ warmUpReaches }: ReaderDetails): string | undefined {
  if (warmUpReaches === null) return undefined;
  return `Waits for the warm-up of the new domain, which reaches them about ${formatDay(`${warmUpReaches}T12:00:00Z`, 'UTC')}.`;
}

/** What became of the latest email, or is to become of it at an instant. */
const latestTexts: Record<DeliveryState, (at: string) => string> = {
  queued: (at) => `The latest email is still to come, due ${at}.`,
  deferred: (at) => `The mail server put off the latest email. Next try: ${at}.`,
  sending: () => 'The latest email is being sent.',
  sent: () =>
    'The mail server accepted the latest email. If it did not arrive, ask them to look in the spam folder.',
  failed: () => 'The latest email has not been accepted by the mail server.',
  unknown: () => 'It is unknown whether the mail server accepted the latest email.',
  skipped: () => 'The latest email was not sent to them.',
};

function emailsText(
  { emails: { total }, deliveries: [latest] }: ReaderDetails,
  show: (instant: string) => string,
): string {
  if (latest) return latestTexts[latest.state](show(latest.at));
  if (total === 0) return 'No email has gone out since they joined the list.';
  const emails = total === 1 ? '1 email has' : `${figure(total)} emails have`;
  return `${emails} gone out since they joined the list. If none arrived, ask them to look in the spam folder.`;
}

interface DeliveriesProps {
  deliveries: readonly ReaderDelivery[];
  show: (instant: string) => string;
}

/** The outcome of the latest emails to one reader, with the mail server's replies. */
function Deliveries({ deliveries, show }: DeliveriesProps) {
  return (
    <Card title="Latest emails">
      <ul className={styles.emails}>
        {deliveries.map(({ id, word, state, failure, answer, attempts, at }, index) => (
          <li key={id ?? `removed-${index}`} className={styles.delivery}>
            <span className={styles.word} dir="auto">
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
    </Card>
  );
}

/** What was done with their data. */
function Activity({ reader: { activity }, show }: LatestEmailsProps) {
  if (activity.length === 0) return null;
  return (
    <Card title="Activity" note="What was done with this reader’s data, from the activity log.">
      <ul className={styles.emails}>
        {activity.map((entry) => (
          <li key={entry.id} className={styles.sent}>
            <span>{auditText({ ...entry, detail: null })}</span>
            <span className={styles.when}>
              <time dateTime={entry.at}>{show(entry.at)}</time> ·{' '}
              {entry.via === 'cli' ? 'on the command line' : (entry.account ?? 'unknown account')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
