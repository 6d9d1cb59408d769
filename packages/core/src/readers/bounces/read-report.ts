import { limits } from '../../contract/limits.ts';
import { isStorable, shortLine } from '../../contract/text.ts';
import type { MailFailure } from '../../mail/mailing-list.ts';
import { failureOfReturned } from '../../mail/smtp/outcome.ts';
import { tokenIn } from '../../mail/smtp/reader-token.ts';
import { field, reportParts } from './report-parts.ts';

/** The content of a message to the bounce address about one reader. */
export type MailReport =
  | ({ kind: 'bounce'; failure: MailFailure; reason: string } & Reported)
  | ({ kind: 'complaint' } & Reported)
  /** Sent with the `mailto:` link of `List-Unsubscribe`. */
  | ({ kind: 'unsubscribe' } & Reported)
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

const mostReason = 500;

/**
 * Reads a report of a mail server (DSN, RFC 3464, or in the words of qmail) or of a mailbox provider whose user
 * complained (ARF, RFC 5965).
 *
 * @param raw The whole message, or its start: `reportLimits` says how much is read.
 */
export function readReport(raw: Buffer): MailReport {
  const { text, header, status, feedback, plain } = reportParts(raw);
  const about = { token: tokenIn(text), at: timeOf(field(header, 'Date')) };
  if (feedback !== undefined) return complaintOf(feedback, text, about);
  if (status !== undefined) return bounceOf(status, about);
  const leaving = unsubscribeOf(header, about.at);
  if (leaving) return leaving;
  return (
    (plain && qmailBounceOf(plain, about)) || { kind: 'none', reason: 'It is not a report about an email.' }
  );
}

/** Not an automatic reply, which may have the subject of the email that it answers. */
function unsubscribeOf(header: string, at: Date | undefined): MailReport | undefined {
  const isAutomatic = !/^(no)?$/i.test(field(header, 'Auto-Submitted') ?? '');
  if (isAutomatic || field(header, 'Subject')?.trim().toLowerCase() !== 'unsubscribe') return undefined;
  const to = ['To', 'Delivered-To', 'X-Original-To'].map((name) => field(header, name) ?? '');
  const token = tokenIn(to.join('\n'));
  return token ? { kind: 'unsubscribe', at, reader: { token, email: undefined } } : undefined;
}

interface About {
  token: string | undefined;
  at: Date | undefined;
}

function timeOf(date: string | undefined): Date | undefined {
  const at = new Date(date ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function complaintOf(feedback: string, text: string, { token, at }: About): MailReport {
  const type = field(feedback, 'Feedback-Type');
  if (type === 'not-spam') return { kind: 'other', reason: 'The reader took it out of the spam folder.' };
  const email = address(field(feedback, 'Original-Rcpt-To')) ?? address(field(text, 'X-Original-To'));
  return { kind: 'complaint', at, reader: { token, email } };
}

function bounceOf(status: string, { token, at }: About): MailReport {
  const action = field(status, 'Action')?.toLowerCase();
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(field(status, 'Status') ?? '')?.[0];
  const said = field(status, 'Diagnostic-Code')?.replace(/^[\w-]+;\s*/, '');
  const reason = reasonOf([code, said].filter(Boolean).join(' '));
  if (action !== 'failed') {
    return { kind: 'other', reason: `The mail server says: ${shortLine(action ?? '', 100) || 'nothing'}.` };
  }
  const email = address(field(status, 'Original-Recipient')) ?? address(field(status, 'Final-Recipient'));
  const failure = failureOfReturned(code);
  if (!failure) return { kind: 'other', reason };
  return { kind: 'bounce', failure, reason, at, reader: { token, email } };
}

/**
 * Reads a text that begins with "Hi. This is the". Each address begins a paragraph, which says what happened; the first
 * line with a hyphen ends the report. There are no reports of delays.
 */
function qmailBounceOf(plain: string, { token, at }: About): MailReport | undefined {
  const text = plain.trimStart();
  if (!text.startsWith('Hi. This is the')) return undefined;
  const end = text.search(/\n\n-/);
  const paragraph = /\n\n<([^\s<>]{1,320})>:\n(.{1,2000}?)(?:\n\n|$)/s.exec(
    end < 0 ? text : text.slice(0, end),
  );
  if (!paragraph) return undefined;
  const [, recipient, said = ''] = paragraph;
  const reason = reasonOf(said);
  const failure = failureOfReturned(reason, isRefusedRecipient(reason) ? 'permanent' : undefined);
  if (!failure) return { kind: 'other', reason };
  return { kind: 'bounce', failure, reason, at, reader: { token, email: address(recipient) } };
}

/** Whether the next server refused the address. Without a code, 552 and 554 may be about anything. */
function isRefusedRecipient(said: string): boolean {
  return said.includes('does not like recipient') && /\bsaid: 5(?!5[24])\d\d\b/.test(said);
}

function reasonOf(said: string): string {
  return shortLine(said, mostReason) || 'It was returned without a reason.';
}

/** The address in `rfc822; ada@example.com` or `<ada@example.com>`. */
function address(value: string | undefined): string | undefined {
  const parts = (value ?? '').slice(0, 1000).split(/[\s<>;]+/);
  const found = parts.find((part) => /.@./.test(part))?.toLowerCase();
  return found && found.length <= limits.emailLength && isStorable(found) ? found : undefined;
}
