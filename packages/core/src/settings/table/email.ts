import type { ReadSetting, Rows, Types } from '../variable.ts';

const screen = 'Settings and Billing → iContact Integrations → Custom API Integrations';

const icontact = { with: ['EMAIL_PROVIDER', 'icontact'] } as const;

const smtp = { with: ['EMAIL_PROVIDER', 'smtp'] } as const;

const credential = {
  ...icontact,
  where: `in iContact under ${screen}`,
  schema: (is: Types) => is.text(),
};

export const email = {
  EMAIL_PROVIDER: {
    purpose: 'who sends the emails: icontact, smtp, sandbox or smtp-sandbox',
    schema: (is) => is.oneOf('icontact', 'smtp', 'sandbox', 'smtp-sandbox'),
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
  },
  ICONTACT_APP_ID: {
    ...credential,
    purpose: 'the iContact application id',
    secret: true,
    setup: { question: 'Application id', placeholder: 'id' },
  },
  ICONTACT_API_USERNAME: {
    ...credential,
    purpose: 'the iContact user name of the integration',
    secret: true,
    setup: { question: 'User name', placeholder: 'name' },
  },
  ICONTACT_API_PASSWORD: {
    ...credential,
    purpose: 'the application password created in the iContact integration screen, not the login password',
    secret: true,
    setup: { question: 'Application password, not the login password', placeholder: 'key' },
  },
  ICONTACT_ACCOUNT_ID: {
    ...credential,
    purpose: 'the iContact account',
    setup: { question: 'Account id', placeholder: 'id' },
  },
  ICONTACT_CLIENT_FOLDER_ID: {
    ...credential,
    purpose: 'the iContact client folder',
    setup: { question: 'Client folder id', placeholder: 'id' },
  },
  ICONTACT_LIST_ID: {
    ...credential,
    purpose: 'the iContact mailing list that readers are added to',
    where: 'from the address of the list in iContact',
    setup: { question: 'Id of the list that readers join', placeholder: 'id' },
  },
  ICONTACT_CAMPAIGN_ID: {
    ...credential,
    purpose: 'the iContact sender (campaign) that emails come from',
    where: 'from the sender property in iContact',
    setup: { question: 'Id of the sender (campaign)', placeholder: 'id' },
  },
  ICONTACT_API_URL: {
    ...icontact,
    purpose: 'the address of the iContact API',
    where: 'by leaving it at its default',
    schema: (is) => is.serviceUrl(),
    default: 'https://app.icontact.com/icp',
  },
  SMTP_URL: {
    ...smtp,
    purpose: 'the mail server that takes the emails, such as smtp://user:pass@mail.example.com:587',
    where: 'from your mail server or relay; smtps:// is encrypted from the start',
    schema: (is) => is.smtpServer(),
    secret: true,
    setup: { question: 'Address of the mail server, with user and password', placeholder: 'url' },
  },
  MAIL_FROM: {
    ...smtp,
    purpose: 'the sender of the emails, such as Daily Word <word@example.com>',
    where: 'by choosing an address of a domain that your mail server may send for',
    schema: (is) => is.mailbox(),
    setup: { question: 'Sender, such as Daily Word <word@example.com>', placeholder: 'sender' },
  },
  POSTAL_ADDRESS: {
    ...smtp,
    purpose: 'the postal address of the sender, which US law requires in every email',
    schema: (is) => is.text(),
    setup: { question: 'Postal address, shown in every email', placeholder: 'address' },
  },
  MAIL_REPLY_TO: {
    purpose: 'where replies to an email sent by SMTP go',
    schema: (is) => is.mailbox(),
    fallback: 'the sender',
    setup: {
      ...{ question: 'Address for replies (Enter for the sender)', placeholder: 'address' },
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  SMTP_CONNECTIONS: {
    ...smtp,
    purpose: 'how many connections each process opens to the mail server',
    schema: (is) => is.integer(1, 100),
    default: '5',
    setup: {
      ...{ question: 'Connections to the mail server at the same time (Enter for 5)', placeholder: 'number' },
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  SMTP_RATE_PER_SECOND: {
    ...smtp,
    purpose: 'the most emails that each process sends per second; 0 sets no limit',
    where: 'from the limits of your relay',
    schema: (is) => is.integer(0, 10_000),
    default: '0',
    setup: {
      ...{ question: 'Emails in a second at most (Enter for no limit)', placeholder: 'number' },
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  DKIM_DOMAIN: {
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
    purpose: 'the name of the key in DNS, as in NAME._domainkey.example.com',
    schema: (is) => is.domain(),
    needs: ['DKIM_DOMAIN', 'DKIM_KEY_FILE'],
    fallback: 'none',
    setup: {
      ...{ question: 'Name of its key in DNS', placeholder: 'name' },
      optionalWith: ['EMAIL_PROVIDER', 'smtp'],
    },
  },
  DKIM_KEY_FILE: {
    purpose: 'the file of the RSA key that signs, in PEM',
    where: 'by running: openssl genrsa -out dkim.pem 2048',
    schema: (is) => is.text(),
    needs: ['DKIM_DOMAIN', 'DKIM_SELECTOR'],
    fallback: 'none',
    setup: {
      ...{ question: 'File of its private key', placeholder: 'file' },
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
  },
  BOUNCE_IMAP_DONE: {
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
  },
  CONFIRM_SIGNUPS: {
    purpose: 'whether a reader confirms a signup by a link before getting emails: on or off',
    schema: (is) => is.oneOf('on', 'off'),
    default: (read) => (read('EMAIL_PROVIDER').startsWith('smtp') ? 'on' : 'off'),
    fallback: '`on` with `smtp` and `smtp-sandbox`, otherwise `off`',
    rule: confirmationNeedsMail,
  },
} satisfies Rows;

/** iContact does not offer this, so the links are sent by SMTP. In a sandbox, they are in the outbox. */
function confirmationNeedsMail(read: ReadSetting): string | undefined {
  if (read('EMAIL_PROVIDER') !== 'icontact' || read('CONFIRM_SIGNUPS') !== 'on') return undefined;
  const missing = ['SMTP_URL', 'MAIL_FROM'].filter((name) => read(name) === undefined);
  if (missing.length === 0) return undefined;
  return `is on, but iContact sends no such links: set ${missing.join(' and ')} too, or turn it off`;
}
