import type { SendMailOptions } from 'nodemailer';
import { escapeHtml } from '../../contract/escape-html.ts';
import type { Mailbox, SmtpConfig } from '../../settings/config.ts';
import type { Recipient } from '../mailing-list.ts';
import { fieldFiller } from './merge-fields.ts';
import { bouncePath, messageId, unsubscribeUrl } from './reader-token.ts';

export interface Sender extends Pick<SmtpConfig, 'replyTo' | 'postalAddress' | 'bounceAddress'> {
  from: Mailbox;
  productName: string;
  /** Without a slash at the end. */
  publicUrl: string;
}

export interface Content {
  /** Unique, and the same for everybody. */
  name: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

/** What all readers get alike is done once; the answer composes one reader's email. */
export function composer(
  sender: Sender,
  content: Content,
): (reader: Recipient) => SendMailOptions & { messageId: string } {
  const { from, replyTo, productName, publicUrl, bounceAddress } = sender;
  const domain = domainOf(from.address);
  const fillSubject = fieldFiller(content.subject, (value) => value);
  const fillHtml = fieldFiller(withHtmlFooter(content.html, sender), escapeHtml);
  const fillText = fieldFiller(withTextFooter(content.text, sender), (value) => value);
  return (reader) => {
    const unsubscribe = unsubscribeUrl(publicUrl, reader.token);
    const fields = { fname: reader.firstName, email: reader.email, unsubscribe };
    return {
      from: { name: from.name || productName, address: from.address },
      to: { name: reader.firstName, address: reader.email },
      ...(replyTo ? { replyTo } : {}),
      subject: fillSubject(fields),
      date: content.date,
      messageId: messageId(content.name, reader.token, domain),
      headers: {
        'List-Id': { prepared: true, value: listId(productName, domain) },
        // Ready-made, because a long address must not be folded into pieces.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      },
      html: fillHtml(fields),
      text: fillText(fields),
      textEncoding: 'quoted-printable',
      envelope: {
        from: bounceAddress ? bouncePath(bounceAddress, reader.token) : from.address,
        to: reader.email,
      },
      // An email is text and never the name of a file to include.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  };
}

/** A name in it may only have letters that need no encoding. */
function listId(productName: string, domain: string): string {
  const name = productName.replace(/[^\w .-]/g, '').trim();
  return `${name ? `${name} ` : ''}<daily.${domain}>`;
}

const link = '[unsubscribe]';

function withHtmlFooter(html: string, { from, productName, postalAddress }: Sender): string {
  const lines = [`${escapeHtml(from.name || productName)}, ${escapeHtml(postalAddress)}`];
  if (!html.includes(link)) lines.unshift(`<a href="${link}" style="color:inherit">Unsubscribe</a>`);
  // No color of its own: the color of the text around it suits light and dark mode.
  const style = 'margin:24px auto 0;padding:12px;text-align:center;font:12px/1.5 sans-serif';
  const footer = `<div style="${style}">${lines.join('<br>')}</div>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end);
}

function withTextFooter(text: string, { from, productName, postalAddress }: Sender): string {
  const lines = [`${from.name || productName}, ${postalAddress}`];
  if (!text.includes(link)) lines.unshift(`Unsubscribe: ${link}`);
  return `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`;
}
