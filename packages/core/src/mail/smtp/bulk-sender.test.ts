import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { readDkimKey } from './dkim.ts';

// The requirements of Gmail, Yahoo and Outlook.com for bulk senders that concern the email itself.

function keyFile(type: 'rsa' | 'ed25519', bits = 2048): string {
  const file = join(temporaryFolder(), 'dkim.pem');
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return file;
}

/** An email as the mail server got it, with unfolded header lines. */
async function sentEmail() {
  const key = keyFile('rsa');
  const { givenReaders, schedule, pass, later, received, deps, db } = await openTestSending('sqlite', {
    smtp: {
      dkim: { domain: 'example.com', selector: 'word', keyFile: key },
      replyTo: { name: '', address: 'owner@example.com' },
    },
  });
  await givenReaders(1);
  deps.render = async () => ({
    subject:
      'Naïveté — the state of being naïve, and a subject long enough that it has to be folded somewhere',
    html: `<p>${'A long line of HTML. '.repeat(200)}</p>`,
    text: 'Naïveté',
  });
  await schedule(1000);
  later(1000);
  await pass();
  const [email] = received;
  if (!email) throw new Error('nothing was received');
  const source = email.raw.toString('latin1');
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const { mailToken } = await db.em().findOneOrFail(Registration, { email: 'reader0@example.com' });
  return {
    ...email,
    source,
    head,
    token: mailToken,
    publicKey: createPublicKey(readFileSync(key)),
    fields: (name: string) => head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`)),
    parsed: await PostalMime.parse(email.raw),
  };
}

/** As a mailbox provider does it (RFC 6376, relaxed), with the key that the DNS would have. */
function isSigned(source: string, publicKey: ReturnType<typeof createPublicKey>): boolean {
  const relaxed = (line: string) =>
    line
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .trimEnd();
  const field = (line: string) => {
    const colon = line.indexOf(':');
    return `${line.slice(0, colon).toLowerCase().trim()}:${relaxed(line.slice(colon + 1)).trim()}`;
  };
  const end = source.indexOf('\r\n\r\n');
  const fields = source
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map(field);
  const signature = fields.find((line) => line.startsWith('dkim-signature:')) ?? '';
  const tag = (name: string) =>
    new RegExp(`[:;] ?${name}=([^;]*)`).exec(signature)?.[1]?.replace(/ /g, '') ?? '';
  const body = source
    .slice(end + 4)
    .split('\r\n')
    .map(relaxed)
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  const hash = createHash('sha256').update(body, 'latin1').digest('base64');
  const left = [...fields];
  const signed = tag('h')
    .split(':')
    .flatMap((name) => {
      // Each mention takes the next field from below, and stands for none if there are no more.
      const at = left.findLastIndex((line) => line.startsWith(`${name.toLowerCase()}:`));
      return at === -1 ? [] : left.splice(at, 1);
    });
  const text = [...signed, signature.replace(/([:;] ?b=)[^;]*/, '$1')].join('\r\n');
  const isHead = createVerify('RSA-SHA256').update(text, 'latin1').verify(publicKey, tag('b'), 'base64');
  return isHead && hash === tag('bh');
}

describe('an email to many readers', () => {
  test('has exactly one of each required field', async () => {
    const { fields } = await sentEmail();
    for (const name of ['from', 'to', 'date', 'message-id', 'subject', 'mime-version', 'list-id'])
      expect(fields(name), name).toHaveLength(1);
  });

  test('has lines of at most 998 bytes, each ended by CR and LF', async () => {
    const { source } = await sentEmail();
    expect(source.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...source.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  });

  test('is from the sender’s own domain, with its envelope there too', async () => {
    const { parsed, from, token } = await sentEmail();
    expect(parsed.from).toMatchObject({ name: 'Daily Word', address: 'word@example.com' });
    expect(from).toBe(`bounces+${token}@example.com`);
  });

  test('can be unsubscribed from with one click', async () => {
    const { fields, token } = await sentEmail();
    expect(fields('list-unsubscribe')).toEqual([
      `List-Unsubscribe: <https://words.example.com/unsubscribe/${token}>`,
    ]);
    expect(fields('list-unsubscribe-post')).toEqual(['List-Unsubscribe-Post: List-Unsubscribe=One-Click']);
  });

  test('has a signature that is valid, and not for anything else', async () => {
    const { source, publicKey } = await sentEmail();
    expect(isSigned(source, publicKey)).toBe(true);
    expect(isSigned(source.replace('long line', 'other line'), publicKey)).toBe(false);
    expect(isSigned(source.replace(/(List-Unsubscribe: <https:)/, '$1//evil.example'), publicKey)).toBe(
      false,
    );
  });

  test.each([
    'From: Eve <eve@example.net>',
    'To: eve@example.net',
    'Subject: Something else',
    'Reply-To: eve@example.net',
    'Date: Tue, 24 Nov 2026 12:00:00 +0000',
    'List-Unsubscribe: <https://evil.example>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Feedback-ID: a:b:c:d',
  ])('has a signature that is no longer valid if someone adds %s', async (field) => {
    const { source, publicKey } = await sentEmail();
    expect(isSigned(`X-Received: yes\r\n${source}`, publicKey)).toBe(true);
    expect(isSigned(`${field}\r\n${source}`, publicKey)).toBe(false);
  });

  test('has a number for Gmail’s statistics that says nothing about the reader', async () => {
    const { fields } = await sentEmail();
    expect(fields('feedback-id')).toEqual([
      expect.stringMatching(/^Feedback-ID: [0-9a-f]{12}:daily:wordrise:[0-9a-f]{12}$/),
    ]);
  });

  test('has a signature that covers the one-click fields', async () => {
    const { fields } = await sentEmail();
    const [signature = ''] = fields('dkim-signature');
    expect(signature).toMatch(/d=example\.com;/);
    expect(signature).toMatch(/s=word;/);
    const signed = /\bh=([^;]+)/.exec(signature)?.[1]?.replace(/\s/g, '').toLowerCase().split(':');
    expect(signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    );
  });

  test('has a link to unsubscribe and a postal address in both of its parts', async () => {
    const { parsed, token } = await sentEmail();
    for (const part of [parsed.html, parsed.text]) {
      expect(part).toContain(`https://words.example.com/unsubscribe/${token}`);
      expect(part).toContain('1 Sample Street, Anytown 00000');
    }
  });

  test('says that it is bulk mail, so that no automatic reply comes, and where a person replies to', async () => {
    const { fields } = await sentEmail();
    expect(fields('precedence')).toEqual(['Precedence: bulk']);
    expect(fields('reply-to')).toEqual(['Reply-To: owner@example.com']);
  });

  test('names its list, and keeps every letter of the subject', async () => {
    const { fields, parsed } = await sentEmail();
    expect(fields('list-id')).toEqual(['List-ID: Daily Word <daily.example.com>']);
    expect(parsed.subject).toMatch(/^Naïveté — the state of being naïve,.* folded somewhere$/);
    expect(parsed.text).toContain('Naïveté');
  });
});

test.each([
  ['is missing', () => join(temporaryFolder(), 'none.pem'), /cannot be read/],
  ['is not RSA', () => keyFile('ed25519'), /RSA/],
  [
    'is no key',
    () => {
      const file = join(temporaryFolder(), 'x.pem');
      writeFileSync(file, 'nonsense');
      return file;
    },
    /not a private key/,
  ],
])('a key for signing that %s is refused, and nothing goes out unsigned', async (_, file, why) => {
  const path = file();
  expect(() => readDkimKey(path)).toThrow(why);
  const { givenReaders, schedule, pass, later, received } = await openTestSending('sqlite', {
    smtp: { dkim: { domain: 'example.com', selector: 'word', keyFile: path } },
  });
  await givenReaders(1);
  await schedule(1000);
  later(1000);
  const events = await pass();
  expect(events).toContainEqual(
    expect.objectContaining({ step: 'deliveries', outcome: 'failed', message: expect.stringMatching(why) }),
  );
  expect(received).toEqual([]);
});
