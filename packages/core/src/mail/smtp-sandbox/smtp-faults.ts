/** When in the conversation a fault happens. */
export type SmtpMoment = 'connect' | 'login' | 'mail' | 'rcpt' | 'data';

/**
 * How an email fails:
 * - `{ at, code, text }`: this answer, such as 451 and `4.2.0 Try again later`
 * - `drop-before`: the connection breaks while the email is being received
 * - `drop-after`: it breaks after the email was accepted, before the answer
 * - `withheld`: the email is accepted, and no answer ever comes
 * - `{ slowMs }`: the answer takes this long
 */
export type SmtpFault =
  | { at: SmtpMoment; code: number; text: string }
  | 'drop-before'
  | 'drop-after'
  | 'withheld'
  | { slowMs: number };

/** Decides for each email, or for each connection, when there is no address yet. */
export type ChooseSmtpFault = (about: { at: SmtpMoment; to?: string }) => SmtpFault | undefined;

/** Faults that anyone can trigger with an address, such as `ada+bounce@example.com`. */
export const addressFaults: ChooseSmtpFault = ({ at, to = '' }) => {
  const tag = /\+([a-z]+)@/.exec(to)?.[1] ?? '';
  if (!Object.hasOwn(byTag, tag)) return undefined;
  const fault: SmtpFault = byTag[tag as keyof typeof byTag];
  const moment = typeof fault === 'object' && 'at' in fault ? fault.at : 'data';
  return at === moment ? fault : undefined;
};

const byTag = {
  bounce: { at: 'rcpt', code: 550, text: '5.1.1 No such mailbox' },
  full: { at: 'rcpt', code: 452, text: '4.2.2 Mailbox full' },
  later: { at: 'rcpt', code: 450, text: '4.2.0 Greylisted, try again later' },
  policy: { at: 'rcpt', code: 550, text: '5.7.1 Mail of this kind is not accepted' },
  busy: { at: 'rcpt', code: 421, text: '4.7.0 Too much mail, try again later' },
  drop: 'drop-before',
  lost: 'drop-after',
  slow: { slowMs: 5000 },
} as const satisfies Record<string, SmtpFault>;
