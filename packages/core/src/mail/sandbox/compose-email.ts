import MailComposer from 'nodemailer/lib/mail-composer';
import { escapeHtml } from '../../contract/escape-html.ts';
import { sandboxAccount } from './credentials.ts';

/** The message, its sender and one reader. */
export interface EmailParts {
  sendId: number;
  sentAt: Date;
  message: { subject: string; htmlBody: string; textBody: string };
  sender: Sender;
  reader: { contactId: number; email: string; firstName: string; lastName: string };
}

export interface Sender {
  fromName: string;
  fromEmail: string;
  subscriptionManagement: number;
  useAccountAddress: number;
  street: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

const accountAddress = '1 Sample Street, Anytown 00000';

const defaultWording = 'Manage your subscription';
// Indexed by the sender's `subscriptionManagement`.
const wordings = [
  defaultWording,
  'Update your profile or unsubscribe',
  'Click to be removed from this list',
  'Cancelar la suscripción',
  'Se désabonner',
];

/** The subject as the reader gets it. */
export function mergedSubject(subject: string, reader: EmailParts['reader']): string {
  return merge(subject, reader, (value) => value);
}

/** One reader's email as sent: text and HTML with the reader's fields and the footer that the law requires. */
export async function composeEmail({ sendId, sentAt, message, sender, reader }: EmailParts): Promise<Buffer> {
  const token = `${sendId}-${reader.contactId}`;
  const unsubscribe = `https://sandbox.invalid/unsubscribe/${token}`;
  const html = merge(message.htmlBody, reader, escapeHtml);
  const text = merge(message.textBody, reader, (value) => value);
  const name = [reader.firstName, reader.lastName].filter(Boolean).join(' ');
  const composer = new MailComposer({
    from: { name: sender.fromName, address: sender.fromEmail },
    to: { name, address: reader.email },
    subject: mergedSubject(message.subject, reader),
    date: sentAt,
    messageId: `<${token}@sandbox.invalid>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>, <mailto:unsubscribe-${token}@sandbox.invalid>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${sandboxAccount.listId}.sandbox.invalid>`,
    },
    text: withTextFooter(text, sender, unsubscribe),
    html: withHtmlFooter(html, sender, unsubscribe),
    // Unlike base64, it can be read in any editor.
    textEncoding: 'quoted-printable',
    // A message is text, never the name of a file to include.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Other names in brackets stay: it is unknown which of them iContact treats as fields. */
function merge(text: string, reader: EmailParts['reader'], write: (value: string) => string): string {
  const values = { fname: reader.firstName, lname: reader.lastName, email: reader.email };
  return text.replace(/\[(fname|lname|email)\]/g, (_, name: keyof typeof values) => write(values[name]));
}

function withHtmlFooter(html: string, sender: Sender, unsubscribe: string): string {
  // It sets no color: the color of the surrounding text suits light and dark mode.
  const footer =
    '<div style="margin:24px auto 0;padding:12px;text-align:center;font:12px/1.5 sans-serif">' +
    `<a href="${unsubscribe}" style="color:inherit">${wording(sender)}</a><br>` +
    `${escapeHtml(sender.fromName)}, ${escapeHtml(postalAddress(sender))}</div>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end);
}

function withTextFooter(text: string, sender: Sender, unsubscribe: string): string {
  const footer = `${wording(sender)}: ${unsubscribe}\n${sender.fromName}, ${postalAddress(sender)}\n`;
  return `${text.trimEnd()}\n\n-- \n${footer}`;
}

function wording({ subscriptionManagement }: Sender): string {
  return wordings[subscriptionManagement] ?? defaultWording;
}

function postalAddress(sender: Sender): string {
  if (sender.useAccountAddress) return accountAddress;
  const { street, city, state, zip, country } = sender;
  return [street, city, [state, zip].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}
