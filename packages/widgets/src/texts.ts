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
  /** For letters other than a to z before the @. By default the installation's own message. */
  emailNotAscii?: string;
  firstNameRequired: string;
  /** At a first name or favorite word of more than 100 characters. By default the installation's own message. */
  tooLong?: string;
  welcomeTitle: string;
  welcome: string;
  /** Instead of the welcome, while the installation asks readers to confirm. */
  confirmTitle: string;
  confirm: string;
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
  'network.unreachable': 'We could not reach the server. Please try again later.',
  'request.origin': `This form does not work here yet. [Sign up on our page](${apiUrl}/#signup)`,
  'captcha.blocked': 'Please allow the robot check.',
  'limit.too_many': 'Too many signups from your network. Please try again in {minutes} min.',
});

export const defaultTexts = /* @__PURE__ */ textsFor('');

/** The fields of a word that a sample email shows. */
export interface SampleWord {
  word: string;
  phoneticPronunciation: string;
  partOfSpeech: string;
  definition: string;
  example1: string;
  conversationTip: string;
}

export const defaultSamples: readonly SampleWord[] = [
  {
    word: 'petrichor',
    phoneticPronunciation: '/ˈpetrɪˌkɔr/',
    partOfSpeech: 'noun',
    definition: 'The smell of rain on dry ground.',
    example1: 'Petrichor drifted in.',
    conversationTip: 'Say it when the first drops fall.',
  },
  {
    word: 'halcyon',
    phoneticPronunciation: '/ˈhælsiən/',
    partOfSpeech: 'adjective',
    definition: 'Calm and happy.',
    example1: 'She spoke of that halcyon summer.',
    conversationTip: 'Pair it with “days”.',
  },
  {
    word: 'ebullient',
    phoneticPronunciation: '/ɪˈbʌljənt/',
    partOfSpeech: 'adjective',
    definition: 'Full of cheerful energy.',
    example1: 'Her ebullient laugh filled the hall.',
    conversationTip: 'A warmer word than “excited”.',
  },
];

/** Every text around the samples. */
export interface SampleTexts {
  /** The widget's name for screen readers. */
  label: string;
  tip: string;
  pause: string;
  play: string;
}

export const defaultSampleTexts: SampleTexts = {
  label: 'Sample words',
  tip: 'Conversation tip',
  pause: 'Pause',
  play: 'Play',
};

/** Every text of the word of the day. */
export interface TodayTexts {
  /** Above the word, and the widget's name for screen readers. */
  today: string;
  /** The link to the word's page. */
  more: string;
  /** The link to the signup form. */
  signup: string;
  /** Shown before the first word is sent. */
  empty: string;
}

export const defaultTodayTexts: TodayTexts = {
  today: 'Word of the day',
  more: 'More about this word',
  signup: 'Get a word each morning',
  empty: 'The first word is on its way.',
};
