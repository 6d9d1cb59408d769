import { emailProviders, firstNameModes } from '../../../contract/choices.ts';
import type { SmtpServer } from '../config.ts';
import { isThisMachine } from '../types.ts';
import type { ReadSetting, Rows, Types } from '../variable.ts';

const screen = 'Settings and Billing → iContact Integrations → Custom API Integrations';

const icontact = { with: ['EMAIL_PROVIDER', 'icontact'] } as const;

const smtp = { with: ['EMAIL_PROVIDER', 'smtp'] } as const;

const connections = {
  ...smtp,
  schema: (is: Types) => is.integer(1, 100),
  default: '5',
  advanced: true,
} as const;

/** A limit of a mail server that 0 lifts. */
const limit = (most: number) =>
  ({
    ...smtp,
    schema: (is: Types) => is.integer(0, most),
    default: '0',
    advanced: true,
  }) as const;

const perSecond = limit(10_000);
const perPeriod = limit(1_000_000_000);
const allConnections = limit(10_000);

/** The limits of the second mail server. */
const second = {
  where: 'from the limits of your second relay',
  needs: ['SMTP_SECOND_URL'],
} as const;

const credential = {
  ...icontact,
  where: `in iContact under ${screen}`,
  schema: (is: Types) => is.text(),
};

