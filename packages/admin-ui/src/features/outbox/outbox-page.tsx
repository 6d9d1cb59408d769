import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Alert } from '../../design/alert.tsx';
import { Button, ButtonLink } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { ErrorState } from '../../design/error-state.tsx';
import { Loading } from '../../design/skeleton.tsx';
import { Page } from '../../kit/page.tsx';
import { endpointQuery, useApi } from '../../kit/queries.ts';
import { useSystem, useTimeZone } from '../../kit/system.ts';
import * as styles from './outbox.css.ts';
import { OutboxList } from './outbox-list.tsx';
import { ReadingPane } from './reading-pane.tsx';

/** What the sandbox delivered, to be read. Which email is open stands in the address. */
export function OutboxPage() {
  const timeZone = useTimeZone();
  const sandbox = useIsSandbox();
  const [params, setParams] = useSearchParams();
  const id = params.get('email') ?? undefined;
  const outbox = useQuery({
    ...endpointQuery(useApi(), 'listOutbox'),
    // The sandbox delivers without us: coming back to the page asks at once.
    refetchOnMount: 'always',
  });
  const emails = outbox.data?.emails;
  const pane = useFocusOnOpen(id);

  return (
    <Page
      title="Outbox"
      note="Every email that the sandbox delivered on this machine, instead of sending it to readers."
      actions={
        <Button icon="refresh" busy={outbox.isRefetching} onClick={() => outbox.refetch()}>
          Refresh
        </Button>
      }
    >
      <div className={styles.page}>
        {sandbox === false && <RealProvider />}
        {outbox.isPending && <Loading label="Loading the outbox" rows={5} rowHeight="4.25rem" />}
        {outbox.error && (
          <ErrorState
            title="The outbox could not be fetched"
            onRetry={() => outbox.refetch()}
            retrying={outbox.isFetching}
          >
            What was delivered is safe in the data folder.
          </ErrorState>
        )}
        {emails?.length === 0 && !outbox.error && id === undefined && <NothingYet sandbox={sandbox} />}
        {emails && !outbox.error && (emails.length > 0 || id !== undefined) && (
          <div className={styles.columns} data-reading={id !== undefined || undefined}>
            <OutboxList
              emails={emails}
              total={outbox.data?.total ?? emails.length}
              openId={id}
              timeZone={timeZone}
            />
            <div ref={pane} className={styles.pane} tabIndex={-1}>
              {id === undefined ? (
                <EmptyState icon="mail" title="Choose an email to read it" />
              ) : (
                <ReadingPane
                  key={id}
                  id={id}
                  timeZone={timeZone}
                  onClose={() => setParams({}, { preventScrollReset: true })}
                />
              )}
            </div>
          </div>
        )}
      </div>
    </Page>
  );
}

/** `undefined` until it is known. */
function useIsSandbox(): boolean | undefined {
  const provider = useSystem()?.emailProvider;
  return provider && provider === 'sandbox';
}

/** An email that was chosen is read next; not the one that the page opened with. */
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
      Emails go to your readers through iContact, so nothing new comes here. What is listed was delivered by
      the sandbox before. To go back to it, start the server with <code>EMAIL_PROVIDER=sandbox</code>.
    </Alert>
  );
}

function NothingYet({ sandbox }: { sandbox: boolean | undefined }) {
  if (sandbox === false) {
    return (
      <EmptyState icon="inbox" title="The outbox is empty">
        Only the sandbox fills it, and the sandbox is off.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="inbox"
      title="Nothing was delivered yet"
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
