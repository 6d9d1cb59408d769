import { signupMessages } from '@wordrise/core/constants';

/**
 * Every text of the signup form. `{product}` stands for the product's name, `{minutes}` for a waiting time.
 * `note` is left out of the form while it is empty.
 */
export interface SignupTexts {
  /** Below the button; `[label](address)` makes a link, for a privacy policy or Google's notice. */
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
  /** Shown by the code of what went wrong; any other error code of the API may be added as a key. */
  'network.unreachable': string;
  'captcha.blocked': string;
  /** Without `{minutes}` also used where the API did not say how long. */
  'limit.too_many': string;
}

export const defaultTexts: SignupTexts = {
  note: '',
  email: 'Email',
  firstName: 'First name',
  favoriteWord: 'Favorite word',
  optional: '(optional)',
  button: 'Sign Up',
  ...signupMessages,
  'network.unreachable': 'We could not reach the server. Check your connection and try again.',
  'captcha.blocked': 'Please allow reCAPTCHA in your browser or ad blocker, then try again.',
  'limit.too_many': 'Too many signups from your network. Please try again in {minutes} min.',
};
