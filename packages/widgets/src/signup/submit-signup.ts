import type { SignupOptions, SignupSuccess } from './options.ts';
import { loadRecaptcha, recaptchaToken } from './recaptcha.ts';
import { explainUnreachable, type Failure, loadInstallation, register } from './signup-api.ts';
import type { FieldMessages, SignupState } from './signup-view.tsx';
import type { SignupTexts } from './texts.ts';
import { viewOptions } from './view-options.ts';

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

/** The form's state after a failure, and the detail of its event. */
function explain({ code, fields, message, retryAfter }: Failure, texts: SignupTexts) {
  const own = (texts as unknown as Record<string, string | undefined>)[code];
  const problem =
    own && (retryAfter || !own.includes('{minutes}'))
      ? own.replace('{minutes}', `${Math.ceil((retryAfter ?? 0) / 60)}`)
      : // An error without a code is a bug of ours, whose message is not meant for visitors.
        (code && message) || texts.failed;
  const { email, firstName, favoriteWord } = fields ?? {};
  const shown: FieldMessages = {
    // The API has only one message for an invalid address, and our text for it may be in another language.
    email: email && texts.emailInvalid,
    firstName: firstName?.[0],
    favoriteWord: favoriteWord?.[0],
  };
  const atField = email || firstName || favoriteWord;
  const state: SignupState = { step: 'failed', fields: shown, problem: atField ? undefined : problem };
  return { state, problem: { code, message: problem, fields, retryAfter } };
}

/** Validates and submits the form and shows each state. The fields keep their text throughout. */
export async function submitSignup(
  form: HTMLFormElement,
  options: SignupOptions,
  show: (state: SignupState) => void,
): Promise<void> {
  const { apiUrl, recaptchaUrl, texts } = viewOptions(options);
  const root = form.parentElement;
  const notify = <Detail>(name: string, callback: ((detail: Detail) => void) | undefined, detail: Detail) => {
    root?.dispatchEvent(new CustomEvent(`wordrise:${name}`, { bubbles: true, composed: true, detail }));
    callback?.(detail);
  };

  const values = Object.fromEntries(new FormData(form)) as { email: string; firstName: string };
  const fields: FieldMessages = {};
  // The browser checks the address first; the server decides.
  if (!form.querySelector<HTMLInputElement>('[type=email]')?.validity.valid)
    fields.email = texts.emailInvalid;
  if (!values.firstName.trim()) fields.firstName = texts.firstNameRequired;
  if (fields.email || fields.firstName) return show({ step: 'failed', fields });

  show({ step: 'sending' });
  let success: SignupSuccess;
  try {
    const { recaptchaSiteKey: key, productName } = await loadInstallation(apiUrl);
    const token = key ? await recaptchaToken(recaptchaUrl, key) : undefined;
    success = await register(apiUrl, { ...values, recaptchaToken: token });
    show({ step: 'done', height: form.offsetHeight, product: options.productName ?? productName });
  } catch (error) {
    const { state, problem } = explain(await explainUnreachable(apiUrl, error as Failure), texts);
    show(state);
    return notify('error', options.onError, problem);
  }
  notify('success', options.onSuccess, success);
}

/** Moves the focus, after a state is drawn, to the first invalid field or the confirmation. */
export function settleFocus(root: ParentNode | null | undefined, { step }: SignupState): void {
  // The focus is lost with the removed form, unless the visitor has moved on.
  const lost = step === 'done' && document.activeElement === document.body;
  const target = step === 'failed' ? '[aria-invalid]' : lost && '[role=status]';
  if (target) root?.querySelector<HTMLElement>(target)?.focus();
}
