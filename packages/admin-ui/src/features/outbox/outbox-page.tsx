import { useQuery } from '@tanstack/react-query';
import type { OutboxEmail, OutboxItem } from '@wordrise/core/contract';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmailFrame } from '../../design/email-frame.tsx';
import { Alert, EmptyState, Loading, Skeleton } from '../../design/states.tsx';
import { ApiError } from '../../kit/api.ts';
import { formatLong, formatShort, withZone } from '../../kit/dates.ts';
import { QueryError } from '../../kit/failure.tsx';
import { figure } from '../../kit/figures.ts';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useSystem, useTimeZone } from '../../kit/system.ts';
import * as styles from './outbox.css.ts';

/** The emails that the sandbox delivered. Which one is open is in the URL. */
export function OutboxPage() {
  const timeZone = useTimeZone();
  const isSandbox = useIsSandbox();
  const [params] = useSearchParams();
  const id = params.get('email') ?? undefined;
  const outbox = useQuery({
    ...endpointQuery(useApi(), 'listOutbox'),
    // The sandbox delivers in the background, so returning to the page refetches at once.
    refetchOnMount: 'always',
  });
  const isEmpty = outbox.data?.emails.length === 0 && id === undefined;

  return (
    <Page
      title="Outbox"
      note="Emails delivered by the sandbox on this machine instead of being sent to readers."
      actions={
        <Button icon="refresh" busy={outbox.isRefetching} onClick={() => outbox.refetch()}>
          Refresh
        </Button>
      }
    >
      <div className={styles.page}>
        {isSandbox === false && <RealProvider />}
        {outbox.isPending && <Loading label="Loading the outbox" rows={5} rowHeight="4.25rem" />}
        {outbox.error && (
          <QueryError title="The outbox could not be fetched" query={outbox}>
            Delivered emails are safe in the data folder.
          </QueryError>
        )}
        {outbox.data && !outbox.error && isEmpty && <NothingYet isSandbox={isSandbox} />}
        {outbox.data && !outbox.error && !isEmpty && (
          <Emails {...outbox.data} openId={id} timeZone={timeZone} />
        )}
      </div>
    </Page>
  );
}

/** The list, and the open email beside it. */
function Emails({ emails, total, openId, timeZone }: OutboxListProps) {
  const [, setParams] = useSearchParams();
  const pane = useFocusOnOpen(openId);
  return (
    <div className={styles.columns} data-reading={openId !== undefined || undefined}>
      <OutboxList emails={emails} total={total} openId={openId} timeZone={timeZone} />
      <div ref={pane} className={styles.pane} tabIndex={-1}>
        {openId === undefined ? (
          <EmptyState title="Choose an email to read it" />
        ) : (
          <ReadingPane
            key={openId}
            id={openId}
            timeZone={timeZone}
            onClose={() => setParams({}, { preventScrollReset: true })}
          />
        )}
      </div>
    </div>
  );
}

/** `undefined` until it is loaded. */
function useIsSandbox(): boolean | undefined {
  return useSystem()?.email.isSandbox;
}

/** Choosing an email moves the focus to it; the one in the initial URL does not take the focus. */
function useFocusOnOpen(id: string | undefined) {
  const pane = useRef<HTMLDivElement>(null);
  const last = useRef(id);
  useEffect(() => {
    if (last.current === id) return;
    last.current = id;
    if (id !== undefined) pane.current?.focus();
  }, [id]);
  return pane;
}

function RealProvider() {
  return (
    <Alert tone="info" title="A real email provider is on">
      Emails go to your readers, so nothing appears here. To write them to this page instead, start the server
      with <code>EMAIL_PROVIDER=sandbox</code>.
    </Alert>
  );
}

function NothingYet({ isSandbox }: { isSandbox: boolean | undefined }) {
  if (isSandbox === false) {
    return (
      <EmptyState title="The outbox is empty">Only the sandbox delivers here, and it is off.</EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing has been delivered yet"
      action={
        <ButtonLink to="/admin/schedule?new" variant="primary" icon="plus">
          Schedule an email
        </ButtonLink>
      }
    >
      To see the first one: sign up on the front page with any address, then schedule a word for a few minutes
      from now. It will appear here when it is sent, once for each reader.
    </EmptyState>
  );
}

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
              <span className={styles.itemSubject} dir="auto">
                {subject}
              </span>
              <span className={styles.itemTo}>{to}</span>
              <span className={styles.itemTime}>{formatShort(deliveredAt, timeZone)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > emails.length && (
        <p className={styles.more}>
          The newest {figure(emails.length)} of {figure(total)} emails. The rest is in the <code>outbox</code>{' '}
          folder of the data folder.
        </p>
      )}
    </nav>
  );
}

export interface ReadingPaneProps {
  id: string;
  timeZone: string;
  onClose: () => void;
}

/** One email: its headers, and its HTML or its text part. */
export function ReadingPane({ id, timeZone, onClose }: ReadingPaneProps) {
  const email = useQuery(endpointQuery(useApi(), 'readOutbox', { params: { id } }));
  return (
    <section aria-label="Email">
      <div className={styles.back}>
        <Button variant="quiet" size="small" icon="chevron-left" onClick={onClose}>
          All emails
        </Button>
      </div>
      {email.isPending && (
        <Loading label="Loading the email">
          <div className={styles.loading}>
            <Skeleton width="60%" height="2rem" />
            <Skeleton width="40%" />
            <Skeleton height="24rem" />
          </div>
        </Loading>
      )}
      {email.error &&
        (isGone(email.error) ? (
          <EmptyState
            title="This email is not in the outbox"
            action={<Button onClick={onClose}>Show all emails</Button>}
          >
            The link may be old, or the data folder was cleaned up.
          </EmptyState>
        ) : (
          <QueryError title="The email could not be opened" query={email} />
        ))}
      {email.data && <Email email={email.data} timeZone={timeZone} />}
    </section>
  );
}

/** Unknown, or not a valid id at all. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

function Email({ email, timeZone }: { email: OutboxEmail; timeZone: string }) {
  const [view, setView] = useState<'HTML' | 'Text'>('HTML');
  const headers = [
    { name: 'To', value: email.to },
    { name: 'Delivered', value: withZone(formatLong(email.deliveredAt, timeZone), timeZone) },
  ];
  return (
    <>
      <header className={styles.head}>
        <div className={styles.headText}>
          <h2 className={styles.subject} dir="auto">
            {email.subject}
          </h2>
          <dl className={styles.headers}>
            {headers.map(({ name, value }) => (
              <div key={name} className={styles.header}>
                <dt className={styles.headerName}>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend to look right */}
        <div className={styles.views} role="group" aria-label="Show the part">
          {(['HTML', 'Text'] as const).map((part) => (
            <Button key={part} size="small" aria-pressed={view === part} onClick={() => setView(part)}>
              {part}
            </Button>
          ))}
        </div>
      </header>
      {view === 'HTML' ? (
        <div className={styles.frame}>
          <EmailFrame title={`Email: ${email.subject}`} html={email.html} />
        </div>
      ) : (
        <pre className={styles.plainText}>{email.text}</pre>
      )}
    </>
  );
}
