/** Options that are properties of the element; all except callbacks are attributes too. */
export const signupOptions = [
  'apiUrl',
  'mode',
  'theme',
  'favoriteWord',
  'firstName',
  'campaign',
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

/** `texts` and `samples` are JSON; `false`, `off` and `no` turn `favorite-word` off. */
export function readAttribute(option: string, text: string | null): unknown {
  if (text === null) return undefined;
  if (option === 'favoriteWord') return !/^(false|off|no)$/.test(text);
  // Invalid JSON throws: the browser reports a custom element's error in the console and continues.
  return /texts|samples/.test(option) ? JSON.parse(text) : text;
}
