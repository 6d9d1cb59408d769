import type { DeliveryFailure, DeliveryState } from '@wordrise/core/contract';
import type { BadgeProps } from '../design/badge.tsx';

export const deliveryBadges: Record<DeliveryState, Required<Pick<BadgeProps, 'tone' | 'children'>>> = {
  queued: { tone: 'info', children: 'Waiting' },
  deferred: { tone: 'warn', children: 'To be retried' },
  sending: { tone: 'info', children: 'Sending' },
  sent: { tone: 'good', children: 'Accepted' },
  failed: { tone: 'bad', children: 'Failed' },
  unknown: { tone: 'warn', children: 'Unknown' },
  skipped: { tone: 'neutral', children: 'Left out' },
};

/** What was wrong, in a few words. */
export const failureNames: Record<DeliveryFailure, string> = {
  address: 'Address does not accept mail',
  mailbox: 'Mailbox full',
  content: 'Email refused',
  policy: 'Sender refused',
  late: 'Retried for too long',
};
