import { signupMessages } from '@wordrise/core/constants';

/**
 * Every text of the signup form. `{product}` is the product's name, `{minutes}` the time to wait.
 * An empty `note` is not shown.
 */
export interface SignupTexts {
  /** Below the button; `[label](address)` makes a link. The default links to your Wordrise's page. */
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
  /** For a site that the installation does not allow; links as in `note`. The default links to the signup page. */
  'request.origin': string;
  /** Without `{minutes}`, also used if the API gave no time. */
  'limit.too_many': string;
}

/** @param apiUrl The base of the links in the texts, without a slash at the end. */
export const textsFor = (apiUrl: string): SignupTexts => ({
  note: `[Privacy](${apiUrl}/privacy)`,
  email: 'Email',
  firstName: 'First name',
  favoriteWord: 'Favorite word',
  optional: '(optional)',
  button: 'Sign Up',
  ...signupMessages,
  'network.unreachable': 'We could not reach the server. Check your connection and try again.',
  'request.origin': `This form does not work here yet. [Sign up on our page](${apiUrl}/#signup)`,
  'captcha.blocked': 'Please allow reCAPTCHA, then try again.',
  'limit.too_many': 'Too many signups from your network. Please try again in {minutes} min.',
});

export const defaultTexts = /* @__PURE__ */ textsFor('');
