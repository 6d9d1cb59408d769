import { botCheckKinds } from '../../../contract/choices.ts';
import { weekdayNames, weekdays } from '../../../contract/weekdays.ts';
import { machineZone } from '../types.ts';
import type { Rows, Types } from '../variable.ts';

export const server = {
  TRUST_PROXY: {
    purpose: 'how many reverse proxies in front to trust for the visitor’s address',
    where: 'by counting them',
    schema: (is) => is.integer(0, 10),
    default: '0',
  },
  PROCESSOR: {
    advanced: true,
    purpose: 'whether the server runs the five-minute pass: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'on',
  },
  PORT: {
    purpose: 'the port the server listens on',
    schema: (is) => is.integer(0, 65_535),
    default: '5000',
  },
  HOST: {
    purpose: 'the address the server listens on, or a Unix socket such as /run/wordrise/wordrise.sock',
    schema: (is) => is.text(),
    default: (read) => (read('NODE_ENV') === 'production' ? '0.0.0.0' : '127.0.0.1'),
    fallback: '`127.0.0.1`; in production `0.0.0.0`',
  },
  METRICS_TOKEN: {
    advanced: true,
    purpose: 'opens /metrics to programs that send Authorization: Bearer and this token',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.token(),
    fallback: 'nobody can read them, except on your own computer while PUBLIC_URL is a localhost address',
    secret: true,
  },
  LOG_LEVEL: {
    advanced: true,
    purpose: 'how much is logged',
    where: 'by choosing one of trace, debug, info, warn, error, fatal, silent',
    schema: (is) => is.oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
  },
  NODE_ENV: {
    advanced: true,
    purpose: 'development, production or test',
    schema: (is) => is.oneOf('development', 'production', 'test'),
    default: 'development',
  },
} satisfies Rows;

export const alerts = {
  ALERT_WEBHOOK_URL: {
    purpose: 'receives a POST when an email is at risk, late or failed',
    where: 'from the page of incoming webhooks of Slack, Mattermost or the like',
    schema: (is) => is.servicePage(),
    fallback: 'nobody is alerted',
    secret: true,
    stored: {
      group: 'alerts',
      label: 'Webhook',
      help: 'An address of Slack, Mattermost or any other service that receives a POST when an email is at risk, late or failed.',
      field: 'url',
    },
  },
  ALERT_WEBHOOK_SECRET: {
    purpose: 'signs alerts, so that the receiver can verify them',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.token(),
    fallback: 'alerts are not signed',
    secret: true,
    advanced: true,
    stored: {
      group: 'alerts',
      label: 'Secret that signs alerts',
      help: 'At least 16 characters, so that the receiver can check who sent them.',
      field: 'text',
    },
  },
} satisfies Rows;

const service = (kind: 'turnstile' | 'hcaptcha', label: string, where: string, verifyUrl: string) => ({
  site: {
    purpose: `the public ${label} key`,
    where,
    schema: (is: Types) => is.text(),
    with: ['BOT_CHECK', kind],
    setup: { question: 'Site key', placeholder: 'key' },
    stored: { group: 'signups', label: `Site key of ${label}`, field: 'text' },
  } as const,
  secret: {
    purpose: `the secret ${label} key`,
    where,
    schema: (is: Types) => is.text(),
    with: ['BOT_CHECK', kind],
    secret: true,
    setup: { question: 'Secret key', placeholder: 'key' },
    stored: { group: 'signups', label: `Secret key of ${label}`, field: 'text' },
  } as const,
  verify: {
    purpose: `the address that checks ${label} tokens`,
    where: 'by leaving it at its default',
    schema: (is: Types) => is.serviceUrl(),
    with: ['BOT_CHECK', kind],
    advanced: true,
    default: verifyUrl,
  } as const,
});

const turnstile = service(
  'turnstile',
  'Turnstile',
  'in the Cloudflare dashboard, under Turnstile',
  'https://challenges.cloudflare.com/turnstile/v0/siteverify',
);
const hcaptcha = service(
  'hcaptcha',
  'hCaptcha',
  'in the hCaptcha dashboard',
  'https://api.hcaptcha.com/siteverify',
);

