import { DateTime } from 'luxon';
import { z } from 'zod';
import type { ProviderSend } from '../mail-provider.ts';

// Ids and counts are strings in some answers and numbers in others; empty values are "" or null.
const id = z.union([z.string().min(1), z.number()]).transform(String);
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const count = z.union([z.string(), z.number()]).nullish().transform(readCount);
const time = z
  .string()
  .nullish()
  .transform((text) => (text ? fromIcontactTime(text) : null));
const flag = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => value === true || Number(value) === 1);

export const contactShape = z.object({ contactId: id, email: words, firstName: words, status: words });
export type Contact = z.infer<typeof contactShape>;

export const subscriptionShape = z.object({ contactId: id, listId: id, status: words });
export const messageShape = z.object({ messageId: id, messageName: words });
export const wholeMessageShape = messageShape.extend({ subject: words, htmlBody: words, textBody: words });
export const accountShape = z.object({ accountId: id, enabled: flag });
export const clientFolderShape = z.object({ clientFolderId: id });
export const listShape = z.object({ listId: id, name: words });
export const campaignShape = z.object({
  campaignId: id,
  fromName: words,
  fromEmail: words,
  archiveByDefault: flag,
});

export const sendShape = z
  .object({
    sendId: id,
    messageId: id,
    scheduledTime: time,
    releasedTime: time,
    recipientCount: count,
    status: words,
  })
  .transform((send): ProviderSend => ({ ...send, status: readStatus(send.status) }));

/** Seconds since 1970 if given, otherwise the written time. */
export const timeShape = z
  .object({ time: z.string().optional(), timestamp: z.union([z.string(), z.number()]).optional() })
  .transform(({ time: written, timestamp }) => {
    const seconds = readCount(timestamp);
    return seconds === null ? fromIcontactTime(written ?? '') : new Date(seconds * 1000);
  });

const statuses: Record<string, ProviderSend['status']> = {
  pending: 'pending',
  sending: 'sending',
  // The two documentation pages disagree on the last two.
  complete: 'released',
  completed: 'released',
  released: 'released',
  canceled: 'cancelled',
  cancelled: 'cancelled',
};

function readStatus(status: string): ProviderSend['status'] {
  return statuses[status.trim().toLowerCase()] ?? 'unknown';
}

function readCount(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** iContact's ids are whole numbers. Anything else identifies nothing and must not get into a path. */
export function isId(text: string): boolean {
  return /^\d{1,18}$/.test(text);
}

/** An id as iContact expects it in a body: as a number if it is numeric. */
export function postedId(text: string): string | number {
  return isId(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

const zone = 'America/New_York';

/**
 * An instant in iContact's format: New York wall-clock time with the right offset for that date, to the second. It
 * means the same whether iContact honors the offset or reads only the wall-clock time.
 */
export function toEasternTime(at: Date): string {
  // Truncated in UTC: rounding a local time would lose which of the two repeated hours is meant when daylight saving
  // time ends.
  const wholeSecond = Math.floor(at.getTime() / 1000) * 1000;
  return DateTime.fromMillis(wholeSecond, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** An instant from iContact: ISO 8601 with an offset, or a bare local time, which is Eastern. `null` for none. */
export function fromIcontactTime(value: string): Date | null {
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromSQL]) {
    const time = read(text, { zone });
    if (time.isValid) return time.toJSDate();
  }
  return null;
}
