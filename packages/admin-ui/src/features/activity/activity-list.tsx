import { type AuditView, auditText } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import * as entryList from '../../design/entry-list.css.ts';
import { formatShort, withZone } from '../../kit/dates.ts';
import * as styles from './activity.css.ts';

export interface ActivityListProps {
  entries: AuditView[];
  timeZone: string;
  /** Whether another page is being fetched. */
  isStale: boolean;
}

export function ActivityList({ entries, timeZone, isStale }: ActivityListProps) {
  return (
    <Card flush>
      <ul className={entryList.list} data-stale={isStale || undefined}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ entry, timeZone }: { entry: AuditView; timeZone: string }) {
  const { at, count, outcome } = entry;
  return (
    <li className={entryList.entry}>
      <div>
        <p className={entryList.name}>{auditText(entry)}</p>
        <p className={entryList.meta}>
          <time dateTime={at}>{withZone(formatShort(at, timeZone), timeZone)}</time>
          <span>{originOf(entry)}</span>
        </p>
      </div>
      <div className={styles.badges}>
        {count > 1 && <Badge icon={null}>{count.toLocaleString('en-US')} times</Badge>}
        {outcome === 'refused' && <Badge tone="warn">Refused</Badge>}
      </div>
    </li>
  );
}

/** "admin, from 192.0.2.1" */
function originOf({ account, address, via }: AuditView): string {
  if (via === 'cli') return 'On the command line';
  const who = account ?? 'Unknown account';
  return address === null ? who : `${who}, from ${address}`;
}