export const email = {
  EMAIL_PROVIDER: {
    purpose: 'who sends the emails: icontact, smtp, sandbox or smtp-sandbox',
    schema: (is) => is.oneOf(...emailProviders),
    default: 'sandbox',
    fallback: '`icontact` or `smtp` if any of its credentials is set, otherwise `sandbox`',
    setup: {
      question: 'Email provider',
      placeholder: 'name',
      choices: {
        sandbox: { label: 'The sandbox on this machine: try everything, nobody gets mail' },
        icontact: {
          label: 'iContact',
          heading: 'Your iContact account',
          hint: `${screen} shows these.`,
        },
        smtp: {
          label: 'SMTP: a mail server of your own, Amazon SES, Postmark, Mailgun …',
          heading: 'Your mail server',
          hint: 'Wordrise sends each email itself and keeps the list: docs/sending-by-smtp.md.',
        },
        'smtp-sandbox': {
          label: 'SMTP on this machine: try sending by SMTP, nobody gets mail',
        },
      },
    },
    stored: {
      group: 'sending',
      label: 'Send with',
      field: 'choice',
      choices: {
        sandbox: 'Sandbox',
        smtp: 'A mail server',
        icontact: 'iContact',
        'smtp-sandbox': 'Sandbox that sends like a mail server',
      },
      // The page offers mail services by name instead of these choices.
      meanings: {
        smtp: 'emails go through a mail server',
        icontact: 'emails go through iContact',
      },
    },
  },
  ICONTACT_APP_ID: {
    ...credential,
    purpose: 'the iContact application id',
    secret: true,
    setup: { question: 'Application id', placeholder: 'id' },
    stored: { group: 'sending', label: 'Application id', field: 'text' },
  },
  ICONTACT_API_USERNAME: {
    ...credential,
    purpose: 'the iContact user name of the integration',
    secret: true,
    setup: { question: 'User name', placeholder: 'name' },
    stored: { group: 'sending', label: 'User name of the integration', field: 'text' },
  },
  ICONTACT_API_PASSWORD: {
    ...credential,
    purpose: 'the application password created in the iContact integration screen, not the login password',
    secret: true,
    setup: { question: 'Application password, not the login password', placeholder: 'key' },
    stored: {
      group: 'sending',
      label: 'Application password',
      help: 'Made in the integration screen of iContact. It is not the login password.',
      field: 'text',
    },
  },
  ICONTACT_ACCOUNT_ID: {
    ...credential,
    purpose: 'the iContact account',
    setup: { question: 'Account id', placeholder: 'id' },
    stored: { group: 'sending', label: 'Account id', field: 'text' },
  },
  ICONTACT_CLIENT_FOLDER_ID: {
    ...credential,
    purpose: 'the iContact client folder',
    setup: { question: 'Client folder id', placeholder: 'id' },
    stored: { group: 'sending', label: 'Client folder id', field: 'text' },
  },
  ICONTACT_LIST_ID: {
    ...credential,
    purpose: 'the iContact mailing list that readers are added to',
    where: 'from wordrise doctor: with 1, it names the lists of the account with their ids',
    setup: { question: 'Id of the list that readers join', placeholder: 'id' },
    stored: {
      group: 'sending',
      label: 'Id of the list that readers join',
      help: 'A number. If you do not know it, write 1: the check names the lists of the account with their ids.',
      field: 'text',
    },
  },
  ICONTACT_CAMPAIGN_ID: {
    ...credential,
    purpose: 'the iContact sender (campaign) that emails come from',
    where: 'from wordrise doctor: with 1, it names the senders of the account with their ids',
    setup: { question: 'Id of the sender (campaign)', placeholder: 'id' },
    stored: {
      group: 'sending',
      label: 'Id of the sender (campaign)',
      help: 'A number. If you do not know it, write 1: the check names the senders of the account with their ids.',
      field: 'text',
    },
  },
  ICONTACT_API_URL: {
    advanced: true,
    ...icontact,
    purpose: 'the address of the iContact API',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    default: 'https://app.icontact.com/icp',
  },
  SMTP_HOST: {
    ...smtp,
    purpose: 'the mail server that takes the emails, such as mail.example.com',
    where: 'from your mail server or relay',
    schema: (is) => is.host(),
    unless: 'SMTP_URL',
    setup: { question: 'Mail server, such as mail.example.com', placeholder: 'host' },
    stored: { group: 'sending', label: 'Mail server', help: 'Such as mail.example.com.', field: 'text' },
  },
  SMTP_PORT: {
    ...smtp,
    purpose: 'the port of the mail server',
    where: 'from your mail server or relay',
    schema: (is) => is.integer(1, 65_535),
    optional: true,
    fallback: '`587`, or `465` if `SMTP_SECURITY` is `tls`',
    unless: 'SMTP_URL',
    setup: { question: 'Its port (Enter for 587)', placeholder: 'port' },
    stored: { group: 'sending', label: 'Port', field: 'number' },
  },
  SMTP_USER: {
    ...smtp,
    purpose: 'the user name for the mail server',
    where: 'from your mail server or relay',
    schema: (is) => is.text(),
    optional: true,
    needs: ['SMTP_PASSWORD'],
    fallback: 'no login',
    unless: 'SMTP_URL',
    setup: { question: 'User name (Enter if it needs no login)', placeholder: 'name' },
    stored: {
      group: 'sending',
      label: 'User name',
      help: 'Leave it empty if the server needs no login.',
      field: 'text',
    },
  },
  SMTP_PASSWORD: {
    ...smtp,
    purpose: 'the password for the mail server, exactly as it is, with any characters',
    where: 'from your mail server or relay',
    schema: (is) => is.text(),
    optional: true,
    needs: ['SMTP_USER'],
    fallback: 'no login',
    unless: 'SMTP_URL',
    secret: true,
    setup: { question: 'Password', placeholder: 'password' },
    stored: {
      group: 'sending',
      label: 'Password',
      help: 'Exactly as it is, with any characters.',
      field: 'text',
      sentTo: ['SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY'],
    },
  },
  SMTP_SECURITY: {
    ...smtp,
    purpose:
      'how the connection is encrypted: starttls after a greeting, tls from the start, none only on this machine',
    schema: (is) => is.oneOf('starttls', 'tls', 'none'),
    optional: true,
    fallback: '`tls` on port 465, `none` on this machine, otherwise `starttls`',
    unless: 'SMTP_URL',
    rule: unencryptedElsewhere,
    stored: {
      group: 'sending',
      label: 'Encryption',
      field: 'choice',
      choices: {
        starttls: 'After a greeting (STARTTLS, usually port 587)',
        tls: 'From the start (TLS, usually port 465)',
        none: 'None, only for a server on this machine',
      },
      meanings: { tls: '“Encryption” is “From the start”' },
    },
  },
  SMTP_URL: {
    ...smtp,
    purpose:
      'the settings above in one address, such as smtp://user:pass@mail.example.com:587, with special characters of the password as in %2F for /',
    where: 'from your mail server or relay; smtps:// is encrypted from the start',
    schema: (is) => is.smtpServer(),
    optional: true,
    fallback: 'the settings above',
    rule: sameServer,
    secret: true,
    setup: { question: 'Address of the mail server, with user and password', placeholder: 'url' },
  },
  MAIL_FROM: {
    ...smtp,
    purpose: 'the sender of the emails, such as Daily Word <word@example.com>',
    where: 'by choosing an address of a domain that your mail server may send for',
    schema: (is) => is.mailbox(),
    setup: { question: 'Sender, such as Daily Word <word@example.com>', placeholder: 'sender' },
    stored: {
      group: 'general',
      label: 'Sender',
      help: 'An address, or a name and an address, such as Daily Word <word@example.com>.',
      field: 'text',
    },
  },
  POSTAL_ADDRESS: {
    ...smtp,
    purpose: 'the postal address of the sender, which US law requires in every email',
    schema: (is) => is.text(),
    setup: { question: 'Postal address, shown in every email', placeholder: 'address' },
    stored: {
      group: 'general',
      label: 'Postal address',
      help: 'Shown at the end of every email. US law requires one.',
      field: 'text',
    },
  },
  MAIL_REPLY_TO: {
    purpose: 'where replies to an email sent by SMTP go',
    schema: (is) => is.mailbox(),
    fallback: 'the sender',
    setup: {
      question: 'Address for replies (Enter for the sender)',
      placeholder: 'address',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
    stored: {
      group: 'general',
      label: 'Reply-to address',
      help: 'Where replies go. Leave it empty to get them at the sender.',
      field: 'text',
    },
  },
  SMTP_CONNECTIONS: {
    ...connections,
    purpose: 'how many connections each process opens to the mail server',
    setup: {
      question: 'Connections to the mail server at the same time (Enter for 5)',
      placeholder: 'number',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
    stored: { group: 'sending', label: 'Connections at the same time', field: 'number' },
  },
  SMTP_RATE_PER_SECOND: {
    ...perSecond,
    purpose: 'the most emails that all processes together send per second; 0 sets no limit',
    where: 'from the limits of your relay',
    setup: {
      question: 'Emails in a second at most (Enter for no limit)',
      placeholder: 'number',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
    stored: {
      group: 'sending',
      label: 'Emails per second, at most',
      help: 'All servers together. 0 sets no limit.',
      field: 'number',
    },
  },
  SMTP_RATE_PER_HOUR: {
    ...perPeriod,
    purpose: 'the most emails that all processes together send within any hour; 0 sets no limit',
    where: 'from the limits of your relay',
    stored: {
      group: 'sending',
      label: 'Emails per hour, at most',
      help: 'The rest waits. 0 sets no limit.',
      field: 'number',
    },
  },
  SMTP_RATE_PER_DAY: {
    ...perPeriod,
    purpose: 'the most emails that all processes together send within any 24 hours; 0 sets no limit',
    where: 'from the limits of your relay',
    stored: {
      group: 'sending',
      label: 'Emails per day, at most',
      help: 'Within any 24 hours. Readers who could not get an email within six hours miss it. 0 sets no limit.',
      field: 'number',
    },
  },
  SMTP_TOTAL_CONNECTIONS: {
    ...allConnections,
    purpose:
      'how many connections all processes together open to send emails; 0 leaves it to SMTP_CONNECTIONS',
    where: 'from the limits of your relay',
    stored: {
      group: 'sending',
      label: 'Connections of all servers together',
      help: 'Only needed if several servers send from one database. 0 sets no limit.',
      field: 'number',
    },
  },
  SMTP_SECOND_URL: {
    ...smtp,
    purpose:
      'a second mail server, in one address such as smtp://user:pass@mail.example.net:587; SMTP_SECOND_FOR says which emails it carries',
    where: 'from your second mail server or relay; smtps:// is encrypted from the start',
    schema: (is) => is.smtpServer(''),
    optional: true,
    fallback: 'one mail server carries all',
    secret: true,
    advanced: true,
    stored: {
      group: 'sending',
      label: 'Second mail server',
      help: 'In one address, such as smtp://user:password@mail.example.net:587, with special characters of the password as in %2F for /.',
      field: 'text',
    },
  },
  SMTP_SECOND_FOR: {
    ...smtp,
    purpose:
      'which emails the second mail server carries: failover for all of them while the first one takes none, warm-up for those beyond the day’s amount of WARM_UP, or those to mailbox providers and domains, such as google, microsoft, example.org',
    schema: (is) => is.secondFor(),
    default: 'failover',
    needs: ['SMTP_SECOND_URL'],
    advanced: true,
    stored: {
      group: 'sending',
      label: 'Emails through the second server',
      help: 'failover: all emails, while the first one takes none. warm-up: those beyond the day’s amount of the warm-up. Or only those to these mailbox providers and domains, such as google, microsoft, example.org.',
      field: 'text',
    },
  },
  SMTP_SECOND_CONNECTIONS: {
    ...connections,
    ...second,
    purpose: 'how many connections each process opens to the second mail server',
    stored: { group: 'sending', label: 'Second server: connections at the same time', field: 'number' },
  },
  SMTP_SECOND_RATE_PER_SECOND: {
    ...perSecond,
    ...second,
    purpose: 'the most emails per second through the second mail server, of all processes; 0 sets no limit',
    stored: { group: 'sending', label: 'Second server: emails per second, at most', field: 'number' },
  },
  SMTP_SECOND_RATE_PER_HOUR: {
    ...perPeriod,
    ...second,
    purpose: 'the most emails within any hour through the second mail server; 0 sets no limit',
    stored: { group: 'sending', label: 'Second server: emails per hour, at most', field: 'number' },
  },
  SMTP_SECOND_RATE_PER_DAY: {
    ...perPeriod,
    ...second,
    purpose: 'the most emails within any 24 hours through the second mail server; 0 sets no limit',
    stored: { group: 'sending', label: 'Second server: emails per day, at most', field: 'number' },
  },
  SMTP_SECOND_TOTAL_CONNECTIONS: {
    ...allConnections,
    ...second,
    purpose:
      'how many connections all processes together open to the second mail server; 0 leaves it to SMTP_SECOND_CONNECTIONS',
    stored: { group: 'sending', label: 'Second server: connections of all processes', field: 'number' },
  },
  WARM_UP: {
    ...smtp,
    purpose:
      'how many emails a new domain sends on its first day, its second and so on: off, slow, usual, fast, or amounts such as 50, 100, 200, 400 or 50 x1.5 to 10000',
    schema: (is) => is.warmUp(),
    default: 'off',
    advanced: true,
    stored: {
      group: 'sending',
      label: 'Warm-up of a new domain',
      help: 'Emails of each day: slow, usual, fast, or your own such as 50, 100, 200, 400 or 50 x1.5 to 10000. The readers who confirmed longest ago come first. To send all at once, write off.',
      field: 'text',
    },
  },
  WARM_UP_FROM: {
    ...smtp,
    purpose: 'the first day of the warm-up, such as 2026-12-01',
    schema: (is) => is.day(),
    optional: true,
    needs: ['WARM_UP'],
    fallback: 'the day on which it was switched on',
    advanced: true,
    stored: {
      group: 'sending',
      label: 'First day of the warm-up',
      help: 'Such as 2026-12-01. Leave it empty for the day on which you switch it on.',
      field: 'text',
    },
  },
  DKIM_DOMAIN: {
    advanced: true,
    purpose: 'the domain that signs emails sent by SMTP, unless the mail server signs them',
    where: 'from MAIL_FROM: the part after the @',
    schema: (is) => is.domain(),
    needs: ['DKIM_SELECTOR', 'DKIM_KEY_FILE'],
    fallback: 'not signed here',
    setup: {
      question: 'Domain that signs the emails with DKIM (Enter if the mail server signs)',
      placeholder: 'domain',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  DKIM_SELECTOR: {
    advanced: true,
    purpose: 'the name of the key in DNS, as in NAME._domainkey.example.com',
    schema: (is) => is.domain(),
    needs: ['DKIM_DOMAIN', 'DKIM_KEY_FILE'],
    fallback: 'none',
    setup: {
      question: 'Name of its key in DNS',
      placeholder: 'name',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  DKIM_KEY_FILE: {
    advanced: true,
    purpose: 'the file of the RSA key that signs, in PEM',
    where: 'by running: openssl genrsa -out dkim.pem 2048',
    schema: (is) => is.text(),
    needs: ['DKIM_DOMAIN', 'DKIM_SELECTOR'],
    fallback: 'none',
    setup: {
      question: 'File of its private key',
      placeholder: 'file',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  BOUNCE_ADDRESS: {
    purpose: 'where mail servers report what could not be delivered; each email adds its own + part to it',
    schema: (is) => is.mailbox(),
    fallback: 'the sender; reports are not read',
    setup: {
      question: 'Address for emails that come back (Enter for none)',
      placeholder: 'address',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
    stored: {
      group: 'bounces',
      label: 'Address for returned emails',
      help: 'Each email adds its own + part to it.',
      field: 'text',
    },
  },
  BOUNCE_IMAP_URL: {
    purpose:
      'the mailbox of BOUNCE_ADDRESS, such as imaps://user:pass@example.com/INBOX; every pass reads it',
    where: 'from your mail server; write special characters of the password as in an address (%40 for @)',
    schema: (is) => is.imapMailbox(),
    needs: ['BOUNCE_ADDRESS'],
    fallback: 'no mailbox is read',
    secret: true,
    setup: {
      question: 'Its mailbox, such as imaps://user:pass@mail.example.com/INBOX (Enter for none)',
      placeholder: 'url',
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
    stored: {
      group: 'bounces',
      label: 'Its mailbox',
      help: 'Such as imaps://user:password@mail.example.com/INBOX, with special characters of the password as in %40 for @.',
      field: 'text',
    },
  },
  BOUNCE_IMAP_DONE: {
    advanced: true,
    purpose: 'the folder of that mailbox that reports move to after they are read; created if it is missing',
    schema: (is) => is.text(),
    default: 'Wordrise',
  },
  DELIVERY_HOOK_TOKEN: {
    purpose: 'lets a relay report bounces and complaints to /api/hooks/deliveries, with this token',
    where: 'by running: openssl rand -hex 32',
    schema: (is) => is.token(),
    fallback: 'no such reports are accepted',
    secret: true,
    stored: {
      group: 'bounces',
      label: 'Token for reports of a relay',
      help: 'At least 16 characters. The relay sends it to /api/hooks/deliveries.',
      field: 'text',
    },
  },
  BOUNCE_SNS_TOPIC: {
    purpose:
      'the Amazon SNS topics, separated by commas, whose events count at /api/hooks/deliveries if Amazon signed them',
    where: 'from the topic in Amazon SNS: its ARN, such as arn:aws:sns:us-east-1:123456789012:bounces',
    schema: (is) => is.snsTopics(),
    needs: ['DELIVERY_HOOK_TOKEN'],
    fallback: 'signatures of Amazon are not checked',
    advanced: true,
    stored: {
      group: 'bounces',
      label: 'Amazon SNS topics',
      help: 'Their ARNs, separated by commas.',
      field: 'text',
    },
  },
  MAILGUN_SIGNING_KEY: {
    purpose: 'the key with which Mailgun signs its events; without a right signature they do not count',
    where: 'in Mailgun under API security: HTTP webhook signing key',
    schema: (is) => is.token(),
    needs: ['DELIVERY_HOOK_TOKEN'],
    fallback: 'signatures of Mailgun are not checked',
    secret: true,
    advanced: true,
    stored: { group: 'bounces', label: 'Signing key of Mailgun', field: 'text' },
  },
  CONFIRM_SIGNUPS: {
    purpose: 'whether a reader confirms a signup by a link before getting emails: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: (read) => (read('EMAIL_PROVIDER').startsWith('smtp') ? 'on' : 'off'),
    fallback: '`on` with `smtp` and `smtp-sandbox`, otherwise `off`',
    rule: confirmationNeedsMail,
    stored: {
      group: 'signups',
      label: 'Confirm signups',
      help: 'Readers get an email with a link first, and the words only after they open it.',
      field: 'switch',
    },
  },
  WELCOME: {
    purpose:
      'whether a new reader gets a welcome email with the latest word, if emails are sent by SMTP: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: (read) =>
      read('EMAIL_PROVIDER').startsWith('smtp') && read('CONFIRM_SIGNUPS') === 'on' ? 'on' : 'off',
    fallback: '`on` with `smtp` and `smtp-sandbox` while `CONFIRM_SIGNUPS` is `on`, otherwise `off`',
    stored: {
      group: 'signups',
      label: 'Welcome email',
      help: 'New readers get the latest word right away, with the text below and when their first word comes. Needs a mail server: iContact cannot send to one reader.',
      field: 'switch',
    },
  },
  WELCOME_TEXT: {
    purpose: 'what the welcome email says above the word',
    schema: (is) => is.textUpTo(500),
    default: 'You’re on the list: one word a day, by email.',
    stored: {
      group: 'signups',
      label: 'Text of the welcome email',
      help: 'One or two sentences above the word. The email says below them when the first word comes.',
      field: 'text',
    },
  },
  FIRST_NAME: {
    purpose: 'whether the signup form asks for a first name: required, optional or off',
    schema: (is) => is.oneOf(...firstNameModes),
    default: 'required',
    stored: {
      group: 'signups',
      label: 'First name',
      help: 'Readers without one get emails that greet them without a name. Forms on other sites follow their first-name attribute.',
      field: 'choice',
      choices: {
        required: 'Ask for it, and require it',
        optional: 'Ask for it, and let readers skip it',
        off: 'Do not ask for it',
      },
    },
  },
} satisfies Rows;

/** The mail server may be set in one address and in separate settings, if they agree. */
function sameServer(read: ReadSetting): string | undefined {
  const server = read('SMTP_URL') as SmtpServer;
  const parts = {
    SMTP_HOST: server.host,
    SMTP_PORT: server.port,
    SMTP_USER: server.user,
    SMTP_PASSWORD: server.password,
    SMTP_SECURITY: server.security,
  };
  const others = Object.entries(parts).flatMap(([name, value]) => {
    const other = read(name);
    return other === undefined || other === value ? [] : [name];
  });
  if (others.length === 0) return undefined;
  return `does not agree with ${others.join(' and ')}: keep only SMTP_URL, or only the separate settings`;
}

/** Without encryption, passwords and addresses would be readable on the way. */
function unencryptedElsewhere(read: ReadSetting): string | undefined {
  const host = read('SMTP_HOST');
  if (read('SMTP_SECURITY') !== 'none' || host === undefined || isThisMachine(String(host))) return undefined;
  return 'is none, which is only for a mail server on this machine: use starttls or tls';
}

/** iContact does not offer this, so the links are sent by SMTP. In a sandbox, they are in the outbox. */
function confirmationNeedsMail(read: ReadSetting): string | undefined {
  if (read('EMAIL_PROVIDER') !== 'icontact' || read('CONFIRM_SIGNUPS') !== 'on') return undefined;
  const server = read('SMTP_URL') ?? read('SMTP_HOST');
  const missing = [
    ...(server === undefined ? ['SMTP_HOST'] : []),
    ...(read('MAIL_FROM') === undefined ? ['MAIL_FROM'] : []),
  ];
  if (missing.length === 0) return undefined;
  return `is on, but iContact sends no such links: set ${missing.join(' and ')} too, or turn it off`;
}