export const botCheck = {
  BOT_CHECK: {
    purpose: 'how signups are checked for bots: altcha, turnstile, hcaptcha, recaptcha or off',
    schema: (is) => is.oneOf(...botCheckKinds, 'off'),
    default: (read) => (read('NODE_ENV') === 'production' ? 'altcha' : 'off'),
    fallback: 'the one whose keys are set; without keys `altcha` in production, otherwise `off`',
    setup: {
      question: 'Check signups',
      placeholder: 'name',
      choices: {
        off: { label: 'No; limits and a hidden field keep simple bots out' },
        altcha: { label: 'ALTCHA: the browser solves a small task, without any other service' },
        turnstile: { label: 'Cloudflare Turnstile' },
        hcaptcha: { label: 'hCaptcha' },
        recaptcha: { label: 'Google reCAPTCHA v3' },
      },
    },
    stored: {
      group: 'signups',
      label: 'Bot check',
      help: 'ALTCHA needs no keys and no other service: the visitor’s browser solves a small task while they type. The others receive data about your visitors.',
      field: 'choice',
      choices: {
        off: 'Off',
        altcha: 'ALTCHA, on this server',
        turnstile: 'Cloudflare Turnstile',
        hcaptcha: 'hCaptcha',
        recaptcha: 'Google reCAPTCHA v3',
      },
    },
  },
  TURNSTILE_SITE_KEY: turnstile.site,
  TURNSTILE_SECRET_KEY: turnstile.secret,
  TURNSTILE_VERIFY_URL: turnstile.verify,
  HCAPTCHA_SITE_KEY: hcaptcha.site,
  HCAPTCHA_SECRET_KEY: hcaptcha.secret,
  HCAPTCHA_VERIFY_URL: hcaptcha.verify,
  RECAPTCHA_SITE_KEY: {
    purpose: 'the public reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    schema: (is) => is.text(),
    with: ['BOT_CHECK', 'recaptcha'],
    setup: { question: 'Site key', placeholder: 'key' },
    stored: { group: 'signups', label: 'Site key of reCAPTCHA', field: 'text' },
  },
  RECAPTCHA_SECRET_KEY: {
    purpose: 'the secret reCAPTCHA v3 key',
    where: 'in the reCAPTCHA admin console',
    schema: (is) => is.text(),
    with: ['BOT_CHECK', 'recaptcha'],
    secret: true,
    setup: { question: 'Secret key', placeholder: 'key' },
    stored: { group: 'signups', label: 'Secret key of reCAPTCHA', field: 'text' },
  },
  RECAPTCHA_MIN_SCORE: {
    advanced: true,
    purpose: 'the lowest score that counts as a person, 0 to 1',
    where: 'by choosing one; 0.5 is a good start',
    schema: (is) => is.score(),
    with: ['BOT_CHECK', 'recaptcha'],
    default: '0.5',
  },
  RECAPTCHA_VERIFY_URL: {
    advanced: true,
    purpose: 'the address that checks reCAPTCHA tokens',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    with: ['BOT_CHECK', 'recaptcha'],
    default: 'https://www.google.com/recaptcha/api/siteverify',
  },
  BLOCKED_DOMAINS: {
    purpose: 'domains whose addresses cannot sign up, with their subdomains, comma-separated',
    schema: (is) => is.domains(),
    default: '',
    fallback: 'none',
    advanced: true,
    stored: {
      group: 'signups',
      label: 'Blocked domains',
      help: 'Addresses at these domains cannot sign up, such as spam.example, junk.example. Readers who are on the list stay.',
      field: 'text',
    },
  },
  DISPOSABLE_ADDRESSES: {
    purpose: 'whether throwaway addresses can sign up: accept or refuse',
    schema: (is) => is.oneOf('accept', 'refuse'),
    default: 'accept',
    advanced: true,
    stored: {
      group: 'signups',
      label: 'Throwaway addresses',
      help: 'Services that hand out addresses for a few minutes, from a published list.',
      field: 'choice',
      choices: { accept: 'Accept', refuse: 'Refuse' },
    },
  },
  CONFIRMATIONS_PER_HOUR: {
    purpose: 'how many confirmation emails go out in an hour; more as readers confirm',
    schema: (is) => is.integer(1, 100_000),
    default: '100',
    advanced: true,
    stored: {
      group: 'signups',
      label: 'Confirmation emails per hour',
      help: 'So that nobody can flood mailboxes through the form. Each reader who confirms within a day adds four. What is over it goes out later.',
      field: 'number',
    },
  },
  CONFIRMATIONS_PER_DOMAIN: {
    purpose: 'how many of them go to one domain in an hour; more as readers confirm',
    schema: (is) => is.integer(1, 100_000),
    default: '50',
    advanced: true,
    stored: {
      group: 'signups',
      label: 'Confirmation emails per hour to one domain',
      help: 'So that nobody can flood one company. What is over it goes out later.',
      field: 'number',
    },
  },
} satisfies Rows;

