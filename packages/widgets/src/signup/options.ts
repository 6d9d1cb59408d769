import { type SignupTexts, textsFor } from '../texts.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** Detail of `wordrise:success` and `onSuccess`. Contains nothing the visitor typed, since analytics scripts listen too. */
export interface SignupSuccess {
  message: string;
  /** Whether nothing is sent until the reader opens a link in an email. */
  confirmFirst?: boolean | undefined;
}

/** Detail of `wordrise:error` and `onError`. */
export interface SignupProblem {
  /** The API's stable error code, or `network.unreachable`, `request.origin` or `captcha.blocked` if the API did not answer. */
  code: string;
  /** The text that the visitor sees; a link in it is `[label](address)`. */
  message: string;
  /** Messages by field, if the API rejected a field. */
  fields?: Record<string, string[]> | undefined;
  /** Seconds to wait before trying again, if the API gave a time. */
  retryAfter?: number | undefined;
}

declare global {
  // Both bubble, so listeners can be on any ancestor or on the document.
  interface GlobalEventHandlersEventMap {
    'wordrise:success': CustomEvent<SignupSuccess>;
    'wordrise:error': CustomEvent<SignupProblem>;
  }
}

/** Options of the React component, the custom element and `mountSignupForm`. All can change at any time. */
export interface SignupOptions {
  /** Address of Wordrise, such as `https://words.example.com`. Default: the page's origin in React, else the script's. */
  apiUrl?: string | undefined;
  /** `link`: no fields, only a link to the signup page. */
  mode?: 'form' | 'link' | undefined;
  /** `auto` follows the page's `color-scheme`. */
  theme?: Theme | undefined;
  /** Whether to ask for a favorite word. Default: yes. */
  favoriteWord?: boolean | undefined;
  /**
   * Whether to ask for a first name. Default: `required`. Your Wordrise decides what it accepts (`FIRST_NAME`): with its
   * default, a form without this field gets an error.
   */
  firstName?: 'required' | 'optional' | 'off' | undefined;
  /** Stored with the signup, such as the campaign of the link that led to the page. */
  campaign?: string | undefined;
  /** Replaces any of the texts. A key may also be an API error code, such as `bot_check.rejected`. */
  texts?: (Partial<SignupTexts> & Record<string, string | undefined>) | undefined;
  /** The language of the texts, for screen readers. Default `en`. */
  lang?: string | undefined;
  /** Default: the name that the API returns. */
  productName?: string | undefined;
  /** Target of the link in `mode="link"`. Default: Wordrise's own page. */
  signupUrl?: string | undefined;
  /** The address of reCAPTCHA's script, such as `https://www.recaptcha.net/recaptcha/api.js`. */
  recaptchaUrl?: string | undefined;
  onSuccess?: ((success: SignupSuccess) => void) | undefined;
  onError?: ((problem: SignupProblem) => void) | undefined;
}

/** The options with defaults for those left out. */
export function viewOptions(options: SignupOptions) {
  const apiUrl = (options.apiUrl ?? '').replace(/(?<!\/)\/+$/, '');
  const { texts: own } = options;
  const texts = textsFor(apiUrl);
  return {
    ...options,
    apiUrl,
    texts: {
      ...texts,
      // A site that wrote its own welcome before there was a text to confirm keeps it.
      ...(own?.welcome && { confirmTitle: own.welcomeTitle ?? texts.confirmTitle, confirm: own.welcome }),
      ...own,
    } as SignupTexts,
    signupUrl: safeAddress(options.signupUrl ?? `${apiUrl}/#signup`),
    recaptchaUrl: safeAddress(options.recaptchaUrl),
  };
}

/** `undefined` for an address that runs a script, such as `javascript:`, or contains its content itself. */
export function safeAddress(address?: string): string | undefined {
  // Browsers skip control characters, so anything before a colon may be a scheme.
  return /^(?!\s*(https?|mailto|tel):)[^/?#]*:/i.test(`${address}`) ? undefined : address;
}
