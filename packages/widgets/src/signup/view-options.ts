import type { SignupOptions } from './options.ts';
import { safeAddress } from './safe-address.ts';
import { type SignupTexts, textsFor } from './texts.ts';

/** The options with defaults for those left out. */
export function viewOptions(options: SignupOptions) {
  const apiUrl = (options.apiUrl ?? '').replace(/(?<!\/)\/+$/, '');
  return {
    ...options,
    apiUrl,
    texts: { ...textsFor(apiUrl), ...options.texts } as SignupTexts,
    signupUrl: safeAddress(options.signupUrl ?? `${apiUrl}/#signup`),
    recaptchaUrl: safeAddress(options.recaptchaUrl) ?? 'https://www.google.com/recaptcha/api.js',
  };
}
