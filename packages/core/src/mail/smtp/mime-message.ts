import { createHash } from 'node:crypto';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode, { type MimeNodeAddress } from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { fieldFiller, type ReaderFields } from './merge-fields.ts';

/** One less than the maximum line length, for the `=` at the end of a continued line. */
const lineLength = 75;

/**
 * Fills in a part of an email in quoted-printable. The text is encoded once; only fields are encoded for each reader.
 */
export function partFiller(
  source: string,
  write: (value: string) => string,
): (fields: ReaderFields) => string {
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

/** A header, encoded and folded. */
export function headField(name: string, value: string | Date | MimeNodeAddress): string {
  return `${foldLines(`${name}: ${MimeNode.encodeHeaderValue(name, value)}`, 76)}\r\n`;
}

/** A text and its HTML as the body of an email. `type` is the header that goes with it. */
export function alternatives(name: string) {
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