export const data = {
  DATA_DIR: {
    purpose: 'the folder for the database, the sandbox and its outbox',
    schema: (is) => is.text(),
    default: './data',
    setup: { question: 'Data folder', placeholder: 'folder' },
  },
  DATABASE_URL: {
    purpose: 'where the data lives: sqlite:PATH or postgres://…',
    where: 'from your database server, or choose a file path',
    schema: (is) => is.database(),
    default: (read) => `sqlite:${read('DATA_DIR').replace(/(?<!\/)\/+$/, '')}/wordrise.db`,
    fallback: '`wordrise.db` in `DATA_DIR`',
    secret: true,
    requiredInProduction: true,
    setup: { question: 'Address of the database', placeholder: 'url' },
  },
  SESSION_SECRET: {
    purpose: 'signs session cookies; at least 32 characters',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.secrets(),
    fallback: 'generated once and kept in the data folder',
    secret: true,
    requiredInProduction: true,
  },
  SETTINGS_KEY: {
    advanced: true,
    purpose:
      'encrypts the secrets among the settings that are stored in the database; at least 32 characters',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.secrets(),
    fallback: 'generated once and kept in the data folder',
    secret: true,
  },
  SIGNUP_ADDRESS_DAYS: {
    advanced: true,
    purpose: 'how many days the IP addresses of signups and of the activity log are kept; 0 stores none',
    schema: (is) => is.integer(0, 365),
    default: '30',
  },
} satisfies Rows;

export const dictionary = {
  DICTIONARY: {
    purpose: 'where words are looked up: merriam-webster or wordnet',
    schema: (is) => is.oneOf('merriam-webster', 'wordnet'),
    default: 'wordnet',
    fallback: '`merriam-webster` if its key is set, otherwise `wordnet`',
    setup: {
      question: 'Dictionary',
      placeholder: 'name',
      choices: {
        wordnet: { label: 'Built in: offline, no key, no etymologies' },
        'merriam-webster': {
          label: "Merriam-Webster's Collegiate: needs a key, non-commercial use only",
        },
      },
    },
  },
  MERRIAM_WEBSTER_API_KEY: {
    purpose: 'the key for the Collegiate dictionary',
    where: 'at dictionaryapi.com by registering for the Collegiate reference',
    schema: (is) => is.text(),
    with: ['DICTIONARY', 'merriam-webster'],
    secret: true,
    setup: { question: 'Key from dictionaryapi.com', placeholder: 'key' },
  },
  MERRIAM_WEBSTER_API_URL: {
    advanced: true,
    purpose: 'the address of the dictionary',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    with: ['DICTIONARY', 'merriam-webster'],
    default: 'https://www.dictionaryapi.com/api/v3/references/collegiate/json',
  },
} satisfies Rows;

