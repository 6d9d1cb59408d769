import { z } from 'zod';
import { readerStatuses } from './choices.ts';

/** How many readers have each status. Only the `subscribed` ones get emails, each on the days they chose. */
export const readerCounts = z.record(z.enum(readerStatuses), z.number().int());
export type ReaderCounts = z.infer<typeof readerCounts>;

/** Before anyone has signed up. */
export const noReaders: ReaderCounts = {
  unconfirmed: 0,
  waiting: 0,
  subscribed: 0,
  refused: 0,
  unsubscribed: 0,
  bounced: 0,
  complained: 0,
};

/** Those who signed up but do not get the next email yet, such as `4 unconfirmed`; empty if there are none. */
export function describeNotYet({ unconfirmed, waiting, refused }: ReaderCounts): string {
  const parts = [
    [unconfirmed, 'unconfirmed'],
    [waiting, 'still joining the list'],
    [refused, 'refused by the email provider'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
    .join(', ');
}
