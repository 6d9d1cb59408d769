import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { isStorable } from '../../contract/text.ts';
import { readReport } from './read-report.ts';

const token = 'ab'.repeat(16);

/** A report in the usual format, with parts of it replaced. */
function dsn({
  head = '',
  type = 'message/delivery-status',
  body = 'Final-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\n',
  before = 'It was returned.',
  after = '',
} = {}) {
  return `To: bounces+${token}@example.com
Date: Tue, 1 Dec 2026 12:00:00 +0000
${head}Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part

${before}
--part
Content-Type: ${type}

${body}
--part${after}--
`;
}

const nested = (depth: number) =>
  Array.from({ length: depth }, () => 'Content-Type: message/rfc822\n\n').join('');
const opened = (depth: number) =>
  Array.from(
    { length: depth },
    (_, nth) => `Content-Type: multipart/mixed; boundary="${nth}"\n\n--${nth}\n`,
  ).join('');
/** A message that ends with a report, which is too far away to be read. */
const behind = (start: string) => `${start}\n${dsn()}`;

const attacks: Record<string, () => string> = {
  'two megabytes of line breaks': () => behind('\n'.repeat(2_000_000)),
  '100,000 parts': () =>
    behind(`Content-Type: multipart/mixed; boundary="b"\n\n${'--b\n\nx\n'.repeat(100_000)}`),
  '100,000 parts without a blank line': () =>
    behind(`Content-Type: multipart/mixed; boundary="b"\n\n${'--b\n'.repeat(250_000)}`),
  'nested messages': () => behind(nested(5000)),
  'nested multiparts': () => behind(opened(5000)),
  'lines that look like many boundaries': () =>
    behind(opened(5000) + '--nothing of the kind\n'.repeat(50_000)),
  'a boundary of a megabyte': () =>
    behind(
      `Content-Type: multipart/mixed; boundary="${'b'.repeat(100_000)}"\n\n${`--${'b'.repeat(99_999)}\n`.repeat(15)}`,
    ),
  'a million header fields': () => behind('A: b\n'.repeat(1_000_000)),
  'a million continuation lines': () => behind(`Content-Type: text/plain;\n${' a=b;\n'.repeat(1_000_000)}`),
  'a line of two megabytes': () => behind('x'.repeat(2_000_000)),
  'a header field of two megabytes': () => behind(`Content-Type: multipart/report; ${'b="'.repeat(700_000)}`),
  'two megabytes of white space': () => behind(`Content-Type:${' '.repeat(2_000_000)}x`),
  'two megabytes of carriage returns': () => behind('\r'.repeat(2_000_000)),
  'a status of two megabytes': () => dsn({ body: `${'A: b\n '.repeat(400_000)}` }),
  'a status of one folded field': () => dsn({ body: `Diagnostic-Code: x\n${' y\n'.repeat(700_000)}` }),
  'two megabytes of soft line breaks': () => behind('=\n'.repeat(1_000_000)),
  'half tokens': () => behind('+abcdef0123456789abcdef012345678'.repeat(60_000)),
  'addresses without an end': () =>
    dsn({ body: `Action: delayed\nFinal-Recipient: ${'a@'.repeat(1_000_000)}` }),
  'qmail paragraphs': () => behind(`Subject: x\n\nHi. This is the qmail-send\n\n${'<a\n\n'.repeat(400_000)}`),
};

/**
 * Reads messages in a thread with little memory, and counts what it does: each time that a function or a part of it
 * (such as the body of a loop) runs is a step.
 */
