import type { Failure, Outcome } from '../engine/carrier.ts';
import type { MailFailure } from '../mailing-list.ts';

/** The properties of nodemailer's errors that say what happened. */
interface SmtpError {
  message: string;
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

const addressCodes = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1']);
const slowDownCodes = new Set(['3.2', '4.5', '7.0', '7.28', '7.500', '7.650', '7.651']);

/**
 * How far an email got: there was no connection, it was begun, or it was written completely, so that the server may
 * have it.
 */
export type Progress = 'none' | 'begun' | 'written';

/** @param error What nodemailer threw. */
export function outcomeOfError(error: unknown, progress: Progress): Outcome {
  const { code, responseCode, response, message, command = '' } = error as SmtpError;
  const answer = (response ?? message).replace(/\s+/g, ' ').trim().slice(0, 500);
  if (responseCode === undefined) {
    if (progress === 'written') return { kind: 'unknown', answer };
    // A broken connection affects only one email. Without a connection, no other email gets through either.
    return progress === 'begun'
      ? { kind: 'later', isSlowDown: false, failure: undefined, answer }
      : { kind: 'outage', isRefused: code === 'EAUTH' || code === 'ETLS' || isUntrusted(message), answer };
  }
  if (responseCode === 454 && /throttl/i.test(answer)) return slowDown(answer, false);
  // Neither is about the email, regardless of the answer's code.
  if (code === 'ETLS') return { kind: 'outage', isRefused: responseCode >= 500, answer: unencrypted(answer) };
  if (code === 'EAUTH') return { kind: 'outage', isRefused: responseCode >= 500, answer };
  const detail = /^\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})/.exec(answer)?.[1];
  // Before it knows the reader, it asks for less from everybody. An answer to MAIL FROM has that command; one to RCPT TO
  // with which the server ends the connection has none.
  const isAfterSender = /^(RCPT TO|DATA)$/.test(command) || code === 'ECONNECTION';
  const isOfProvider = isAfterSender && !isAboutUs.test(answer);
  if (responseCode === 421 || (responseCode < 500 && slowDownCodes.has(detail ?? '')))
    return slowDown(answer, isOfProvider);
  if (responseCode < 500 && isOfProvider && !detail?.startsWith('2.') && asksForLess.test(answer))
    return slowDown(answer, true);
  if (code === 'EPROTOCOL') return { kind: 'outage', isRefused: responseCode >= 500, answer };
  if (responseCode < 500 || responseCode === 503 || detail?.startsWith('5.')) {
    return { kind: 'later', isSlowDown: false, failure: detail === '2.2' ? 'mailbox' : undefined, answer };
  }
  return { kind: 'failed', failure: failureOf(detail, responseCode, command), answer };
}

/** Whether the certificate is expired, for another name or not trusted: it stays so until someone acts. */
const isUntrusted = (message: string) =>
  /certificate (has expired|is not yet valid)|self[- ]signed certificate|unable to (get|verify).*certificate|altnames/i.test(
    message,
  );

/** The server's own answer does not say what it is about. */
export const unencrypted = (answer: string) => `It offers no encryption. ${answer}`;

/** Texts with which mailbox providers ask for less, and relays that pass their answers on. */
const asksForLess =
  /rate.?limit|limit exceeded|exceeded the rate|throttl|too (many|much|fast)|unusual rate|unexpected volume|\[TSS?\d\d\]|\bRP-00\d\b/i;

/** About our account at the relay, or our connections to it. */
const isAboutUs = /maximum sending rate|sending quota|message quota|(your|this) account|connection|session/i;

function slowDown(answer: string, isOfProvider: boolean): Outcome {
  return { kind: 'later', isSlowDown: true, isOfProvider, failure: undefined, answer };
}

/** The cause of a permanent failure, by the last two numbers of its enhanced code (RFC 3463), such as `1.1`. */
function failureOfCode(detail: string | undefined): Exclude<Failure, 'late'> | undefined {
  if (detail === undefined) return undefined;
  if (addressCodes.has(detail)) return 'address';
  if (detail === '2.2') return 'mailbox';
  if (detail.startsWith('6.') || detail === '3.4') return 'content';
  return detail.startsWith('7.') ? 'policy' : undefined;
}

/**
 * What a returned email says about its reader's address; `undefined` if it is about the email or its sender.
 *
 * @param code Enhanced, such as `5.1.1`, or a text that has one.
 * @param said The report's own name for the failure, if any.
 */
export function failureOfReturned(
  code: string | undefined,
  said?: 'permanent' | 'transient',
): MailFailure | undefined {
  const known = failureOfCode(/(?<![\d.])[245]\.(\d{1,3}\.\d{1,3})(?![\d.]\d)/.exec(code ?? '')?.[1]);
  if (known === 'policy' || known === 'content') return undefined;
  if (said === 'transient') return 'mailbox';
  return known ?? (said === 'permanent' ? 'address' : 'mailbox');
}

/** Classifies a failure by its code or, without one, by the command that was refused. */
function failureOf(detail: string | undefined, responseCode: number, command: string): Failure {
  const known = failureOfCode(detail);
  if (known) return known;
  if (command === 'RCPT TO') {
    if (responseCode === 552) return 'mailbox';
    return responseCode === 554 ? 'policy' : 'address';
  }
  return command === 'DATA' && responseCode === 552 ? 'content' : 'policy';
}
