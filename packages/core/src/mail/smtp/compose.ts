import { createHash } from 'node:crypto';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode, { type MimeNodeAddress } from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { escapeHtml } from '../../contract/escape-html.ts';
import type { Mailbox, SmtpConfig } from '../../platform/settings/config.ts';
import type { SendContent } from '../engine/carrier.ts';
import type { DueReminder, Recipient } from '../mailing-list.ts';
import { domainOf } from '../mailing-list.ts';
import { fieldFiller, type ReaderFields, smtpMergeFields, withoutName } from './merge-fields.ts';
import { bouncePath, emailHash, messageId, preferencesUrl, unsubscribeUrl } from './reader-token.ts';
import { beforeEnd, withReminders } from './reminder-line.ts';

export interface Sender extends Pick<SmtpConfig, 'replyTo' | 'postalAddress' | 'bounceAddress'> {
  from: Mailbox;
  /** Whether messages to the bounce address are read from a mailbox. */
  readsBounces?: boolean;
  productName: string;
  /** Without a trailing slash. */
  publicUrl: string;
  server?: Pick<SmtpConfig['server'], 'host'>;
}

/** An email to one reader, ready to be sent. */
export interface ComposedEmail {
  messageId: string;
  /** As objects, which are not parsed again. */
  envelope: { from: MimeNodeAddress; to: MimeNodeAddress };
  /** The whole email, including its headers. */
  raw: string;
}

/** Prepares the parts that are the same for all readers once. The returned function composes one reader's email. */
export function composer(sender: Sender, content: SendContent): (reader: Recipient) => ComposedEmail {
  const { from, publicUrl, bounceAddress } = sender;
  const domain = domainOf(from.address);
  // Postmark gives emails an id of its own, and reports back what is in this field, which it removes.
  const namesOwnIds = sender.server?.host.toLowerCase().endsWith('.postmarkapp.com') === true;
  const { named, nameless } = fillersFor(content, sender);
  const reminding = remindingFillers(content, sender);
  const { type, body } = alternatives(content.name);
  const head = `${headOfAll(sender, content)}${type}\r\n`;
  return (reader) => {
    const unsubscribe = unsubscribeUrl(publicUrl, reader.token);
    const { reminders = [] } = reader;
    const filling = reminders.length > 0 ? reminding(reminders) : { named, nameless };
    const fill = reader.firstName === '' ? filling.nameless : filling.named;
    const preferences = preferencesUrl(publicUrl, reader.token);
    const fields = {
      fname: reader.firstName,
      email: reader.email,
      unsubscribe,
      preferences,
      readertoken: reader.token,
    };
    const id = messageId(content.name, reader.token, domain);
    const own =
      headField('To', { name: reader.firstName, address: reader.email }) +
      headField('Subject', fill.subject(fields)) +
      // Written directly, because a long address must not be folded.
      `Message-ID: ${id}\r\nList-Unsubscribe: <${unsubscribe}>${byMail(sender, reader.token)}\r\n${
        namesOwnIds ? `X-PM-Metadata-message-id: ${emailHash(content.name)}.${reader.token}\r\n` : ''
      }`;
    return {
      messageId: id,
      envelope: {
        from: { name: '', address: bounceAddress ? bouncePath(bounceAddress, reader.token) : from.address },
        to: { name: '', address: reader.email },
      },
      raw: own + head + body({ text: fill.text(fields), html: fill.html(fields) }),
    };
  };
}

type Parts = Pick<SendContent, 'subject' | 'text' | 'html'>;

/** For readers whose first name is known, and for others. */
function fillersFor({ subject, text, html }: Parts, sender: Sender) {
  return {
    named: fillers({ subject, text, html }, sender),
    nameless: fillers(
      { subject: withoutName(subject), text: withoutName(text), html: withoutName(html) },
      sender,
    ),
  };
}

/**
 * For readers who asked to be reminded of words. Many asked for the same ones, so theirs is prepared once too; who the reader is
 * in the links is filled in for each.
 */
function remindingFillers({ subject, text, html }: Parts, sender: Sender) {
  const prepared = new Map<string, ReturnType<typeof fillersFor>>();
  return (reminders: readonly DueReminder[]) => {
    const key = JSON.stringify(reminders);
    let found = prepared.get(key);
    if (!found) {
      const links = reminders.map(({ word, path }) => ({
        // Text of a word is no field.
        word: smtpMergeFields.escape(word, 'plain'),
        url: `${sender.publicUrl}${path}/${smtpMergeFields.token}`,
      }));
      found = fillersFor({ subject, ...withReminders({ text, html }, links) }, sender);
      if (prepared.size >= mostPrepared) prepared.clear();
      prepared.set(key, found);
    }
    return found;
  };
}