async function readWatched(messages: string[]): Promise<{ kinds: string[]; mostSteps: number }> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { Session } = require('node:inspector/promises');
    (async () => {
      const { readReport } = await import(workerData.module);
      const session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
      const kinds = [];
      let mostSteps = 0;
      for (const message of workerData.messages) {
        kinds.push((await readReport(Buffer.from(message, 'latin1'))).kind);
        const { result } = await session.post('Profiler.takePreciseCoverage');
        let steps = 0;
        for (const { url, functions } of result)
          if (url.startsWith('file:')) for (const { ranges } of functions) for (const { count } of ranges) steps += count;
        mostSteps = Math.max(mostSteps, steps);
      }
      parentPort.postMessage({ kinds, mostSteps });
    })();`;
  const worker = new Worker(code, {
    eval: true,
    workerData: { module: new URL('./read-report.ts', import.meta.url).href, messages },
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
  });
  try {
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    await worker.terminate();
  }
}

describe('a message to the bounce address', () => {
  test.each(Object.keys(attacks))('that is %s costs little', async (name) => {
    const { kinds, mostSteps } = await readWatched([attacks[name]?.() ?? '', dsn()]);
    expect(kinds[0]).not.toBe('bounce');
    expect(kinds[1]).toBe('bounce');
    expect(mostSteps).toBeLessThan(100_000);
  });

  test.each([
    ['as usual', dsn()],
    ['with CR LF', dsn().replaceAll('\n', '\r\n')],
    [
      'in another multipart',
      `Content-Type: multipart/mixed; boundary=o\n\n--o\n${dsn()}\n--o\n\nA footer.\n--o--\n`,
    ],
    [
      'in base64',
      dsn({
        type: 'message/delivery-status\nContent-Transfer-Encoding: base64',
        body: btoa('Action: failed\nStatus: 5.1.1\n'),
      }),
    ],
    [
      'quoted-printable',
      dsn({
        type: 'message/delivery-status\nContent-Transfer-Encoding: Quoted-Printable',
        body: 'Action: fail=\ned\nStatus: 5=2E1.1\n',
      }),
    ],
    ['of an internationalized address', dsn({ type: 'message/global-delivery-status; charset=utf-8' })],
    ['with a first part of 100 kB', dsn({ before: `${'x'.repeat(76)}\n`.repeat(1300) })],
    [
      'with the whole email attached',
      dsn({ after: `\nContent-Type: message/rfc822\n\n${'x\n'.repeat(500_000)}--part` }),
    ],
    ['after a folded type', dsn().replace('; boundary', ';\n\tboundary')],
    [
      'with a long boundary',
      dsn()
        .replaceAll('part', `${'='.repeat(60)}part`)
        .replaceAll(`multi${'='.repeat(60)}part`, 'multipart'),
    ],
  ])('is read %s', async (_, text) => {
    expect(await readReport(Buffer.from(text))).toMatchObject({
      kind: 'bounce',
      failure: 'address',
      reader: { token },
    });
  });

  test('is not a report because it returns one', async () => {
    const text = `Subject: Fwd\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n${dsn()}\n--o--\n`;
    expect(await readReport(Buffer.from(text))).toMatchObject({ kind: 'none' });
  });

  test.each([
    ['a zero character', 'no\0such user', '5.1.1 no such user'],
    ['control characters', '\x1b[31mno\x07 such user', '5.1.1 [31mno such user'],
    ['bytes that are no text', 'no\xff such user', '5.1.1 no\ufffd such user'],
  ])('with %s in its reason gives one that can be stored', async (_, said, reason) => {
    const body = `Final-Recipient: rfc822; a\0da@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${said}\n`;
    const read = await readReport(Buffer.from(dsn({ body }), 'latin1'));
    expect(read).toMatchObject({ kind: 'bounce', reason, reader: { email: undefined } });
  });

  test('with a long reason is cut between characters', async () => {
    const body = `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${'x'.repeat(493)}😀😀\n`;
    const read = await readReport(Buffer.from(dsn({ body })));
    expect(read).toMatchObject({ reason: `5.1.1 ${'x'.repeat(493)}` });
  });
});

describe('a report of qmail', () => {
  const qmail = (paragraphs: string) => `Return-Path: <>
From: MAILER-DAEMON@mail.example.net
To: bounces+${token}@example.com
Subject: failure notice

Hi. This is the qmail-send program at mail.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

${paragraphs}
--- Below this line is a copy of the message.

