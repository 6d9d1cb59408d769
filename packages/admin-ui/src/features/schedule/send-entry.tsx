import type { ProviderEntry } from '@wordrise/core/contract';
import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Badge } from '../../design/states.tsx';
import { formatDay, formatLong, formatTime, withZone } from '../../kit/dates.ts';
import { EmailActions, type WaitingEmail } from '../../kit/email-actions.tsx';
import { EmailDialog } from '../../kit/email-preview.tsx';
import { deliveryPath } from '../../kit/sends.ts';
import { useUpdateEmails } from '../../kit/update-emails.tsx';
import * as styles from './schedule.css.ts';

interface SendEntryProps {
  entry: ProviderEntry;
  /** "This week", above the first row of that week. */
  week?: string | undefined;
  timeZone: string;
  onMove: () => void;
  onCancel: () => void;
}

/** One pending email: its day first, its name and ids at the end. */
export function SendEntry({ entry, week, timeZone, onMove, onCancel }: SendEntryProps) {
  const { id, sendId, reason, scheduledTime, hasOlderText, isElsewhere = false } = entry;
  const update = useUpdateEmails();
  const name = nameOf(entry);
  const { word } = splitName(name);
  const waiting = waitingEmail(entry);
  const [isReading, setIsReading] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  return (
    <li>
      {week !== undefined && <p className={styles.week}>{week}</p>}
      <div className={styles.entry}>
        <RowDate instant={scheduledTime} timeZone={timeZone} />
        <div className={styles.entryText}>
          <div className={styles.entryHead}>
            {waiting ? (
              <button
                type="button"
                className={styles.entryOpener}
                dir="auto"
                onClick={() => setIsReading(true)}
              >
                {word}
              </button>
            ) : (
              <p className={styles.entryName} dir="auto">
                {word}
              </p>
            )}
            {isElsewhere ? <Badge tone="warn">Paused</Badge> : <Badge tone="info">Pending</Badge>}
            {hasOlderText && <Badge tone="warn">Older text</Badge>}
            {sendId === null && (
              <Badge tone="warn" icon="clock">
                Not at the provider yet
              </Badge>
            )}
          </div>
          <div className={styles.entryMore}>
            <EntryTime entry={entry} timeZone={timeZone} />
            <EntryIds entry={entry} />
          </div>
          {reason !== null && <p className={styles.entryNote}>{reason}</p>}
        </div>
        <div className={styles.entryActions}>
          {isElsewhere ? (
            id !== null && (
              <ButtonLink
                to={deliveryPath(id)}
                size="small"
                variant="quiet"
                aria-label={`Details of ${name}`}
              >
                Details
              </ButtonLink>
            )
          ) : (
            <>
              {hasOlderText && id !== null && (
                <Button
                  size="small"
                  icon="refresh"
                  busy={update.isPending}
                  busyLabel="Updating..."
                  aria-label={`Update text of ${name}`}
                  onClick={() => update.mutate([{ id }])}
                >
                  Update text
                </Button>
              )}
              {waiting && <EmailActions email={waiting} name={name} variant="quiet" />}
              {waiting && (
                <Button
                  size="small"
                  variant="quiet"
                  className={styles.entryWhole}
                  aria-label={`${isWhole ? 'Less' : 'More'} for ${name}`}
                  aria-expanded={isWhole}
                  onClick={() => setIsWhole(!isWhole)}
                >
                  {isWhole ? 'Less' : 'More'}
                </Button>
              )}
              <div className={waiting && !isWhole ? styles.entryFolded : styles.entryUnfolded}>
                {id !== null && (
                  <Button size="small" variant="quiet" aria-label={`Change time of ${name}`} onClick={onMove}>
                    Change time
                  </Button>
                )}
                <Button size="small" variant="quiet" aria-label={`Cancel ${name}`} onClick={onCancel}>
                  Cancel
                </Button>
              </div>
            </>
          )}
        </div>
        {isReading && waiting && (
          <EmailDialog id={waiting.id} word={word} onClose={() => setIsReading(false)} />
        )}
      </div>
    </li>
  );
}

