import type { ReaderView } from '@wordrise/core/contract';
import type { BadgeProps } from '../../design/badge.tsx';

type State = ReaderView['status'];

export const stateNames: Record<State, string> = {
  subscribed: 'On the list',
  waiting: 'Waiting',
  unconfirmed: 'Not confirmed',
  refused: 'Refused',
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Reported as spam',
};

export const stateTones: Record<State, NonNullable<BadgeProps['tone']>> = {
  subscribed: 'good',
  waiting: 'info',
  unconfirmed: 'neutral',
  refused: 'bad',
  unsubscribed: 'neutral',
  bounced: 'bad',
  complained: 'bad',
};

/** Why someone gets no emails; `undefined` for a reader on the list. */
export function whyNoEmails({ status, reason }: Pick<ReaderView, 'status' | 'reason'>): string | undefined {
  const detail = reason ? ` ${reason}` : '';
  if (status === 'subscribed') return undefined;
  if (status === 'waiting') return 'Waiting to be added to the email provider’s list at the next pass.';
  if (status === 'unconfirmed') return 'Has not opened the link in the confirmation email.';
  if (status === 'refused') return `The email provider refused the address.${detail}`;
  if (status === 'bounced') return `Emails to the address bounced.${detail}`;
  if (status === 'complained') return 'Reported an email as spam, so nothing is sent.';
  return 'Unsubscribed.';
}

/** "blog.example" of an origin; a source given by an import is unchanged. */
export function sourceName(source: string): string {
  return source.replace(/^https?:\/\//, '');
}
