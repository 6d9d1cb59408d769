import { useQuery } from '@tanstack/react-query';
import { type OutboxEmail, type OutboxItem, sampleAddress } from '@wordrise/core/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import { useUnderWay } from '../../kit/sends.ts';
import { isStepMarked, markStep } from '../../kit/step-marks.ts';
import { useSystem, useTimeZone } from '../../kit/system.ts';
import * as styles from './outbox.css.ts';

/** How often to look for new emails while one is expected. */
const arrivalPollMs = 5000;

/** The emails that the sandbox delivered. Which one is open is in the URL. */
export function OutboxPage() {
  const timeZone = useTimeZone();
  const isSandbox = useIsSandbox();
  const underWay = useUnderWay();
  const [params] = useSearchParams();
  const id = params.get('email') ?? undefined;
  const outbox = useQuery({
    ...endpointQuery(useApi(), 'listOutbox'),
    // The sandbox delivers in the background, so returning to the page refetches at once.
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      isSandbox && (underWay || data?.total === 0) ? arrivalPollMs : false,
  });
  const isEmpty = outbox.data?.emails.length === 0 && id === undefined;
  const polls = isSandbox === true && (underWay !== undefined || outbox.data?.total === 0);

  return (
    <Page
      title="Outbox"
      note="Emails delivered by the sandbox on this machine instead of being sent to readers."
      actions={
        <Button icon="refresh" busy={outbox.isRefetching && !polls} onClick={() => outbox.refetch()}>
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
        {outbox.data && !outbox.error && isEmpty && (
          <NothingYet isSandbox={isSandbox} coming={underWay?.word} />
        )}
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

interface NothingYetProps {
  isSandbox: boolean | undefined;
  /** The word of an email that is under way. */
  coming: string | undefined;
}

function NothingYet({ isSandbox, coming }: NothingYetProps) {
  if (isSandbox === false) {
    return (
      <EmptyState title="The outbox is empty">Only the sandbox delivers here, and it is off.</EmptyState>
    );
  }
  if (coming !== undefined) {
    return (
      <EmptyState title={`“${coming}” is on its way`}>
        It appears here by itself when it is sent, once for each reader.
      </EmptyState>
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

/** Reading an email here is one of the first steps, once a word was sent. */
function useMarkAsRead(): void {
  const facts = useQuery({
    ...endpointQuery(useApi(), 'firstSteps'),
    enabled: !isStepMarked('read'),
    staleTime: 0,
  });
  const wasSent = facts.data?.sent === true;
  useEffect(() => {
    if (wasSent) markStep('read');
  }, [wasSent]);
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
  useMarkAsRead();
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
      <MadeUp text={email.text} />
      {view === 'HTML' ? (
        <div className={styles.frame}>
          <EmailFrame title={`Email: ${email.subject}`} html={email.html} hasLinks />
        </div>
      ) : (
        <pre className={styles.plainText}>{withLinks(email.text)}</pre>
      )}
    </>
  );
}

/** What the sandbox puts in place of a provider, and of a setting that is missing. */
function MadeUp({ text }: Pick<OutboxEmail, 'text'>) {
  const hasLink = text.includes('https://sandbox.invalid/');
  const hasAddress = text.includes(sampleAddress);
  if (!hasLink && !hasAddress) return null;
  return (
    <p role="note" className={styles.linkNote}>
      {hasLink && 'Links to sandbox.invalid lead nowhere: in a real email, iContact puts its own there.'}
      {hasAddress && (
        <>
          {hasLink && ' '}
          The postal address at the end is made up. <Link to="/admin/settings">Set yours</Link>
        </>
      )}
    </p>
  );
}

/** Text with its addresses as links. What ends a sentence or a bracket is not part of an address. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)\]])/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <a key={index} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}
