/** Relays that require a certain include in the SPF record of their senders, by the end of their host names. */
const relays = [
  { name: 'Amazon SES', host: 'amazonaws.com', include: 'amazonses.com' },
  { name: 'Postmark', host: 'postmarkapp.com', include: 'spf.mtasv.net' },
  { name: 'Mailgun', host: 'mailgun.org', include: 'mailgun.org' },
  { name: 'SendGrid', host: 'sendgrid.net', include: 'sendgrid.net' },
  { name: 'Mailjet', host: 'mailjet.com', include: 'spf.mailjet.com' },
  { name: 'Brevo', host: 'brevo.com', include: 'spf.brevo.com' },
  { name: 'Google Workspace', host: 'gmail.com', include: '_spf.google.com' },
  { name: 'Microsoft 365', host: 'office365.com', include: 'spf.protection.outlook.com' },
] as const;

/** The relay that a mail server belongs to; `undefined` if it is unknown. */
export function relayOf(host: string): (typeof relays)[number] | undefined {
  return relays.find((relay) => `.${host.toLowerCase()}`.endsWith(`.${relay.host}`));
}
