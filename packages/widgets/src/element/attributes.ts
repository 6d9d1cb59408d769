/** Options that an element has as properties; those that are not callbacks are attributes too. */
export const signupOptions = [
  'apiUrl',
  'mode',
  'theme',
  'favoriteWord',
  'texts',
  'lang',
  'productName',
  'signupUrl',
  'recaptchaUrl',
  'onSuccess',
  'onError',
] as const;

export const sampleOptions = ['theme', 'productName', 'samples', 'texts', 'lang'] as const;

/** `favoriteWord` → `favorite-word` */
export function attributeName(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `texts` and `samples` are JSON; `favorite-word` is off by `false`, `off` and `no`. */
export function readAttribute(option: string, text: string | null): unknown {
  if (text === null) return undefined;
  if (option === 'favoriteWord') return !/^(false|off|no)$/.test(text);
  // What is not JSON ends up in the page's console: a browser reports what a custom element throws, and goes on.
  return option === 'texts' || option === 'samples' ? JSON.parse(text) : text;
}
