import type { ProviderEntry } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { formatLong, withZone } from '../../kit/dates.ts';
import * as styles from './schedule.css.ts';
import { nameOf, splitName } from './sends.ts';

export interface SendEntryProps {
  entry: ProviderEntry;
  timeZone: string;
  onMove: () => void;
  onCancel: () => void;
}

/** One pending email. */
export function SendEntry({ entry, timeZone, onMove, onCancel }: SendEntryProps) {
  const { sendId, messageId, recipientCount, reason } = entry;
  return (
    <li className={styles.entry}>
      <div className={styles.entryText}>
        <div className={styles.entryHead}>
          <EntryName entry={entry} />
          <Badge tone="info">Pending</Badge>
          {sendId === null && (
            <Badge tone="warn" icon="clock">
              Not at the provider yet
            </Badge>
          )}
        </div>
        <p className={styles.entryTime}>{scheduledFor(entry, timeZone)}</p>
        <dl className={styles.facts}>
          <Fact name="Recipients" value={recipientCount?.toLocaleString('en-US') ?? 'N/A'} />
          <Fact name="Message ID" value={messageId ?? '–'} />
          <Fact name="Send ID" value={sendId ?? '–'} />
        </dl>
        {reason !== null && <p className={styles.entryNote}>{reason}</p>}
      </div>
      <div className={styles.entryActions}>
        {entry.id !== null && (
          <Button size="small" icon="clock" aria-label={`Change time of ${nameOf(entry)}`} onClick={onMove}>
            Change time
          </Button>
        )}
        <Button size="small" icon="close" aria-label={`Cancel ${nameOf(entry)}`} onClick={onCancel}>
          Cancel
        </Button>
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
