import { expect, test } from 'vitest';
import { composeEmail, type EmailParts, mergedSubject } from './compose-email.ts';
import { readEmail } from './read-email.ts';

const sender = {
  fromName: 'Lexi & Co',
  fromEmail: 'words@example.com',
  subscriptionManagement: 0,
  useAccountAddress: 1,
  street: '',
  city: '',
  state: '',
  zip: '',
  country: '',
};
const reader = { contactId: 7, email: 'zoe@example.com', firstName: 'Zoë <3', lastName: 'Ünal' };

function parts(given: { message?: Partial<EmailParts['message']>; sender?: object; reader?: object } = {}) {
  return {
    sendId: 5,
    sentAt: new Date('2026-09-15T11:00:00Z'),
    message: { subject: 'Meander', htmlBody: '<p>Meander</p>', textBody: 'Meander', ...given.message },
    sender: { ...sender, ...given.sender },
    reader: { ...reader, ...given.reader },
  };
}

test('has the headers that email programs expect', async () => {
  const raw = (await composeEmail(parts())).toString();

  expect(raw).toMatch(/^From: "Lexi & Co" <words@example\.com>\r$/m);
  expect(raw).toMatch(/^To: .*<zoe@example\.com>\r$/m);
  expect(raw).toMatch(/^Subject: Meander\r$/m);
  expect(raw).toMatch(/^Date: Tue, 15 Sep 2026 11:00:00 \+0000\r$/m);
  expect(raw).toMatch(/^Message-ID: <5-7@sandbox\.invalid>\r$/m);
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/sandbox\.invalid\/unsubscribe\/5-7>,/m);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(raw.indexOf('text/plain')).toBeLessThan(raw.indexOf('text/html'));
});

test.each([
  'plain words',
  'a line\nand another\n\n\tand a third',
  'é, “quotes”, 🙂 and \u00a0spaces',
  '.\n..\n-- \nFrom here',
  'equals = and =3D and a trailing space \nnext',
  `${'long '.repeat(300)}end`,
  '日本語'.repeat(100),
  '--boundary\n--',
])('keeps %j unchanged', async (written) => {
  const raw = await composeEmail(parts({ message: { textBody: written, htmlBody: `<p>${written}</p>` } }));

  const { html, text } = readEmail(raw);

  expect(text.startsWith(`${written}\n\n-- \n`)).toBe(true);
  expect(html.startsWith(`<p>${written}</p><div`)).toBe(true);
  expect(
    Math.max(
      ...raw
        .toString()
        .split('\r\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(200);
});

test('fills in the fields of the reader: escaped in HTML, plain in text and subject', async () => {
  const fields = '[fname] [lname] [email]';
  const raw = await composeEmail(
    parts({ message: { subject: fields, htmlBody: `<p>${fields}</p>`, textBody: fields } }),
  );

  const { html, text } = readEmail(raw);

  expect(html).toContain('<p>Zoë &lt;3 Ünal zoe@example.com</p>');
  expect(text).toContain('Zoë <3 Ünal zoe@example.com\n');
  expect(mergedSubject(fields, reader)).toBe('Zoë <3 Ünal zoe@example.com');
});

test('leaves brackets unchanged that are entities or contain anything else', async () => {
  const htmlBody = '<p>&#91;fname&#93; [ˈmiːændə] [Fname] [city] [ fname ]</p>';

  const { html } = readEmail(await composeEmail(parts({ message: { htmlBody } })));

  expect(html).toContain(htmlBody);
});

test('does not fill in fields that are part of a name', async () => {
  const message = { textBody: 'Hello [fname]' };

  const { text } = readEmail(
    await composeEmail(parts({ message, reader: { firstName: '[email] $& $1', lastName: '' } })),
  );

  expect(text).toContain('Hello [email] $& $1\n');
});

test('does not let a name or a subject create headers', async () => {
  const raw = await composeEmail(
    parts({
      message: { subject: 'Hello\r\nBcc: eve@example.com [fname]' },
      reader: { firstName: 'A\r\nBcc: eve@example.com' },
    }),
  );

  expect(raw.toString()).not.toMatch(/^Bcc:/m);
});

test('puts the footer before the end of the body, with the postal address', async () => {
  const htmlBody = '<html><body><p>x</p></BODY></html>';

  const { html, text } = readEmail(await composeEmail(parts({ message: { htmlBody } })));

  expect(html).toMatch(
    /<p>x<\/p><div.*Manage your subscription.*Lexi &amp; Co, 1 Sample Street.*<\/div><\/BODY>/,
  );
  expect(text).toContain('Manage your subscription: https://sandbox.invalid/unsubscribe/5-7\nLexi & Co, 1');
});

test('the footer has the color of the text around it, which a template may change in dark mode', async () => {
  const { html } = readEmail(await composeEmail(parts({ message: { htmlBody: '<p>x</p>' } })));

  expect(html.match(/[\w-]*color:[^;"]*/g)).toEqual(['color:inherit']);
});

test('uses the footer that the sender has chosen', async () => {
  const raw = await composeEmail(
    parts({
      sender: {
        subscriptionManagement: 2,
        useAccountAddress: 0,
        street: '2 Mill Lane',
        city: 'Ely',
        zip: 'CB7',
        country: 'UK',
      },
    }),
  );

  const { text } = readEmail(raw);

  expect(text).toContain('Click to be removed from this list: ');
  expect(text).toContain('Lexi & Co, 2 Mill Lane, Ely, CB7, UK');
});
