import {
  type DeliveryProgress,
  describeHold,
  type SendAction,
  type SendList,
  type SendView,
  sendStanding,
} from '@wordrise/core/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { AlertDialog } from '../design/dialog.tsx';
import { fact, factLine, stack } from '../design/layout.css.ts';
import { Badge, ProgressBar } from '../design/states.tsx';
import { formatShort, withZone } from './dates.ts';
import { counted, figure } from './figures.ts';
import { useRefreshLists } from './queries.ts';
import * as styles from './running-sends.css.ts';
import { deliveryPath, sendBadges, useChangeSend, useSends } from './sends.ts';
import { useTimeZone } from './system.ts';

/** Emails that are being sent from here; nothing if there are none. Those that were sent have their own places. */
export function RunningSends() {
  const { list } = useSends();
  useRefreshAtEnd(list.data);
  const sends = list.data?.sends.filter(({ progress }) => progress.status !== 'sent') ?? [];
  if (sends.length === 0) return null;
  return (
    <Card
      title="Sending now"
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
  const can = (action: SendAction) => progress.actions.includes(action);
  return (
    <div className={styles.send}>
      <div className={styles.head}>
        <div className={styles.title}>
          <p className={styles.word} dir="auto">
            {word}
          </p>
          <Badge {...sendBadges[sendStanding(progress)]} />
        </div>
        <div className={styles.actions}>
          {can('pause') && (
            <Button size="small" busy={pending === 'pause'} onClick={() => act('pause')}>
              Pause
            </Button>
          )}
          {can('resume') && (
            <Button size="small" variant="primary" busy={pending === 'resume'} onClick={() => act('resume')}>
              Resume
            </Button>
          )}
          {can('stop') && (
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
      {progress.warmUp && <p className={styles.noteText}>{heldText(progress.warmUp)}</p>}
      {progress.unknown > 0 && (
        <Unknown
          progress={progress}
          busy={pending === 'leave'}
          onAgain={() => setAsking('again')}
          onLeave={() => act('leave')}
        />
      )}
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

function Bar({ progress, fetchedAt }: { progress: DeliveryProgress; fetchedAt: number }) {
  const timeZone = useTimeZone();
  const pace = useSendPace(progress, fetchedAt);
  const { status, recipients, sent, failed, unknown, queued, inFlight, startedAt, finishedAt } = progress;
  const { waves, nextAt, hold } = progress;
  const left = queued + inFlight;
  // How many of them wait for a later local time is not known here.
  const leftNow = waves.begun < waves.total ? undefined : left;
  const show = (instant: string) => withZone(formatShort(instant, timeZone), timeZone);
  return (
    <>
      <ProgressBar label="Readers done" done={sent + failed + unknown} total={recipients} />
      <p className={factLine}>
        <span className={fact}>
          Sent to {figure(sent)} of {counted(recipients, 'reader')}
        </span>
        {status === 'preparing' && <span>Listing the readers…</span>}
        {waves.total > 1 && status !== 'sent' && (
          <span>
            {waves.begun} of {waves.total} local times
          </span>
        )}
        {status === 'sending' && queued > 0 && nextAt !== null && <span>Next readers {show(nextAt)}</span>}
        {status === 'sending' && left > 0 && nextAt === null && hold === null && (
          <span>{pace === undefined ? 'Measuring the speed…' : paceText(pace, leftNow)}</span>
        )}
        {status === 'sending' && left === 0 && <span>Only retries are left</span>}
        {status === 'paused' && <span>Started {show(startedAt)}</span>}
        {finishedAt !== null && <span>Finished {show(finishedAt)}</span>}
      </p>
      {hold && <p className={styles.noteText}>{describeHold(hold, show)}</p>}
    </>
  );
}

function Counts({ progress }: { progress: DeliveryProgress }) {
  const { queued, inFlight, deferred, failed, unknown, skipped, status, warmUp } = progress;
  const counts: [string, number, boolean][] = [
    ['Waiting', queued + inFlight, status !== 'sent'],
    ['To be retried', deferred, status !== 'sent'],
    ['Failed', failed, true],
    ['Unknown', unknown, true],
    ['Left out', skipped, skipped > 0],
    ['Held back', warmUp?.held ?? 0, warmUp !== null],
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

/** Why readers are held back, and that nothing is wrong. */
export function heldText({ held, most, day, days }: NonNullable<DeliveryProgress['warmUp']>): string {
  const which = day === null ? 'the warm-up' : `warm-up, day ${day} of ${days}`;
  return `Held back: ${counted(held, 'reader')} – ${which}: at most ${figure(most)} for this email. They get the emails once the schedule reaches them.`;
}

interface UnknownProps {
  progress: Pick<DeliveryProgress, 'unknown' | 'undecided' | 'actions'>;
  busy: boolean;
  onAgain: () => void;
  onLeave: () => void;
}

/** One decision for all of them: another copy, or none. */
function Unknown({ progress: { unknown, undecided, actions }, busy, onAgain, onLeave }: UnknownProps) {
  const who = unknown === 1 ? 'The reader' : 'These readers';
  return (
    <div className={styles.note}>
      <p className={styles.noteText}>
        Unknown: there is no record of the mail server’s answer. {who} may or may not have it.{' '}
        {undecided > 0
          ? 'Nothing is sent to them again unless you choose to.'
          : 'You left it at that: nothing is sent to them again.'}
      </p>
      <div className={styles.actions}>
        {actions.includes('again') && (
          <Button size="small" icon="refresh" onClick={onAgain}>
            Send again
          </Button>
        )}
        {actions.includes('leave') && (
          <Button size="small" busy={busy} busyLabel="Leaving..." onClick={onLeave}>
            Leave it
          </Button>
        )}
      </div>
    </div>
  );
}

type Asked = Pick<SendView, 'word' | 'progress'>;

const questions = {
  stop: ({ word, progress: { recipients, sent, failed, unknown } }: Asked) => ({
    title: `Stop sending “${word}”?`,
    description: `${counted(recipients - sent - failed - unknown, 'reader')} will not get it. Those who have it keep it. This cannot be undone.`,
    confirmLabel: 'Stop sending',
    busyLabel: 'Stopping...',
    cancelLabel: 'Go on sending',
  }),
  again: ({ word, progress: { unknown } }: Asked) => ({
    title: `Send “${word}” again to ${counted(unknown, 'reader')}?`,
    description:
      'Some of them may have it already and would get it twice. Readers who were refused because of the email itself are tried again too.',
    confirmLabel: 'Send again',
    busyLabel: 'Sending...',
    cancelLabel: 'Not now',
  }),
};

/** How many emails were finished at a given time. */
interface Sample {
  at: number;
  done: number;
}

const windowMs = 30_000;
const shortestMs = 3000;

/** Adds a sample and drops those that are too old; starts over if emails were queued again. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1);
  if (last && sample.done < last.done) return [sample];
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample];
}

/** Emails per second; `undefined` until there is enough data. */
export function paceOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < shortestMs) return undefined;
  return ((last.done - first.done) * 1000) / (last.at - first.at);
}

/** How fast an email goes out, from what the last polls counted. @param at When `progress` was fetched. */
export function useSendPace(progress: DeliveryProgress, at: number): number | undefined {
  const [samples, setSamples] = useState<Sample[]>([]);
  const isGoing = progress.status === 'sending';
  const done = progress.sent + progress.failed + progress.unknown;
  const isNew = isGoing ? samples.at(-1)?.at !== at : samples.length > 0;
  if (isNew) setSamples(isGoing ? withSample(samples, { at, done }) : []);
  return paceOf(samples);
}

/** "48 a second, about 2 minutes left" @param left Readers who get it as fast; `undefined` if that is not known. */
export function paceText(pace: number, left: number | undefined): string {
  const rate = pace >= 1 ? `${formatRate(pace)} a second` : `${formatRate(pace * 60)} a minute`;
  return pace > 0 && left ? `${rate}, ${timeLeft(left / pace)}` : rate;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes === 1 ? '1 minute' : `${minutes} minutes`} left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

function formatRate(count: number): string {
  return figure(Math.round(count));
}
