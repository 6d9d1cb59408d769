/** Limits and constants of the product. Lengths are in characters unless a name says otherwise. */
export const limits = {
  wordLength: 100,
  partOfSpeechLength: 50,
  tagsLength: 200,
  /** With the word and “: ” before it, a subject line still fits on a phone. */
  teaserLength: 60,
  quotationLength: 600,
  /** The author and the work of a quotation. */
  quotationSourceLength: 200,
  quotationYearLength: 30,
  quotationUrlLength: 500,
  /** The longest is the name of a day. */
  pinLength: 20,
  slugLength: 100,
  /** A recording: some seconds take 50 kB. */
  recordingBytes: 2_097_152,
  recordingSeconds: 120,
  /** Words in the podcast. */
  podcastLength: 300,
  /** Favorite words of readers in one answer, and names shown for one. */
  suggestionsListed: 200,
  suggestionNames: 5,
  themeLength: 80,
  /** Two or three sentences. */
  themeIntroductionLength: 500,
  /** The place of a word in its theme has this many digits. */
  themePlaceLength: 3,
  /** A theme of one word a day ends within a quarter of a year. */
  themeWords: 90,
  /** Definition, etymology, examples and tip: far more than any entry needs, small enough for a table row. */
  textLength: 10_000,
  statusLength: 20,
  usernameLength: 100,
  usernameMinLength: 3,
  passwordMinLength: 8,
  /** bcrypt reads no further; a longer password is refused, not cut. */
  passwordMaxBytes: 72,
  /** A second-factor code, as typed. */
  codeLength: 40,
  recoveryCodes: 10,
  emailLength: 254,
  leavingTextLength: 300,
  /** How far ahead a reader can pause. */
  pauseDays: 366,
  /** Words that one reader can ask to be reminded of. */
  rememberedWords: 100,
  firstNameLength: 100,
  timezoneLength: 64,
  /** Where a signup came from: the origin of a site, or the name of a list. */
  signupSourceLength: 200,
  /** The campaign of the link that led to a signup. */
  campaignLength: 100,
  /** How imported readers agreed to get the emails, and what a form said about that. */
  consentLength: 1000,
  /** The origin of a site, such as `https://blog.example.com`. */
  originLength: 200,
  subjectLength: 500,
  /** In characters; Gmail clips an email at about 100 kB, this leaves room for comments. */
  templateLength: 500_000,
  /** An email as it is sent, each of its two parts. Far more than any program shows. */
  emailBytes: 1_048_576,
  /** The one in use and those before it. */
  templateVersions: 10,
  /** The privacy page, in characters: about 5,000 words. */
  privacyTextLength: 30_000,
  wordPageSize: 50,
  readerPageSize: 50,
  /** Readers that one call may remove. */
  readersRemoved: 100,
  auditPageSize: 50,
  deliveryPageSize: 50,
  /** Emails shown in a list of sends. */
  sendsListed: 10,
  /** Reports of a relay in one call; Amazon sends up to 50. */
  deliveryReports: 100,
  /** Emails shown for one reader. */
  readerDeliveries: 30,
  unusedPageSize: 20,
  pageSizeMax: 100,
  wordSearchResults: 20,
  /** Words in one call of `mw-bulk`. */
  bulkWords: 500,
  /** Rows of the schedule list and of the outbox list. */
  listRows: 1000,
  /** Mornings that the autopilot keeps filled, and mornings in a plan. */
  morningsAhead: 60,
  morningsPlanned: 366,
  /** Days skipped in one call: a year. */
  skippedDays: 366,
  /** The seed of a choice of words is stored as a 32-bit integer. */
  largestSeed: 2_147_483_647,
  /** Fits the longest template in three-byte characters together with the one it replaces, and 500 words to save. */
  jsonBodyBytes: 4_194_304,
  /** The body of a call that needs no session: a signup with a captcha token, or a password. */
  publicBodyBytes: 16_384,
  /** The body of a call that sent its token: the largest notification of Amazon SNS. */
  hookBodyBytes: 262_144,
  importBodyBytes: 268_435_456,
  /** Nesting depth of a JSON body. */
  jsonDepth: 20,
  /** Values in a JSON body: 500 words to save have fewer than 8,000. */
  jsonValues: 20_000,
  /** Connections open at the same time. Each holds at most its headers and one body. */
  connections: 1000,
} as const;

export const timings = {
  /** The owner is warned if the words last no longer than this. */
  libraryLowDays: 14,
  /** And learns earlier that the words end: from this many mornings on. */
  libraryEndsMornings: 60,
  sampleRotationMs: 8000,
  schedulePollMs: 30_000,
  /** How often to check an email that is being sent, paused, or late to start. */
  sendPollMs: 2000,
  waitingSendPollMs: 15_000,
  processorEveryMinutes: 5,
  /** Two passes: one may be late, two are missing. */
  processorSilentMinutes: 10,
  /** How far our clock may be from the email provider's: beyond that, a send "in a minute" may be in the past. */
  clockToleranceSeconds: 60,
  /** How long the email provider may still make a send whose answer was lost. */
  lostSendMinutes: 15,
  /** How late an email that could not be sent on time may still go out. */
  lateSendHours: 6,
  sessionDays: 7,
  /** A session ends this long after its sign-in, used or not. */
  sessionEndDays: 30,
  /** How long a browser that has signed in is recognized. */
  knownDeviceDays: 180,
  /** How long a request may take to arrive: its headers, a public call's body, an admin's, an upload. */
  headerSeconds: 10,
  publicBodySeconds: 10,
  jsonBodySeconds: 60,
  requestMinutes: 15,
  /** How long a request waits for the database before it is answered with 503. */
  databaseSeconds: 8,
  /** How long a visitor's connection stays open without a request. */
  keepAliveSeconds: 5,
  /** The same for a proxy, longer than nginx (60) and Caddy (120) keep theirs: the proxy must be the one that closes it. */
  proxyKeepAliveSeconds: 130,
} as const;

/** What the scheduling form presets and "tomorrow" means on the command line. */
export const defaultSendTime = '07:00';
export const defaultPort = 5000;
export const defaultProductName = 'Wordrise';
/** In sandbox emails while no postal address is set. */
export const sampleAddress = '1 Sample Street, Anytown 00000';
export const defaultReturnPath = '/admin';
/** The page that creates the admin account. */
export const setupPath = '/admin-setup';

/** The example in a dictionary result if none was found; never shown and never mailed. */
export const exampleNotAvailable = 'Example not available';

/** The action of a signup's reCAPTCHA token. */
export const captchaAction = 'submit';
