import { createHash } from 'node:crypto';

/**
 * Always the same for an email and a reader, so that a mailbox can recognize a duplicate. Its end identifies the
 * reader.
 */
export function messageId(name: string, token: string, domain: string): string {
  return `<${emailHash(name)}.${token}@${domain}>`;
}

/** Stands for an email in its `Message-ID`s. */
export function emailHash(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16);
}

/** Finds the part of a `Message-ID` of ours that stands for the email. */
export function emailHashIn(messageId: string): string | undefined {
  return /(?<![0-9a-f])([0-9a-f]{16})\.[0-9a-f]{32}(?![0-9a-f])/i.exec(messageId)?.[1]?.toLowerCase();
}

/**
 * A return address such as `bounces+TOKEN@example.com`. It identifies the reader of a returned email, regardless of the
 * text of the report.
 */
export function bouncePath(address: string, token: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** The page where a reader leaves the list, also used for one-click unsubscribing in mail programs (RFC 8058). */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/unsubscribe/${token}`;

/** The page where a reader chooses how often emails come. */
export const preferencesUrl = (publicUrl: string, token: string) => `${publicUrl}/preferences/${token}`;

/** Finds the reader's token in a text with one of our addresses, links or `Message-ID`s. */
export function tokenIn(text: string): string | undefined {
  const found = /(?:\+|\/(?:unsubscribe|preferences)\/|<[0-9a-f]{16}\.)([0-9a-f]{32})\b/i.exec(
    text.replace(/=\r?\n/g, ''),
  );
  return found?.[1]?.toLowerCase();
}
