import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { Registration } from '../../readers/registration.ts';
import { readDkimKey } from './dkim-key.ts';

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
  const { givenReaders, schedule, pass, later, received, deps, db } = await openTestSending('sqlite', {
    smtp: { dkim: { domain: 'example.com', selector: 'word', keyFile: keyFile('rsa') } },
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
    ...{ source, head, token: mailToken },
    fields: (name: string) => head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`)),
    parsed: await PostalMime.parse(email.raw),
  };
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
