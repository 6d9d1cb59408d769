import { signupMessages } from '@wordrise/core/constants';

/**
 * Every text of the signup form. `{product}` is the product's name, `{minutes}` the time to wait.
 * An empty `note` is not shown.
 */
export interface SignupTexts {
  /** Below the button; `[label](address)` makes a link. The default leads to the page of your Wordrise. */
  note: string;
  email: string;
  firstName: string;
  favoriteWord: string;
  optional: string;
  button: string;
  busy: string;
  emailInvalid: string;
  firstNameRequired: string;
  welcomeTitle: string;
  welcome: string;
  failedTitle: string;
  failed: string;
  /** Shown for these error codes; any other error code of the API can be added as a key. */
  'network.unreachable': string;
  'captcha.blocked': string;
  /** Without `{minutes}`, also used if the API gave no time. */
  'limit.too_many': string;
}

export const defaultTexts: SignupTexts = {
  note: '[Privacy](/privacy)',
  email: 'Email',
  firstName: 'First name',
  favoriteWord: 'Favorite word',
  optional: '(optional)',
  button: 'Sign Up',
  ...signupMessages,
  'network.unreachable': 'We could not reach the server. Check your connection and try again.',
  'captcha.blocked': 'Please allow reCAPTCHA, then try again.',
  'limit.too_many': 'Too many signups from your network. Please try again in {minutes} min.',
};