/** When it goes out; on phones without the day, which stands beside it. */
export function EntryTime({
  entry: { scheduledTime },
  timeZone,
}: Pick<SendEntryProps, 'entry' | 'timeZone'>) {
  if (scheduledTime === null) return <p className={styles.entryTime}>No date set</p>;
  const time = formatTime(scheduledTime, timeZone);
  const day = formatLong(scheduledTime, timeZone).slice(0, -time.length);
  return (
    <p className={styles.entryTime}>
      <span className={styles.entryDay}>{day}</span>
      {withZone(time, timeZone)}
    </p>
  );
}

/** What only the provider's own pages need: ids, and the whole name of an email. */
export function EntryIds({ entry }: { entry: ProviderEntry }) {
  const { recipientCount, messageId, sendId } = entry;
  const name = nameOf(entry);
  const { word, rest } = splitName(name);
  return (
    <details>
      <summary className={styles.factsOpener} aria-label={`Ids of ${name}`}>
        Ids
      </summary>
      <dl className={styles.facts}>
        <Fact name="Recipients" value={recipientCount?.toLocaleString('en-US') ?? 'N/A'} />
        <Fact name="Message ID" value={messageId ?? '–'} />
        <Fact name="Send ID" value={sendId ?? '–'} />
        {rest !== '' && <Fact name="Name" value={name.startsWith(word) ? wholeName(name, word) : name} />}
      </dl>
    </details>
  );
}

/** The name at the provider. Next to a word in Arabic, its date would be read backward. */
function wholeName(name: string, word: string): ReactNode {
  return (
    <>
      {word}
      <bdi>{name.slice(word.length)}</bdi>
    </>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factName}>{name}</dt>
      <dd className={styles.factValue}>{value}</dd>
    </div>
  );
}

/** "Tuesday, December 1, 2026, 07:00 · New York" */
export function scheduledFor({ scheduledTime }: ProviderEntry, timeZone: string): string {
  if (scheduledTime === null) return 'No date set';
  return withZone(formatLong(scheduledTime, timeZone), timeZone);
}

/** The day of a row, large: "Dec 1", and its weekday. */
export function RowDate({ instant, timeZone }: { instant: string | null; timeZone: string }) {
  if (instant === null) return <p className={styles.date}>–</p>;
  const [weekday, date] = formatDay(instant, timeZone).split(', ');
  return (
    <p className={styles.date}>
      <span className={styles.dateDay}>{date}</span> <span className={styles.dateWeekday}>{weekday}</span>
    </p>
  );
}

/** Whether an entry is an email of ours, not a send made in the provider's own pages. */
export function isOurs(entry: ProviderEntry | undefined): entry is ProviderEntry & { id: number } {
  return entry !== undefined && entry.id !== null;
}

function waitingEmail(entry: ProviderEntry): WaitingEmail | undefined {
  const { id, wordId, scheduledTime: scheduledDate } = entry;
  if (id === null || wordId === null || scheduledDate === null) return undefined;
  return { id, wordId, scheduledDate, word: splitName(nameOf(entry)).word };
}

/** Pending emails, the next one first; those without a date last. */
export function pendingEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.messageName?.localeCompare(b.messageName ?? '') || 0);
}

/** Our emails that will not go out, the latest first: refused, missed, or canceled at the provider. */
export function failedEntries(entries: ProviderEntry[]): ProviderEntry[] {
  return entries
    .filter(({ id, status }) => status === 'failed' || (status === 'cancelled' && id !== null))
    .toSorted((a, b) => timeOf(b) - timeOf(a));
}

function timeOf({ scheduledTime }: ProviderEntry): number {
  return scheduledTime === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledTime);
}

/** The name of an entry. */
export function nameOf({ messageName, messageId }: ProviderEntry): string {
  return messageName ?? (messageId === null ? 'Message without a name' : `Message ${messageId}`);
}

/** Splits a name given by us ("petrichor · 2026-12-01 · 4f…") into the word and the rest, which few people read. */
export function splitName(name: string): { word: string; rest: string } {
  const rest = / · \d{4}-\d{2}-\d{2} · [0-9a-f]+$/.exec(name)?.[0] ?? '';
  return { word: name.slice(0, name.length - rest.length), rest };
}

/** React key of an entry. A new time gives an email of ours a new send, and its row, which may have the focus, stays. */
export function keyOfEntry({ id, sendId }: ProviderEntry): string {
  return id === null ? `send-${sendId}` : `entry-${id}`;
}
