import { captchaAction } from '@wordrise/core/constants';
import type { ErrorAnswer, PublicConfig, SignupBody } from '@wordrise/core/contract';
import { ownScript } from '../own-script.ts';
import { type SignupOptions, type SignupSuccess, viewOptions } from './options.ts';
import type { FieldMessages, SignupState } from './signup-view.tsx';

/**
 * Loads what the installation needs, once the visitor enters the form and not earlier.
 * It ignores failures, since submitting tries again.
 */
export async function prepareSignup(options: SignupOptions): Promise<void> {
  try {
    const { apiUrl, recaptchaUrl } = viewOptions(options);
    const { recaptchaSiteKey: key } = await loadInstallation(apiUrl);
    if (key) await loadRecaptcha(recaptchaUrl, key);
  } catch {}
}

/** Validates and submits the form and shows each state. The fields keep their text throughout. */
export async function submitSignup(
  form: HTMLFormElement,
  options: SignupOptions,
  show: (state: SignupState) => void,
): Promise<void> {
  const { apiUrl, recaptchaUrl, texts } = viewOptions(options);
  const root = form.parentElement;
  const notify = <Detail>(name: string, detail: Detail, callback?: (detail: Detail) => void) => {
    root?.dispatchEvent(new CustomEvent(`wordrise:${name}`, { bubbles: true, composed: true, detail }));
    callback?.(detail);
  };

  const values = Object.fromEntries(new FormData(form)) as { email: string; firstName: string };
  const refuse = (fields: FieldMessages, problem?: string) => show({ step: 'failed', fields, problem });
  // The browser checks the address first; the server decides.
  const email = form.querySelector<HTMLInputElement>('[type=email]')?.validity.valid
    ? undefined
    : texts.emailInvalid;
  const firstName = values.firstName.trim() ? undefined : texts.firstNameRequired;
  if (email || firstName) return refuse({ email, firstName });

  show({ step: 'sending' });
  let success: SignupSuccess;
  try {
    const { recaptchaSiteKey: key, productName, confirmSignups } = await loadInstallation(apiUrl);
    const token = key ? await recaptchaToken(recaptchaUrl, key) : undefined;
    success = await register(apiUrl, { ...values, recaptchaToken: token });
    show({
      step: 'done',
      height: form.offsetHeight,
      product: options.productName ?? productName,
      confirms: confirmSignups,
    });
  } catch (error) {
    const failed = await explainUnreachable(apiUrl, error as Failure);
    const { code, fields, retryAfter } = failed;
    const own = (texts as unknown as Record<string, string | undefined>)[code];
    const message =
      own && (retryAfter || !own.includes('{minutes}'))
        ? own.replace('{minutes}', `${Math.ceil((retryAfter ?? 0) / 60)}`)
        : // An error without a code is a bug of ours, whose message is not meant for visitors.
          (code && failed.message) || texts.failed;
    const { email, firstName, favoriteWord } = fields ?? {};
    refuse(
      {
        // The API has only one message for an invalid address, and our text for it may be in another language.
        email: email && texts.emailInvalid,
        firstName: firstName && (texts.tooLong ?? firstName[0]),
        favoriteWord: favoriteWord && (texts.tooLong ?? favoriteWord[0]),
      },
      email || firstName || favoriteWord ? undefined : message,
    );
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

interface Grecaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const timeoutMs = 15_000;

/** Loads reCAPTCHA once per key and page; the next call after a failure tries again. */
function loadRecaptcha(scriptUrl: string, siteKey: string): Promise<Grecaptcha> {
  return remember(
    `${scriptUrl}?render=${siteKey}`,
    (address) =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        // An ad blocker may serve an empty script, so only the object proves that it has loaded.
        script.onload = () => {
          const { grecaptcha } = window;
          if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
          else reject();
        };
        script.onerror = reject;
        // A page that allows scripts by nonce gave one to our script; reCAPTCHA's script needs it too.
        script.nonce = ownScript?.nonce ?? '';
        script.src = address;
        document.head.append(script);
      }),
  );
}

/** Gets a token. It is valid once, for two minutes, so get it on submit and not earlier. */
function recaptchaToken(scriptUrl: string, siteKey: string): Promise<string> {
  return Promise.race([
    loadRecaptcha(scriptUrl, siteKey).then((loaded) => loaded.execute(siteKey, { action: captchaAction })),
    new Promise<never>((_resolve, reject) => setTimeout(reject, timeoutMs)),
  ]).catch(() => {
    throw failure('captcha.blocked');
  });
}

/** A failed signup, with the API's code and message if it answered. */
interface Failure {
  code: string;
  message?: string | undefined;
  fields?: Record<string, string[]> | undefined;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** The installation's settings that the form needs. */
interface Installation {
  productName: string;
  recaptchaSiteKey: string | null;
  /** Whether readers confirm with a link. Servers before this was added leave it out. */
  confirmSignups?: boolean;
}

/** The submitted fields. */
interface SignupValues {
  email: string;
  firstName: string;
  favoriteWord?: string | undefined;
  website?: string | undefined;
  recaptchaToken?: string | undefined;
}

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

/** Requested once per address and page; requested again after a failure. */
function loadInstallation(apiUrl: string): Promise<Installation> {
  return remember(`${apiUrl}/api/config`, call<PublicConfig>);
}

function register(apiUrl: string, values: SignupValues): Promise<{ message: string }> {
  return call(`${apiUrl}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(values satisfies SignupBody),
  });
}

const known: Record<string, Promise<unknown> | undefined> = {};

/** Loads an address once per page; the next call after a failure loads it again. */
function remember<Value>(address: string, load: (address: string) => Promise<Value>): Promise<Value> {
  known[address] ??= load(address).catch((error) => {
    delete known[address];
    throw error;
  });
  return known[address] as Promise<Value>;
}
