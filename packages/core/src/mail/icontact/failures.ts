import { withPeriod } from '../../contract/sentence-case.ts';
import { ProviderRefused, ProviderUnreachable } from '../mail-provider.ts';

/** The id is unknown, or the account or folder that was asked. */
export class NotFound extends ProviderRefused {}

/** iContact answered with an internal error, which a single record can cause. */
export class ServerFault extends ProviderUnreachable {
  constructor(message: string, options: ErrorOptions & { mayHaveHappened: boolean }) {
    super(message, { ...options, scope: 'item' });
  }
}

/** What is known about an unsuccessful answer. */
export interface FailedAnswer {
  status: number;
  /** iContact's own sentence, if there is one. */
  reason: string | undefined;
  isWrite: boolean;
  /** From the header `Retry-After`. */
  retryAfterSeconds?: number | undefined;
}

const accountTexts: Record<number, string> = {
  401: 'iContact did not accept the credentials. Check ICONTACT_APP_ID, ICONTACT_API_USERNAME and ICONTACT_API_PASSWORD.',
  402: 'The iContact account has an unpaid bill. Pay it in iContact, then try again.',
  403: 'iContact does not allow the API user to do this. Check its permissions in iContact.',
  406: 'iContact does not answer in JSON at this address. Check ICONTACT_API_URL.',
  415: 'iContact does not accept JSON at this address. Check ICONTACT_API_URL.',
  501: 'iContact does not know this call. Check ICONTACT_API_URL, ICONTACT_ACCOUNT_ID and ICONTACT_CLIENT_FOLDER_ID.',
  507: 'The account’s storage at iContact is full. Free up space in iContact or change the plan.',
};

/** The error for an answer's status. */
export function failureOf(answer: FailedAnswer): ProviderRefused | ProviderUnreachable {
  const { status, reason, isWrite, retryAfterSeconds } = answer;
  if (reason === undefined) return notFromIcontact(answer);
  const account = accountTexts[status];
  if (account) return new ProviderRefused('account', withReason(account, reason));
  if (status === 404 || (status === 500 && !isWrite && /^no result for/i.test(reason ?? ''))) {
    return new NotFound('item', withReason('iContact does not know this.', reason));
  }
  if (status === 405) {
    const text = 'iContact does not offer this through its API. Do it in iContact’s own pages.';
    return new ProviderRefused('item', withReason(text, reason));
  }
  // fetch would send the credentials to the address in the answer.
  if (status >= 300 && status < 400) {
    const text = 'The address of the iContact API redirects elsewhere. Check ICONTACT_API_URL.';
    return new ProviderRefused('account', text);
  }
  if (status === 429 || status === 503) {
    const text = 'iContact is overloaded or under maintenance. Try again later.';
    return new ProviderUnreachable(withReason(text, reason), { mayHaveHappened: isWrite, retryAfterSeconds });
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return new ProviderRefused('item', refusalText(reason));
  }
  const text = `iContact had an internal error (status ${status}). Try again later.`;
  const Failure = status === 500 ? ServerFault : ProviderUnreachable;
  return new Failure(withReason(text, reason), { mayHaveHappened: isWrite });
}

/**
 * iContact explains every failure. An answer without an explanation came from something in between, such as a gateway
 * or a proxy, and says nothing about the record or the account.
 */
function notFromIcontact({ status, isWrite, retryAfterSeconds }: FailedAnswer): ProviderUnreachable {
  const text = `iContact cannot be reached: something else answered (status ${status}). Try again later, and check ICONTACT_API_URL.`;
  return new ProviderUnreachable(text, { mayHaveHappened: isWrite, retryAfterSeconds });
}

/** The text of a refusal by iContact, with or without a reason. */
export function refusalText(reason: string | undefined): string {
  return reason ? `iContact refused it: ${withPeriod(reason)}` : 'iContact refused it and gave no reason.';
}

/** The owner has to fix an unknown account or folder, no matter which record was requested. */
export function unknownFolder(cause: unknown): ProviderRefused {
  const text =
    'iContact does not know the account or its folder. Check ICONTACT_ACCOUNT_ID and ICONTACT_CLIENT_FOLDER_ID.';
  return new ProviderRefused('account', text, { cause });
}

function withReason(text: string, reason: string | undefined): string {
  return reason ? `${text} It says: ${withPeriod(reason)}` : text;
}

// With these, nothing left the machine, or nothing received it.
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The error for a call that a signal stopped. */
export function stoppedFailure(options: { mayHaveHappened: boolean; cause?: unknown }): ProviderUnreachable {
  return new ProviderUnreachable('The call to iContact was stopped. The next pass tries again.', options);
}

/** The error for a call that ended without a whole answer. */
export function networkFailure(cause: unknown, isWrite: boolean, timeoutMs: number): ProviderUnreachable {
  if (cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')) {
    const text = `iContact did not answer within ${Math.round(timeoutMs / 100) / 10} seconds. Try again later.`;
    return new ProviderUnreachable(text, { mayHaveHappened: isWrite, cause });
  }
  const code = codeOf(cause);
  const text = `iContact cannot be reached${code ? ` (${code})` : ''}. Check the network, then try again.`;
  return new ProviderUnreachable(text, { mayHaveHappened: isWrite && !neverSent.has(code ?? ''), cause });
}

/** `fetch` wraps what happened, sometimes twice. */
function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(at.code)) return at.code;
  }
  return undefined;
}
