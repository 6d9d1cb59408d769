import type { ProviderEntry } from '@wordrise/core/contract';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Badge } from '../../design/states.tsx';
import * as styles from './schedule.css.ts';
import { EntryIds, EntryTime, keyOfEntry, nameOf, RowDate, splitName } from './send-entry.tsx';

interface FailedEmailsProps {
  entries: ProviderEntry[];
  timeZone: string;
  onScheduleAgain: (entry: ProviderEntry) => void;
  onRemove: (entry: ProviderEntry) => void;
}

/** Emails that will not go out, and why. */
export function FailedEmails({ entries, timeZone, onScheduleAgain, onRemove }: FailedEmailsProps) {
  return (
    <Card title="Failed Emails" note="These were not sent." flush>
      <ul className={styles.entries} aria-label="Failed emails, the latest first">
        {entries.map((entry) => (
          <li key={keyOfEntry(entry)} className={styles.entry}>
            <RowDate instant={entry.scheduledTime} timeZone={timeZone} />
            <div className={styles.entryText}>
              <div className={styles.entryHead}>
                <p className={styles.entryName} dir="auto">
                  {splitName(nameOf(entry)).word}
                </p>
                <Badge tone="bad">{entry.status === 'cancelled' ? 'Canceled' : 'Failed'}</Badge>
              </div>
              <div className={styles.entryMore}>
                <EntryTime entry={entry} timeZone={timeZone} />
                <EntryIds entry={entry} />
              </div>
              <p className={styles.reason}>{reasonOf(entry)}</p>
            </div>
            {entry.id !== null && (
              <div className={styles.failedActions}>
                <Button
                  size="small"
                  icon="clock"
                  aria-label={`Schedule ${nameOf(entry)} again`}
                  onClick={() => onScheduleAgain(entry)}
                >
                  Schedule again
                </Button>
                <Button
                  size="small"
                  icon="trash"
                  aria-label={`Remove ${nameOf(entry)}`}
                  onClick={() => onRemove(entry)}
                >
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function reasonOf({ status, reason }: ProviderEntry): string {
  if (reason !== null) return reason;
  return status === 'cancelled' ? 'It was canceled at the email provider.' : 'No reason was given.';
}
