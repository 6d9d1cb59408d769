import type { ScheduleStatus } from '@wordrise/core/contract';
import { Badge } from '../../design/badge.tsx';

/** The dashboard names two states only; the schedule page shows the others. */
export function statusName(status: ScheduleStatus): string {
  if (status === 'scheduled') return 'Scheduled';
  return status === 'sent' ? 'Sent' : 'Unknown';
}

const lookOf = {
  scheduled: { tone: 'info' },
  sent: { tone: 'good' },
  pending: { tone: 'neutral' },
  failed: { tone: 'bad', icon: 'warning' },
} as const;

export function StatusBadge({ status }: { status: ScheduleStatus }) {
  return <Badge {...lookOf[status]}>{statusName(status)}</Badge>;
}

/** What `Unknown` stands for, and why a scheduled email is held back. */
export function statusNote(status: ScheduleStatus, reason: string | null): string | undefined {
  if (status === 'failed') return `Failed: ${reason ?? 'no reason was given'}`;
  if (status === 'pending') return 'Waiting to be sent to the email provider';
  return status === 'scheduled' && reason !== null ? reason : undefined;
}
