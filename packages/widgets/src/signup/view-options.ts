import type { SignupOptions } from './options.ts';
import { safeAddress } from './safe-address.ts';
import { defaultTexts, type SignupTexts } from './texts.ts';

/** The options with defaults for those left out. */
export function viewOptions(options: SignupOptions) {
  const apiUrl = (safeAddress(options.apiUrl) ?? '').replace(/(^|[^/])\/+$/, '$1');
  const note = defaultTexts.note.replace('(', () => `(${apiUrl}`);
  return {
    ...options,
    apiUrl,
    texts: { ...defaultTexts, note, ...options.texts } as SignupTexts,
    recaptchaUrl: safeAddress(options.recaptchaUrl) ?? 'https://www.google.com/recaptcha/api.js',
    signupUrl: safeAddress(options.signupUrl) ?? `${apiUrl}/#signup`,
  };
}
