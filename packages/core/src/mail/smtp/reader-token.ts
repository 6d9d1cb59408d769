import { createHash } from 'node:crypto';

/** The same for the same email and reader, so that a mailbox can tell a repeat. The end of it names the reader. */
export function messageId(name: string, token: string, domain: string): string {
  return `<${createHash('sha256').update(name).digest('hex').slice(0, 16)}.${token}@${domain}>`;
}

/** Such as `bounces+TOKEN@example.com`: whom a returned email was for, whatever the text of the report. */
export function bouncePath(address: string, token: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${token}${address.slice(at)}`;
}

/** The page where a reader leaves the list, also by one click in their mail program (RFC 8058). */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/unsubscribe/${token}`;

/** The reader's token in a text with an address, a link or a `Message-ID` of ours. */
export function tokenIn(text: string): string | undefined {
  const found = /(?:\+|\/unsubscribe\/|<[0-9a-f]{16}\.)([0-9a-f]{32})\b/i.exec(text.replace(/=\r?\n/g, ''));
  return found?.[1]?.toLowerCase();
}
