import type { ErrorAnswer, PublicConfig, SignupAnswer, SignupBody } from '@wordrise/core/contract';
import type { GetToken } from '../bot-check/bot-check.ts';
import { ownScript } from '../own-script.ts';
import { type SignupOptions, viewOptions } from './options.ts';
import type { FieldTexts, SignupState } from './signup-view.tsx';

/**
 * Loads what the installation needs, once the visitor enters the form and not earlier.
 * It ignores failures, since submitting tries again.
 */
export async function prepareSignup(options: SignupOptions): Promise<void> {
  try {
    await beginCheck(options);
  } catch {}
}

/** Validates and submits the form and shows each state. The fields keep their text throughout. */
export async function submitSignup(
  form: HTMLFormElement,
  options: SignupOptions,
  show: (state: SignupState) => void,
): Promise<void> {
  const { apiUrl, texts } = viewOptions(options);
  const root = form.parentElement;
  const notify = <Detail>(name: string, detail: Detail, callback?: (detail: Detail) => void) => {
    root?.dispatchEvent(new CustomEvent(`wordrise:${name}`, { bubbles: true, composed: true, detail }));
    callback?.(detail);
  };

  const values = Object.fromEntries(new FormData(form)) as { email: string; firstName?: string };
  const refuse = (fields: FieldTexts, problem?: string) => show({ step: 'failed', fields, problem });
  // Why the server refuses letters other than these is in its own message, unless the site has a text for it.
  const emailText = /[^ -~]/.test(values.email) ? texts.emailNotAscii : texts.emailInvalid;
  // The browser checks the address first; the server decides.
  const email = form.querySelector('[name=email]:invalid') ? emailText : undefined;
  const firstName =
    form.querySelector('[name=firstName]:required') && !values.firstName?.trim() && texts.firstNameRequired;
  if (email || firstName) return refuse({ email, firstName: firstName || undefined });

  show({ step: 'sending' });
  let success: SignupAnswer;
  try {
    const [{ productName }, getToken] = await beginCheck(options);
    success = await call<SignupAnswer>(`${apiUrl}/api/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...values,
        timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        botCheckToken: await getToken?.(),
      } satisfies SignupBody),
    });
    show({
      step: 'done',
      height: form.offsetHeight,
      product: options.productName ?? productName,
      confirms: success.confirmFirst,
    });
  } catch (error) {
    const failed = await explainUnreachable(apiUrl, error as Failure);
    const { code, fields, retryAfter } = failed;
    const own = (texts as unknown as Record<string, string | undefined>)[code];
    const message =
      own && (retryAfter || !own.includes('{minutes}'))
        ? own.replace('{minutes}', `${Math.ceil((retryAfter as number) / 60)}`)
        : // An error without a code is a bug of ours, whose message is not meant for visitors.
          (code && failed.message) || texts.failed;
    const wrong: Record<string, string | undefined> = {};
    let problem: string | undefined = message;
    for (const [name, [reason]] of Object.entries(fields ?? {})) {
      // Our texts may be in another language than the server's.
      wrong[name] = (name === 'email' ? emailText : texts.tooLong) ?? reason;
      // The server may require a first name that this form does not ask for.
      if (name in values) problem = undefined;
    }
    refuse(wrong, problem);
    return notify('error', { code, message, fields, retryAfter }, options.onError);
  }
  notify('success', success, options.onSuccess);
}

/** Moves the focus, after a state is drawn, to the first invalid field or the confirmation. */
export function settleFocus(root: ParentNode | null | undefined, { step }: SignupState): void {
  // The focus is lost with the removed form, unless the visitor has moved on.
  const lost = step === 'done' && document.activeElement === document.body;
  const target = step === 'failed' ? '[aria-invalid]' : lost && '[role=status]';
  if (target) root?.querySelector<HTMLElement>(target)?.focus();
}

/** Begins the installation's bot check, if it has one, with a script that only its visitors load. */
async function beginCheck(options: SignupOptions): Promise<[Installation, GetToken?]> {
  const { apiUrl, recaptchaUrl } = viewOptions(options);
  const installation = await loadInstallation(apiUrl);
  const { botCheck } = installation;
  if (!botCheck) return [installation];
  // An import passes on our script's nonce. Bundlers leave it alone with these comments.
  const loaded: typeof import('../bot-check/bot-check.ts') = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ `${apiUrl}/bot-check.js`
  ).catch(blocked);
  const getToken = loaded.begin({ ...botCheck, apiUrl, recaptchaUrl, nonce: ownScript?.nonce });
  return [installation, () => getToken().catch(blocked)];
}

const blocked = (): never => {
  throw failure('captcha.blocked');
};

/** A failed signup, with the API's code and message if it answered. */
interface Failure {
  code: string;
  message?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** The installation's settings that the form needs. Servers before these were added leave them out. */
type Installation = Pick<PublicConfig, 'productName'> & Partial<PublicConfig>;

/** Thrown as it is: only our own code catches it, and nobody needs its stack. */
const failure = (code: string): Failure => ({ code });

async function call<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, {
    ...init,
    credentials: 'omit',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw failure('network.unreachable');
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw {
    // A proxy may refuse a request with its own body.
    code: response.status === 429 ? 'limit.too_many' : 'internal',
    ...(answer as Partial<ErrorAnswer>),
    retryAfter: Number(response.headers.get('Retry-After')) || undefined,
  } satisfies Failure;
}

/**
 * A browser does not say whether a server is unreachable or does not allow this site. A request that needs no
 * permission reveals it: it has no body, and its answer cannot be read. It also lets the server remember the site.
 */
async function explainUnreachable(apiUrl: string, failed: Failure): Promise<Failure> {
  try {
    const isUnknown = failed.code === 'network.unreachable';
    // On a page of the same origin the answer can be read and has a status.
    if (isUnknown && !(await fetch(`${apiUrl}/api/register`, { method: 'POST', mode: 'no-cors' })).status)
      return failure('request.origin');
  } catch {}
  return failed;
}

const known: Record<string, Promise<Installation> | undefined> = {};

/** Requested once per address and page; requested again after a failure. */
function loadInstallation(apiUrl: string): Promise<Installation> {
  known[apiUrl] ??= call<Installation>(`${apiUrl}/api/config`).catch((error) => {
    delete known[apiUrl];
    throw error;
  });
  return known[apiUrl];
}