export const product = {
  PRODUCT_NAME: {
    first: true,
    purpose: 'the name readers see',
    schema: (is) => is.text(),
    default: 'Wordrise',
    setup: { question: 'Name of the product', placeholder: 'name' },
    stored: {
      group: 'general',
      label: 'Name',
      help: 'What readers see: on the pages, in emails and as their sender.',
      field: 'text',
    },
  },
  PUBLIC_URL: {
    first: true,
    purpose: 'the address visitors use, such as https://words.example.com',
    schema: (is) => is.url(),
    default: (read) => `http://localhost:${read('PORT')}`,
    fallback: '`http://localhost:PORT`',
    setup: { question: 'Address that visitors use', placeholder: 'url' },
    stored: {
      group: 'general',
      label: 'Public address',
      help: 'The address in the browser’s address bar, such as https://words.example.com. Links in emails start with it, and the admin area works only there.',
      field: 'url',
      // Links of a server that is started with another PORT lead there.
      pinned: { once: 'PORT' },
    },
  },
  TIMEZONE: {
    first: true,
    purpose: 'what "07:00" means, an IANA name such as Europe/Paris',
    where: 'from the list of IANA time zones',
    schema: (is) => is.timeZone(),
    default: machineZone,
    fallback: 'the machine’s',
    setup: { question: 'Time zone, for what "07:00" means', placeholder: 'zone' },
    stored: {
      group: 'general',
      label: 'Time zone',
      help: 'What “07:00” means.',
      field: 'zone',
      pinned: true,
    },
  },
  LOCAL_TIMES: {
    purpose:
      'whether each reader gets the emails at their own local time, if their time zone is known: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'on',
    stored: {
      group: 'general',
      label: 'Local times',
      help: 'Readers whose time zone is known get each email at its time where they live, or at a time of their own. Off: everyone gets it at the same moment. Only if Wordrise sends the emails itself.',
      field: 'switch',
    },
  },
  WEEKLY_DAY: {
    purpose:
      'the day of the weekly email, for readers who choose no other: mon, tue, wed, thu, fri, sat or sun',
    schema: (is) => is.oneOf(...weekdays),
    default: 'sun',
    stored: {
      group: 'general',
      label: 'Day of the weekly email',
      help: 'Readers can have the words of a week in one email instead of one a day, on this day unless they choose another. Only if Wordrise sends the emails itself.',
      field: 'choice',
      choices: weekdayNames,
    },
  },
  WEEKLY_RECAP: {
    purpose: 'whether readers of the daily emails get the weekly email too, as a recap: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'off',
    stored: {
      group: 'general',
      label: 'Weekly recap for everyone',
      help: 'Readers of the daily emails also get the weekly email, on its day, if that is one of their days. Only if Wordrise sends the emails itself.',
      field: 'switch',
    },
  },
  RECALL: {
    purpose: 'whether emails ask about the words of three days and three weeks before: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'off',
    stored: {
      group: 'general',
      label: 'Earlier words',
      help: 'Each email also names the words of three days and three weeks before. A link opens what they mean, and readers can say whether they still knew it.',
      field: 'switch',
    },
  },
  COURSE: {
    purpose:
      'a course instead of the word of the day: off, or its words as theme:Weather, tag:course, level:everyday or words:limerence, petrichor',
    schema: (is) => is.course(),
    default: 'off',
    advanced: true,
    stored: {
      group: 'general',
      label: 'Course',
      help: 'Each reader starts at the first of these words on the day after they join, and gets one a day: theme:Weather, tag:course, level:everyday, or words:limerence, petrichor. The schedule goes only to readers who have had them all. Only if Wordrise sends the emails itself. For no course, write off.',
      field: 'text',
    },
  },
  COURSE_ENDING: {
    purpose: 'what the last lesson of a course says above the word',
    schema: (is) => is.textUpTo(300),
    default: 'This is the last word of the course. Thank you for reading.',
    advanced: true,
    stored: {
      group: 'general',
      label: 'End of the course',
      help: 'What the last lesson says above the word.',
      field: 'text',
    },
  },
  PRIVACY_URL: {
    purpose: 'your own privacy page, instead of /privacy',
    where: 'from the address of that page',
    schema: (is) => is.page(),
    fallback: 'the page `/privacy`, whose text the admin area edits',
    stored: {
      group: 'pages',
      label: 'Privacy page of your own',
      help: 'Its address. Leave it empty to use the page whose text you edit here.',
      field: 'url',
    },
  },
  ARCHIVE: {
    purpose: 'public pages for the words that were sent, with feeds and /api/today: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: 'on',
    stored: {
      group: 'pages',
      label: 'Archive',
      help: 'Public pages for the words that were sent, with feeds.',
      field: 'switch',
    },
  },
  WIDGET_ORIGINS: {
    purpose: 'sites that may embed the signup form, comma-separated origins or *',
    where: 'from the addresses of those sites',
    schema: (is) => is.origins(),
    default: '',
    fallback: 'the sites that the admin area and `wordrise origins` allow; it adds to them',
    listed: true,
  },
} satisfies Rows;
