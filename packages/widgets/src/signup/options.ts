import type { SignupTexts } from './texts.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** What `wordrise:success` and `onSuccess` carry. Nothing the visitor typed: analytics scripts listen too. */
export interface SignupSuccess {
  message: string;
}

/** What `wordrise:error` and `onError` carry. */
export interface SignupProblem {
  /** The API's stable code, or `network.unreachable` or `captcha.blocked` where no answer came. */
  code: string;
  /** As shown to the visitor. */
  message: string;
  /** Messages by field, where the API found fault with one. */
  fields?: Record<string, string[]> | undefined;
  /** Seconds until another try makes sense, where the API said so. */
  retryAfter?: number | undefined;
}

declare global {
  // Both bubble, so that they can be heard on any element and on the document.
  interface GlobalEventHandlersEventMap {
    'wordrise:success': CustomEvent<SignupSuccess>;
    'wordrise:error': CustomEvent<SignupProblem>;
  }
}

/** The same for the React component, the custom element and `mountSignupForm`. All may change at any time. */
export interface SignupOptions {
  /** Where Wordrise runs, such as `https://words.example.com`. The page's own origin in React; else the script's. */
  apiUrl?: string | undefined;
  /** `link`: no fields, only a link to the signup page. */
  mode?: 'form' | 'link' | undefined;
  /** `auto` follows the visitor's system. */
  theme?: Theme | undefined;
  /** Whether to ask for a favorite word. Default: yes. */
  favoriteWord?: boolean | undefined;
  /** Replaces any of the texts. A key may also be an API error code, such as `bot_check.rejected`. */
  texts?: (Partial<SignupTexts> & Record<string, string | undefined>) | undefined;
  /** The language of the texts, for screen readers. Default `en`. */
  lang?: string | undefined;
  /** Default: the name that the API tells. */
  productName?: string | undefined;
  /** Where `mode="link"` leads. Default: Wordrise's own page. */
  signupUrl?: string | undefined;
  /** The address of reCAPTCHA's script, such as `https://www.recaptcha.net/recaptcha/api.js`. */
  recaptchaUrl?: string | undefined;
  onSuccess?: ((success: SignupSuccess) => void) | undefined;
  onError?: ((problem: SignupProblem) => void) | undefined;
}
