import { escapeHtml } from '../../contract/escape-html.ts';
import type { Mailbox, SmtpConfig } from '../../settings/config.ts';
import { domainOf } from '../domain-of.ts';
import type { Recipient } from '../mailing-list.ts';
import { fieldFiller } from './merge-fields.ts';
import { alternatives, headField, partFiller } from './mime-message.ts';
import { bouncePath, messageId, unsubscribeUrl } from './reader-token.ts';

export interface Sender extends Pick<SmtpConfig, 'replyTo' | 'postalAddress' | 'bounceAddress'> {
  from: Mailbox;
  productName: string;
  /** Without a trailing slash. */
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

/** An email to one reader, ready to be sent. */
interface ComposedEmail {
  messageId: string;
  envelope: { from: string; to: string };
  /** The whole email, including its headers. */
  raw: string;
}

/** Prepares the parts that are the same for all readers once. The returned function composes one reader's email. */
export function composer(sender: Sender, content: Content): (reader: Recipient) => ComposedEmail {
  const { from, publicUrl, bounceAddress } = sender;
  const domain = domainOf(from.address);
  const fillSubject = fieldFiller(content.subject);
  const fillText = partFiller(withTextFooter(content.text, sender), (value) => value);
  const fillHtml = partFiller(withHtmlFooter(content.html, sender), escapeHtml);
  const { type, body } = alternatives(content.name);
  const head = `${headOfAll(sender, content.date)}${type}\r\n`;
  return (reader) => {
    const unsubscribe = unsubscribeUrl(publicUrl, reader.token);
    const fields = { fname: reader.firstName, email: reader.email, unsubscribe };
    const id = messageId(content.name, reader.token, domain);
    const own =
      headField('To', { name: reader.firstName, address: reader.email }) +
      headField('Subject', fillSubject(fields)) +
      // Written directly, because a long address must not be folded.
      `Message-ID: ${id}\r\nList-Unsubscribe: <${unsubscribe}>\r\n`;
    return {
      messageId: id,
      envelope: {
        from: bounceAddress ? bouncePath(bounceAddress, reader.token) : from.address,
        to: reader.email,
      },
      raw: own + head + body({ text: fillText(fields), html: fillHtml(fields) }),
    };
  };
}

/** The headers that are the same for everybody. */
function headOfAll({ from, replyTo, productName }: Sender, date: Date): string {
  return (
    headField('From', { name: from.name || productName, address: from.address }) +
    (replyTo ? headField('Reply-To', replyTo) : '') +
    headField('Date', date) +
    `List-ID: ${listId(productName, domainOf(from.address))}\r\n` +
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nPrecedence: bulk\r\n'
  );
}

/** A name in it may contain only characters that need no encoding. */
function listId(productName: string, domain: string): string {
  const name = productName.replace(/[^\w .-]/g, '').trim();
  return `${name ? `${name} ` : ''}<daily.${domain}>`;
}

const link = '[unsubscribe]';

function withHtmlFooter(html: string, { from, productName, postalAddress }: Sender): string {
  const lines = [`${escapeHtml(from.name || productName)}, ${escapeHtml(postalAddress)}`];
  if (!html.includes(link)) lines.unshift(`<a href="${link}" style="color:inherit">Unsubscribe</a>`);
  // It sets no color: the color of the surrounding text suits light and dark mode.
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
