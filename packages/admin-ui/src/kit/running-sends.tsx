import type { SendList, SendView } from '@wordrise/core/contract';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { stack } from '../design/layout.css.ts';
import { useRefreshLists } from './queries.ts';
import { SendProgress } from './send-progress.tsx';
import { deliveryPath, useSends } from './sends.ts';

// One file for browsers: few visits need either.
export { SendProgress };

/** How long a sent email stays visible. */
const shownForMs = 3_600_000;

/** Emails that are being sent from here, or just were; nothing if there are none. */
export function RunningSends() {
  const { list } = useSends();
  useRefreshAtEnd(list.data);
  const sends = list.data?.sends.filter((send) => isCurrent(send, list.dataUpdatedAt)) ?? [];
  if (sends.length === 0) return null;
  const isOver = sends.every(({ progress }) => progress.status === 'sent');
  return (
    <Card
      title={isOver ? 'Just sent' : 'Sending now'}
      note={list.error ? 'This could not be refreshed, and may be out of date.' : undefined}
    >
      <div className={stack.large}>
        {sends.map((send) => (
          <SendProgress
            key={send.id}
            send={send}
            fetchedAt={list.dataUpdatedAt}
            link={
              <ButtonLink to={deliveryPath(send.id)} size="small" variant="quiet">
                Details
              </ButtonLink>
            }
          />
        ))}
      </div>
    </Card>
  );
}

/** Refreshes the lists around it when an email has gone out. */
function useRefreshAtEnd(data: SendList | undefined): void {
  const refresh = useRefreshLists();
  const open = data?.sends.filter(({ progress }) => progress.status !== 'sent').length ?? 0;
  const before = useRef(open);
  useEffect(() => {
    if (open < before.current) refresh();
    before.current = open;
  }, [open, refresh]);
}

function isCurrent({ progress: { status, finishedAt } }: SendView, now: number): boolean {
  return status !== 'sent' || (finishedAt !== null && now - Date.parse(finishedAt) < shownForMs);
}
