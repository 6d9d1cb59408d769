import type { DeliveryProgress, SendView } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { AlertDialog } from '../design/alert-dialog.tsx';
import { Badge, type BadgeProps } from '../design/badge.tsx';
import { Button } from '../design/button.tsx';
import { ProgressBar } from '../design/progress-bar.tsx';
import { formatShort, withZone } from './dates.ts';
import { paceText, useSendPace } from './send-pace.ts';
import * as styles from './send-progress.css.ts';
import { type SendAction, useChangeSend } from './sends.ts';
import { useTimeZone } from './system.ts';

export interface SendProgressProps {
  send: Pick<SendView, 'id' | 'word' | 'progress'>;
  /** When `send` was fetched, in milliseconds. */
  fetchedAt: number;
  /** At the right of the word, after its buttons. */
  link?: ReactNode;
}

/** The progress of one email, with buttons to pause, resume and stop it. */
export function SendProgress({ send, fetchedAt, link }: SendProgressProps) {
  const { id, word, progress } = send;
  const [asking, setAsking] = useState<'stop' | 'again'>();
  const change = useChangeSend(() => setAsking(undefined));
  const pending = change.isPending ? change.variables.action : undefined;
  const act = (action: SendAction) => change.mutate({ id, action });
  return (
    <div className={styles.send}>
      <div className={styles.head}>
        <div className={styles.title}>
          <p className={styles.word}>{word}</p>
          <Badge {...badges[progress.status]} />
        </div>
        <div className={styles.actions}>
          {progress.status === 'sending' && (
            <Button size="small" busy={pending === 'pause'} onClick={() => act('pause')}>
              Pause
            </Button>
          )}
          {progress.status === 'paused' && (
            <Button size="small" variant="primary" busy={pending === 'resume'} onClick={() => act('resume')}>
              Resume
            </Button>
          )}
          {(progress.status === 'sending' || progress.status === 'paused') && (
            <Button size="small" onClick={() => setAsking('stop')}>
              Stop
            </Button>
          )}
          {link}
        </div>
      </div>
      <Bar progress={progress} fetchedAt={fetchedAt} />
      {progress.reason !== null && <p className={styles.reason}>{progress.reason}</p>}
      <Counts progress={progress} />
      {progress.unknown > 0 && <Unknown count={progress.unknown} onAgain={() => setAsking('again')} />}
      {asking && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setAsking(undefined)}
          {...questions[asking](send)}
          busy={change.isPending}
          onConfirm={() => act(asking)}
        />
      )}
    </div>
  );
}

const badges: Record<DeliveryProgress['status'], BadgeProps> = {
  preparing: { tone: 'info', children: 'Preparing' },
  sending: { tone: 'today', icon: 'mail', children: 'Sending' },
  paused: { tone: 'warn', children: 'Paused' },
  sent: { tone: 'good', children: 'Sent' },
};

function Bar({ progress, fetchedAt }: { progress: DeliveryProgress; fetchedAt: number }) {
  const timeZone = useTimeZone();
  const pace = useSendPace(progress, fetchedAt);
  const { status, recipients, sent, failed, unknown, queued, inFlight, startedAt, finishedAt } = progress;
  const left = queued + inFlight;
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  return (
    <>
      <ProgressBar label="Readers done" done={sent + failed + unknown} total={recipients} />
      <p className={styles.line}>
        <span className={styles.sentOf}>
          Sent to {figure(sent)} of {readers(recipients)}
        </span>
        {status === 'preparing' && <span>Listing the readers…</span>}
        {status === 'sending' && left > 0 && (
          <span>{pace === undefined ? 'Measuring the speed…' : paceText(pace, left)}</span>
        )}
        {status === 'sending' && left === 0 && <span>Only retries are left</span>}
        {status === 'paused' && <span>Started {show(startedAt)}</span>}
        {finishedAt !== null && <span>Finished {show(finishedAt)}</span>}
      </p>
    </>
  );
}

function Counts({ progress }: { progress: DeliveryProgress }) {
  const { queued, inFlight, deferred, failed, unknown, skipped, status } = progress;
  const counts: [string, number, boolean][] = [
    ['Waiting', queued + inFlight, status !== 'sent'],
    ['To be retried', deferred, status !== 'sent'],
    ['Failed', failed, true],
    ['Unknown', unknown, true],
    ['Left out', skipped, skipped > 0],
  ];
  return (
    <dl className={styles.counts}>
      {counts.map(
        ([label, count, isShown]) =>
          isShown && (
            <div key={label}>
              <dt className={styles.label}>{label}</dt>
              <dd className={styles.count}>{figure(count)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Unknown({ count, onAgain }: { count: number; onAgain: () => void }) {
  return (
    <div className={styles.note}>
      <p className={styles.noteText}>
        Unknown: the email was sent to the mail server, but its answer was lost.{' '}
        {count === 1 ? 'The reader' : 'These readers'} may or may not have it. Nothing is sent to them again
        unless you choose to.
      </p>
      <Button size="small" icon="refresh" onClick={onAgain}>
        Send again
      </Button>
    </div>
  );
}

type Asked = Pick<SendView, 'word' | 'progress'>;

const questions = {
  stop: ({ word, progress: { recipients, sent, failed, unknown } }: Asked) => ({
    title: `Stop sending “${word}”?`,
    description: `${readers(recipients - sent - failed - unknown)} will not get it. Those who have it keep it. This cannot be undone.`,
    confirmLabel: 'Stop sending',
    busyLabel: 'Stopping...',
    cancelLabel: 'Go on sending',
  }),
  again: ({ word, progress: { unknown } }: Asked) => ({
    title: `Send “${word}” again to ${readers(unknown)}?`,
    description:
      'Some of them may have it already and would get it twice. Readers who were refused because of the email itself are tried again too.',
    confirmLabel: 'Send again',
    busyLabel: 'Sending...',
    cancelLabel: 'Leave it',
  }),
};

function readers(count: number): string {
  return count === 1 ? '1 reader' : `${figure(count)} readers`;
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
