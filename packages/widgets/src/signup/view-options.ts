import type { SignupOptions } from './options.ts';
import { defaultTexts, type SignupTexts } from './texts.ts';

/** The options with defaults for those left out. */
export function viewOptions(options: SignupOptions) {
  const apiUrl = (options.apiUrl ?? '').replace(/(^|[^/])\/+$/, '$1');
  const note = defaultTexts.note.replace('(', () => `(${apiUrl}`);
  return {
    ...options,
    apiUrl,
    texts: { ...defaultTexts, note, ...options.texts } as SignupTexts,
    recaptchaUrl: options.recaptchaUrl ?? 'https://www.google.com/recaptcha/api.js',
    signupUrl: options.signupUrl ?? `${apiUrl}/#signup`,
  };
}