Return-Path: <bounces+${token}@example.com>
Subject: word
`;

  test.each([
    [
      'an address that does not exist',
      '<ada@example.net>:\nSorry, no mailbox here by that name. (#5.1.1)\n',
      'address',
      'Sorry, no mailbox here by that name. (#5.1.1)',
    ],
    [
      'one that another server refuses',
      '<ada@example.net>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 no such user\nGiving up on 192.0.2.1.\n',
      'address',
      '192.0.2.1 does not like recipient. Remote host said: 550 5.1.1 no such user Giving up on 192.0.2.1.',
    ],
    [
      'one refused without a code',
      '<ada@example.net>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 no such user\n',
      'address',
      '192.0.2.1 does not like recipient. Remote host said: 550 no such user',
    ],
    [
      'a full mailbox',
      '<ada@example.net>:\nThe users mailbox is over the allowed quota (size). (#5.2.2)\n',
      'mailbox',
      'The users mailbox is over the allowed quota (size). (#5.2.2)',
    ],
    [
      'a server that did not answer for a week',
      "<ada@example.net>:\nSorry, I wasn't able to establish an SMTP connection. (#4.4.1)\nI'm not going to try again; this message has been in the queue too long.\n",
      'mailbox',
      expect.stringContaining('(#4.4.1)'),
    ],
  ])('about %s', async (_, paragraphs, failure, reason) => {
    expect(await readReport(Buffer.from(qmail(paragraphs)))).toEqual({
      kind: 'bounce',
      failure,
      reason,
      at: undefined,
      reader: { token, email: 'ada@example.net' },
    });
  });

  test('is also understood after its name was changed and with CR LF, as plain text of MIME', async () => {
    const text = qmail('<ada@example.net>:\nNo such user. (#5.1.1)\n')
      .replace('qmail-send program', 'MTA')
      .replace('\n\nHi.', '\nContent-Type: text/plain; charset=us-ascii\n\nHi.')
      .replaceAll('\n', '\r\n');
    expect(await readReport(Buffer.from(text))).toMatchObject({ kind: 'bounce', failure: 'address' });
  });

  test.each([
    ['a refusal of the email', qmail('<ada@example.net>:\nRemote host said: 554 5.7.1 spam\n'), 'other'],
    ['nobody', qmail('Something else.\n'), 'none'],
    [
      'a reply that quotes it',
      qmail('<ada@example.net>:\n(#5.1.1)\n').replace('Hi. This', '> Hi. This'),
      'none',
    ],
  ])('about %s removes nobody', async (_, text, kind) => {
    expect(await readReport(Buffer.from(text))).toMatchObject({ kind });
  });
});

/** What readers of emails stumble over. */
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\0',
    '\r',
    '\n',
    '\r\n\r\n',
    '--part',
    '\n--part--\n',
    '; boundary=',
    'boundary="',
    '""',
    ' '.repeat(2000),
    'Content-Type: message/delivery-status\n\n',
    'Content-Type: message/feedback-report\n\n',
    'Content-Transfer-Encoding: base64\n',
    'Content-Transfer-Encoding: quoted-printable\n',
    '=\n',
    '=00',
    '=ED=A0=80',
    'Action: failed\n',
    'Status: 5.2.2\n',
    'Diagnostic-Code: smtp; \0\ud800\n',
    'Original-Rcpt-To: x\0@y\n',
    'Date: Tue, 99 Foo\n',
    'Date: -271821-04-20T00:00:00Z\n',
    'Feedback-Type: abuse\n',
    `+${token}`,
    '\udc00',
    '😀',
    '\n\nHi. This is the qmail-send program\n\n<a@b>:\n',
    '(#5.1.1)',
    '\n\n<',
    '>:\n',
    'a@'.repeat(500),
    "'; --",
    '\\',
  ),
);
const mutated = fc.array(fc.tuple(fc.nat(400), odd, fc.nat(30)), { maxLength: 8 }).map((changes) => {
  let text = dsn();
  for (const [at, what, cut] of changes) text = text.slice(0, at) + what + text.slice(at + cut);
  return text;
});

test('whatever a message contains, what is read of it can be stored', () => {
  const messages = fc.oneof(
    mutated,
    fc.array(odd, { maxLength: 60 }).map((parts) => parts.join('')),
  );
  const encodings = fc.constantFrom('utf8', 'latin1', 'utf16le');
  const seen = new Set<string>();
  fc.assert(
    fc.property(messages, encodings, (text, encoding) => {
      const read = readReport(Buffer.from(text, encoding as BufferEncoding));
      seen.add(read.kind);
      const reason = 'reason' in read ? read.reason : '';
      const { token: found = token, email = '' } = 'reader' in read ? read.reader : {};
      expect([isStorable(reason), isStorable(email), found]).toEqual([true, true, token]);
      expect(reason.length).toBeLessThanOrEqual(500);
      expect(email.length).toBeLessThanOrEqual(limits.emailLength);
      if ('at' in read && read.at) expect(read.at.toISOString()).not.toBe('');
    }),
    { numRuns: 500 },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['bounce', 'none']));
});
