import PostalMime, { type Email } from 'postal-mime';
import type { MailFailure } from '../mailing-list.ts';
import { failureOfReturned } from './outcome.ts';
import { tokenIn } from './reader-token.ts';

/** The content of a message to the bounce address about one reader. */
export type MailReport =
  | ({ kind: 'bounce'; failure: MailFailure; reason: string } & Reported)
  | ({ kind: 'complaint' } & Reported)
  /** A delay, or a refusal that does not concern the address. */
  | { kind: 'other'; reason: string }
  /** An automatic reply, or anything else. */
  | { kind: 'none'; reason: string };

interface Reported {
  reader: ReportedReader;
  /** When the report was written, if it says so. */
  at: Date | undefined;
}

export interface ReportedReader {
  /**
   * From the address that the report was sent to, or from the link in the returned email. Takes precedence over the
   * address.
   */
  token: string | undefined;
  email: string | undefined;
}

/** Larger reports return whole emails; the relevant part is at the start. */
const mostBytes = 2_000_000;

/**
 * Reads a report of a mail server (DSN, RFC 3464) or of a mailbox provider whose user complained (ARF, RFC 5965).
 *
 * @param raw The whole message.
 */
export async function readReport(raw: Buffer): Promise<MailReport> {
  const message = await PostalMime.parse(raw.subarray(0, mostBytes));
  const parts = partsOf(message);
  const at = timeOf(message);
  const text = raw.subarray(0, mostBytes).toString('latin1');
  const feedback = parts.get('message/feedback-report');
  if (feedback !== undefined) {
    const type = field(feedback, 'Feedback-Type');
    if (type === 'not-spam') return { kind: 'other', reason: 'The reader took it out of the spam folder.' };
    const email = address(field(feedback, 'Original-Rcpt-To')) ?? address(field(text, 'X-Original-To'));
    return { kind: 'complaint', at, reader: { token: tokenIn(text), email } };
  }
  const status = parts.get('message/delivery-status');
  if (status === undefined) return { kind: 'none', reason: 'It is not a report about an email.' };
  return bounceOf(status, text, at);
}

function timeOf({ date }: Email): Date | undefined {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function bounceOf(status: string, text: string, at: Date | undefined): MailReport {
  const action = field(status, 'Action')?.toLowerCase();
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field(status, 'Status') ?? '')?.[0];
  const said = field(status, 'Diagnostic-Code')?.replace(/^[\w-]+;\s*/, '');
  const reason = [code, said].filter(Boolean).join(' ').slice(0, 500) || 'It was returned without a reason.';
  if (action !== 'failed') return { kind: 'other', reason: `The mail server says: ${action ?? 'nothing'}.` };
  const email = address(field(status, 'Original-Recipient')) ?? address(field(status, 'Final-Recipient'));
  const failure = failureOfReturned(code);
  if (!failure) return { kind: 'other', reason };
  return { kind: 'bounce', failure, reason, at, reader: { token: tokenIn(text), email } };
}

/** The text of the machine-readable parts, by type. */
function partsOf({ attachments }: Email): Map<string, string> {
  return new Map(
    attachments.map(({ mimeType, content }) => [
      mimeType.toLowerCase(),
      typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8'),
    ]),
  );
}

/** Fields may be folded. */
function field(text: string, name: string): string | undefined {
  const start = `${name.toLowerCase()}:`;
  const lines = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines
    .find((line) => line.toLowerCase().startsWith(start))
    ?.slice(start.length)
    .trim();
}

/** The address in `rfc822; ada@example.com` or `<ada@example.com>`. */
function address(value: string | undefined): string | undefined {
  const parts = (value ?? '').split(/[\s<>;]+/);
  return parts.find((part) => /.@./.test(part))?.toLowerCase();
}
