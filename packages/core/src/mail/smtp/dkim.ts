import { createHash, createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ProviderRefused } from '../mail-provider.ts';

/** Mailbox providers ignore signatures with fewer bits. */
const fewestBits = 1024;

/**
 * Reads the key that signs emails. With an unusable key, nodemailer would send unsigned emails.
 *
 * @throws ProviderRefused
 */
export function readDkimKey(file: string): KeyObject {
  const key = parseKey(file);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < fewestBits) {
    throw unusable(`it must be an RSA key of at least ${fewestBits} bits, better 2048`);
  }
  return key;
}

function parseKey(file: string): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw unusable('it cannot be read', cause);
  }
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw unusable('it is not a private key in PEM without a passphrase', cause);
  }
}

function unusable(why: string, cause?: unknown): ProviderRefused {
  const message = `The key in DKIM_KEY_FILE cannot be used: ${why}. Nothing is sent until this is fixed.`;
  return new ProviderRefused('account', message, { cause });
}

export interface DkimSigner {
  domain: string;
  selector: string;
  key: KeyObject;
}

const oftenForged = [
  'from',
  'to',
  'subject',
  'date',
  'reply-to',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
];

/**
 * The header fields that a signature covers. Names that are listed twice cannot be added to the email by someone who
 * resends it: a name without a field stands for its absence (RFC 6376, section 5.4.2).
 */
const signedFields = [
  ...oftenForged,
  ...oftenForged,
  'sender',
  'cc',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'precedence',
];

/**
 * The `DKIM-Signature` field of an email (RFC 6376), with relaxed canonicalization. Nodemailer's own signatures list each
 * name once, so that a second field of that name would not break them.
 *
 * @param email The whole email, with lines that end with CR and LF.
 */
export function dkimSignature(email: Buffer, { domain, selector, key }: DkimSigner): string {
  // Bytes as characters, so that nothing is decoded.
  const source = email.toString('latin1');
  const end = source.indexOf('\r\n\r\n');
  const fields = source.slice(0, end).split(/\r\n(?![ \t])/);
  const bodyHash = createHash('sha256')
    .update(relaxedBody(source.slice(end + 4)), 'latin1')
    .digest('base64');
  // Folded by hand: spaces are allowed around the colons of h=.
  const unsigned =
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain};\r\n s=${selector}; bh=${bodyHash};\r\n` +
    ` h=${folded(signedFields.join(':'), ':')};\r\n b=`;
  const text = [...chosen(fields).map(relaxedField), relaxedField(unsigned)].join('\r\n');
  const signature = createSign('RSA-SHA256').update(text, 'latin1').sign(key, 'base64');
  return `${unsigned}${signature.replace(/.{72}/g, '$&\r\n ')}\r\n`;
}

/** The last field of each name first, as verifiers take them; nothing for a name that has no more. */
function chosen(fields: readonly string[]): string[] {
  const byName = new Map<string, string[]>();
  for (const field of fields) {
    const name = field.slice(0, field.indexOf(':')).trim().toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), field]);
  }
  return signedFields.flatMap((name) => byName.get(name)?.pop() ?? []);
}

function relaxedField(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ');
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`;
}

function folded(list: string, separator: string): string {
  let line = 0;
  return list
    .split(separator)
    .map((name) => {
      line += name.length + 1;
      if (line < 70) return name;
      line = name.length + 1;
      return `\r\n ${name}`;
    })
    .join(separator);
}
