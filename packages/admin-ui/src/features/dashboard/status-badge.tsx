import type { ScheduleStatus } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';

/** The dashboard knows two states by name; the schedule page tells the others apart. */
export function StatusBadge({ status }: { status: ScheduleStatus }) {
  if (status === 'scheduled') return <Badge tone="info">Scheduled</Badge>;
  if (status === 'sent') return <Badge tone="good">Sent</Badge>;
  return (
    <Badge tone={status === 'failed' ? 'bad' : 'neutral'} icon={status === 'failed' ? 'warning' : 'more'}>
      Unknown
    </Badge>
  );
}

/** What lies behind `Unknown`. */
export function statusNote(status: ScheduleStatus, reason: string | null): string | undefined {
  if (status === 'failed') return `Not sent: ${reason ?? 'the reason is not known'}`;
  if (status === 'pending') return 'Waits to be handed to the email provider';
  return undefined;
}
