import type { ProviderEntry } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { formatLong, withZone } from '../../kit/dates.ts';
import { useUpdateEmails } from '../../kit/update-emails.tsx';
import * as mornings from './mornings.css.ts';
import { RowDate } from './row-date.tsx';
import * as styles from './schedule.css.ts';
import { nameOf, splitName } from './sends.ts';

export interface SendEntryProps {
  entry: ProviderEntry;
  /** "This week", above the first row of that week. */
  week?: string | undefined;
  timeZone: string;
  onMove: () => void;
  onSwap: () => void;
  onCancel: () => void;
}

/** One pending email: its day first, its name and ids at the end. */
export function SendEntry({ entry, week, timeZone, onMove, onSwap, onCancel }: SendEntryProps) {
  const { id, sendId, messageId, recipientCount, reason, scheduledTime, hasOlderText } = entry;
  const update = useUpdateEmails();
  const name = nameOf(entry);
  const { word, rest } = splitName(name);
  return (
    <li>
      {week !== undefined && <p className={mornings.week}>{week}</p>}
      <div className={styles.entry}>
        <RowDate instant={scheduledTime} timeZone={timeZone} />
        <div className={styles.entryText}>
          <div className={styles.entryHead}>
            <p className={styles.entryName}>{word}</p>
            <Badge tone="info">Pending</Badge>
            {hasOlderText && <Badge tone="warn">Older text</Badge>}
            {sendId === null && (
              <Badge tone="warn" icon="clock">
                Not at the provider yet
              </Badge>
            )}
          </div>
          <p className={styles.entryTime}>{scheduledFor(entry, timeZone)}</p>
          {reason !== null && <p className={styles.entryNote}>{reason}</p>}
          <dl className={styles.facts}>
            <Fact name="Recipients" value={recipientCount?.toLocaleString('en-US') ?? 'N/A'} />
            <Fact name="Message ID" value={messageId ?? '–'} />
            <Fact name="Send ID" value={sendId ?? '–'} />
            {rest !== '' && <Fact name="Name" value={name} />}
          </dl>
        </div>
        <div className={styles.entryActions}>
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
          {id !== null && (
            <>
              <Button size="small" icon="refresh" aria-label={`Swap word of ${name}`} onClick={onSwap}>
                Swap word
              </Button>
              <Button size="small" icon="clock" aria-label={`Change time of ${name}`} onClick={onMove}>
                Change time
              </Button>
            </>
          )}
          <Button size="small" icon="close" aria-label={`Cancel ${name}`} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </li>
  );
}

/** The name at the provider. Its word stands out: that is what people look for. */
export function EntryName({ entry }: { entry: ProviderEntry }) {
  const { word, rest } = splitName(nameOf(entry));
  return (
    <p className={styles.entryName}>
      {word}
      {rest !== '' && <span className={styles.entryNameRest}>{rest}</span>}
    </p>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factName}>{name}</dt>
      <dd className={styles.factValue}>{value}</dd>
    </div>
  );
}

/** "Tuesday, December 1, 2026 at 7:00 AM · New York" */
export function scheduledFor({ scheduledTime }: ProviderEntry, timeZone: string): string {
  if (scheduledTime === null) return 'No date set';
  return withZone(formatLong(scheduledTime, timeZone), timeZone);
}