/** Each has the text of the whole email. */
const mostPrepared = 50;

function fillers({ subject, text, html }: Parts, sender: Sender) {
  return {
    subject: fieldFiller(subject),
    text: partFiller(withTextFooter(text, sender), (value) => value),
    html: partFiller(withHtmlFooter(html, sender), escapeHtml),
  };
}

/** An address that unsubscribes too, for mail programs that open no links. */
function byMail({ bounceAddress, readsBounces }: Sender, token: string): string {
  if (!bounceAddress || !readsBounces) return '';
  return `,\r\n <mailto:${bouncePath(bounceAddress, token)}?subject=unsubscribe>`;
}

/** The headers that are the same for everybody. */
function headOfAll({ from, replyTo, productName }: Sender, { name, date }: SendContent): string {
  const domain = domainOf(from.address);
  return (
    headField('From', { name: from.name || productName, address: from.address }) +
    (replyTo ? headField('Reply-To', replyTo) : '') +
    headField('Date', date) +
    `List-ID: ${listId(productName, domain)}\r\n` +
    // Gmail's statistics by email and by sender; nothing in it is about the reader.
    `Feedback-ID: ${shortHash(name)}:daily:wordrise:${shortHash(domain)}\r\n` +
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nPrecedence: bulk\r\n'
  );
}

/** Within the 5 to 15 characters that the last part may have. */
function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** A name in it may contain only characters that need no encoding. */
function listId(productName: string, domain: string): string {
  const name = productName.replace(/[^\w .-]/g, '').trim();
  return `${name ? `${name} ` : ''}<daily.${domain}>`;
}

const link = '[unsubscribe]';
const preferencesLink = '[preferences]';

function withHtmlFooter(html: string, { from, productName, postalAddress }: Sender): string {
  const lines = [`${escapeHtml(from.name || productName)}, ${escapeHtml(postalAddress)}`];
  const links = [
    ...(html.includes(preferencesLink) ? [] : [[preferencesLink, 'Change how often']]),
    ...(html.includes(link) ? [] : [[link, 'Unsubscribe']]),
  ].map(([href, text]) => `<a href="${href}" style="color:inherit">${text}</a>`);
  if (links.length > 0) lines.unshift(links.join(' &nbsp;·&nbsp; '));
  // It sets no color: the color of the surrounding text suits light and dark mode.
  const style = 'margin:24px auto 0;padding:12px;text-align:center;font:12px/1.5 sans-serif';
  return beforeEnd(html, `<div style="${style}">${lines.join('<br>')}</div>`);
}

function withTextFooter(text: string, { from, productName, postalAddress }: Sender): string {
  const lines = [`${from.name || productName}, ${postalAddress}`];
  if (!text.includes(link)) lines.unshift(`Unsubscribe: ${link}`);
  if (!text.includes(preferencesLink)) lines.unshift(`Change how often: ${preferencesLink}`);
  return `${text.trimEnd()}\n\n-- \n${lines.join('\n')}\n`;
}

/** One less than the maximum line length, for the `=` at the end of a continued line. */
const lineLength = 75;

/**
 * Fills in a part of an email in quoted-printable. The text is encoded once; only fields are encoded for each reader.
 */
function partFiller(source: string, write: (value: string) => string): (fields: ReaderFields) => string {
  return fieldFiller(source, {
    text: (constant) => encodePart(constant.replace(/\r\n?|\n/g, '\r\n')),
    field: (value) => encodePart(write(value)),
    // The line is continued, so that no line exceeds the maximum length.
    around: '=\r\n',
  });
}

function encodePart(text: string): string {
  return wrap(encode(text), lineLength);
}

/** Made once: each one draws random bytes for a boundary. */
const encoder = new MimeNode(false);

/** A header, encoded and folded. */
function headField(name: string, value: string | Date | MimeNodeAddress): string {
  return `${foldLines(`${name}: ${encoder.encodeHeaderValue(name, value)}`, 76)}\r\n`;
}

/** A text and its HTML as the body of an email. `type` is the header that goes with it. */
function alternatives(name: string) {
  const boundary = `=_${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
  const begin = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  const [text, html] = [begin('text/plain'), begin('text/html')];
  return {
    type: `MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="${boundary}"\r\n`,
    body: (parts: { text: string; html: string }) =>
      `${text}${parts.text}\r\n${html}${parts.html}\r\n--${boundary}--\r\n`,
  };
}
