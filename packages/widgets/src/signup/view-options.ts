import type { SignupOptions } from './options.ts';
import { safeAddress } from './safe-address.ts';
import { defaultTexts, type SignupTexts } from './texts.ts';

/** The options with defaults for those left out. */
export function viewOptions(options: SignupOptions) {
  const apiUrl = (options.apiUrl ?? '').replace(/(?<!\/)\/+$/, '');
  return {
    ...options,
    apiUrl,
    texts: { ...defaultTexts, note: `[Privacy](${apiUrl}/privacy)`, ...options.texts } as SignupTexts,
    recaptchaUrl: safeAddress(options.recaptchaUrl) ?? 'https://www.google.com/recaptcha/api.js',
    signupUrl: safeAddress(options.signupUrl ?? `${apiUrl}/#signup`),
  };
}
