import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Alert } from '../../design/alert.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { QueryError } from '../../kit/query-error.tsx';
import { useSystem, useTimeZone } from '../../kit/system.ts';
import * as styles from './outbox.css.ts';
import { OutboxList, type OutboxListProps } from './outbox-list.tsx';
import { ReadingPane } from './reading-pane.tsx';

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
  return useSystem()?.emailProvider.endsWith('sandbox');
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
      Emails go to your readers through iContact, so nothing new appears here. The emails listed were
      delivered by the sandbox earlier. To use it again, start the server with{' '}
      <code>EMAIL_PROVIDER=sandbox</code>.
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
