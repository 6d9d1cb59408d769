/** A service that takes emails by SMTP, and what its customers need to know. */
export interface MailService {
  label: string;
  /** The usual server. */
  host: string;
  port: number;
  security: 'starttls' | 'tls';
  /** Its servers have names that end so. */
  domain: string;
  /** What the SPF record of a sender must include. */
  include: string;
  /** What the user name is. */
  user: string;
  /** What the password is, where it is made, and the page that explains it. */
  password: string;
  passwordUrl: string;
  /** How many emails it takes. */
  limits: string;
  /** When a sender works that is not the address that signs in; left out if it does not matter who signs in. */
  otherSender?: (user: string) => string;
}

/** The services that the settings offer and the check of the SPF record knows. */
export const mailServices = {
  google: {
    label: 'Gmail or Google Workspace',
    host: 'smtp.gmail.com',
    port: 587,
    security: 'starttls',
    domain: 'gmail.com',
    include: '_spf.google.com',
    user: 'Your full address.',
    password:
      'An app password of 16 letters, not the password of the account. It needs 2-Step Verification, and is made in the Google account under Security, App passwords.',
    passwordUrl: 'https://support.google.com/accounts/answer/185833',
    limits:
      'About 500 emails a day with Gmail, 2,000 with Google Workspace. The sender must be the address of the account or one of its aliases.',
    otherSender: (user) => `It only works as an alias of ${user}.`,
  },
  microsoft: {
    label: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    domain: 'office365.com',
    include: 'spf.protection.outlook.com',
    user: 'The full address of the mailbox.',
    password:
      'The password of the mailbox. An administrator must allow Authenticated SMTP for it in the Microsoft 365 admin center, and from the end of 2026 on also passwords, which Microsoft then turns off by default.',
    passwordUrl:
      'https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/authenticated-client-smtp-submission',
    limits: '30 emails a minute and 10,000 a day for each mailbox. The sender must be that mailbox.',
    otherSender: (user) => `It only works if ${user} may send as it.`,
  },
  ses: {
    label: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: 587,
    security: 'starttls',
    domain: 'amazonaws.com',
    include: 'amazonses.com',
    user: 'The SMTP user name. It is not an access key.',
    password:
      'The SMTP password, made in the SES console under SMTP settings. It is shown once. The region is part of the server’s name.',
    passwordUrl: 'https://docs.aws.amazon.com/ses/latest/dg/smtp-credentials.html',
    limits:
      'In the sandbox of SES 200 emails a day, one a second, and only to verified addresses. After production access, the quota of your account.',
  },
  postmark: {
    label: 'Postmark',
    host: 'smtp-broadcasts.postmarkapp.com',
    port: 587,
    security: 'starttls',
    domain: 'postmarkapp.com',
    include: 'spf.mtasv.net',
    user: 'The access key of the SMTP token of a broadcast stream.',
    password: 'Its secret key. Both are made in the stream’s Settings, under SMTP tokens.',
    passwordUrl: 'https://postmarkapp.com/developer/user-guide/send-email-with-smtp',
    limits: 'The number of emails in your plan. A daily word belongs in a broadcast stream.',
  },
  mailgun: {
    label: 'Mailgun',
    host: 'smtp.mailgun.org',
    port: 587,
    security: 'starttls',
    domain: 'mailgun.org',
    include: 'mailgun.org',
    user: 'The login of the domain, such as postmaster@mail.example.com.',
    password:
      'Made in Mailgun under Domain settings, SMTP credentials. Domains in the EU use smtp.eu.mailgun.org.',
    passwordUrl: 'https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-smtp',
    limits: 'The number of emails in your plan.',
  },
  brevo: {
    label: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    domain: 'brevo.com',
    include: 'spf.brevo.com',
    user: 'The SMTP login that Brevo shows under SMTP & API.',
    password: 'An SMTP key, made on the same page. It is not an API key.',
    passwordUrl: 'https://help.brevo.com/hc/en-us/articles/7959631848850',
    limits: '300 emails a day in the free plan, else the number in your plan.',
  },
  sendgrid: {
    label: 'SendGrid',
    host: 'smtp.sendgrid.net',
    port: 587,
    security: 'starttls',
    domain: 'sendgrid.net',
    include: 'sendgrid.net',
    user: 'The word apikey, for every account.',
    password: 'An API key that may send mail, made under Settings, API Keys.',
    passwordUrl:
      'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/integrating-with-the-smtp-api',
    limits: 'The number of emails in your plan.',
  },
  mailjet: {
    label: 'Mailjet',
    host: 'in-v3.mailjet.com',
    port: 587,
    security: 'starttls',
    domain: 'mailjet.com',
    include: 'spf.mailjet.com',
    user: 'The API key.',
    password: 'The secret key. Both are under Account settings, SMTP and SEND API settings.',
    passwordUrl: 'https://dev.mailjet.com/smtp-relay/configuration/',
    limits: '200 emails a day in the free plan, else the number in your plan.',
  },
} as const satisfies Record<string, MailService>;

export type MailServiceName = keyof typeof mailServices;

/** The service that a mail server belongs to; `undefined` if it is unknown. */
export function serviceOf(host: string): MailServiceName | undefined {
  const names = Object.keys(mailServices) as MailServiceName[];
  return names.find((name) => `.${host.toLowerCase()}`.endsWith(`.${mailServices[name].domain}`));
}
