/** What one environment variable is for; the setup, the report of errors and the technical page read it. */
export interface VariableInfo {
  name: string;
  purpose: string;
  /** Where to get a value, as an end of the sentence "Get it …". */
  where: string;
  secret: boolean;
  /** In production with every provider configured. */
  required: boolean;
}

const icontactScreen =
  'in iContact under Settings and Billing → iContact Integrations → Custom API Integrations';

export const variables: readonly VariableInfo[] = [
  {
    name: 'DATABASE_URL',
    purpose: 'where the data lives: sqlite:PATH or postgres://…',
    where: 'from your database server, or choose a file path',
    secret: true,
    required: true,
  },
  {
    name: 'SESSION_SECRET',
    purpose: 'signs session cookies; at least 32 characters',
    where: 'by running: openssl rand -hex 32',
    secret: true,
    required: true,
  },
  {
    name: 'EMAIL_PROVIDER',
    purpose: 'who sends the emails: icontact or sandbox',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'ICONTACT_APP_ID',
    purpose: 'the iContact application id',
    where: icontactScreen,
    secret: true,
    required: true,
  },
  {
    name: 'ICONTACT_API_USERNAME',
    purpose: 'the iContact user name of the integration',
    where: icontactScreen,
    secret: true,
    required: true,
  },
  {
    name: 'ICONTACT_API_PASSWORD',
    purpose: 'the application password made in the integration screen, not the login password',
    where: icontactScreen,
    secret: true,
    required: true,
  },
  {
    name: 'ICONTACT_ACCOUNT_ID',
    purpose: 'the iContact account',
    where: icontactScreen,
    secret: false,
    required: true,
  },
  {
    name: 'ICONTACT_CLIENT_FOLDER_ID',
    purpose: 'the iContact client folder',
    where: icontactScreen,
    secret: false,
    required: true,
  },
  {
    name: 'ICONTACT_LIST_ID',
    purpose: 'the mailing list that readers are added to',
    where: 'from the address of the list in iContact',
    secret: false,
    required: true,
  },
  {
    name: 'ICONTACT_CAMPAIGN_ID',
    purpose: 'the sender that emails come from',
    where: 'from the sender property in iContact',
    secret: false,
    required: true,
  },
  {
    name: 'ICONTACT_API_URL',
    purpose: 'the address of the iContact API',
    where: 'left at its default',
    secret: false,
    required: false,
  },
  {
    name: 'DICTIONARY',
    purpose: 'where looked-up words come from: merriam-webster or wordnet',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'MERRIAM_WEBSTER_API_KEY',
    purpose: 'the key for the Collegiate dictionary',
    where: 'at dictionaryapi.com by registering for the Collegiate reference',
    secret: true,
    required: true,
  },
  {
    name: 'MERRIAM_WEBSTER_API_URL',
    purpose: 'the address of the dictionary',
    where: 'left at its default',
    secret: false,
    required: false,
  },
  {
    name: 'BOT_CHECK',
    purpose: 'whether signups are checked for bots: recaptcha or off',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'RECAPTCHA_SITE_KEY',
    purpose: 'the public reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    secret: false,
    required: true,
  },
  {
    name: 'RECAPTCHA_SECRET_KEY',
    purpose: 'the secret reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    secret: true,
    required: true,
  },
  {
    name: 'RECAPTCHA_MIN_SCORE',
    purpose: 'the lowest score that counts as a person, 0 to 1',
    where: 'by choosing one; 0.5 is a good start',
    secret: false,
    required: false,
  },
  {
    name: 'RECAPTCHA_VERIFY_URL',
    purpose: 'the address that checks reCAPTCHA tokens',
    where: 'left at its default',
    secret: false,
    required: false,
  },
  {
    name: 'PRODUCT_NAME',
    purpose: 'the name readers see',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'PUBLIC_URL',
    purpose: 'the address visitors use, such as https://words.example.com',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'WIDGET_ORIGINS',
    purpose: 'sites that may embed the signup form, comma-separated origins or *',
    where: 'from the addresses of those sites',
    secret: false,
    required: false,
  },
  {
    name: 'TIMEZONE',
    purpose: 'what "07:00" means, an IANA name such as Europe/Paris',
    where: 'from the list of IANA time zones',
    secret: false,
    required: false,
  },
  {
    name: 'TRUST_PROXY',
    purpose: 'how many proxies in front are believed about the visitor’s address',
    where: 'by counting them',
    secret: false,
    required: false,
  },
  {
    name: 'PROCESSOR',
    purpose: 'whether the server runs the five-minute pass: on or off',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'DATA_DIR',
    purpose: 'the folder for the database, the sandbox and its outbox',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'PORT',
    purpose: 'the port the server listens on',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'HOST',
    purpose: 'the address the server listens on',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
  {
    name: 'LOG_LEVEL',
    purpose: 'how much is logged',
    where: 'by choosing one of trace, debug, info, warn, error, fatal, silent',
    secret: false,
    required: false,
  },
  {
    name: 'NODE_ENV',
    purpose: 'development, production or test',
    where: 'by choosing one',
    secret: false,
    required: false,
  },
];
