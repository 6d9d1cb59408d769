import { spawn } from 'node:child_process';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleAddress } from '../../contract/limits.ts';
import type { OutboxItem } from '../../contract/system.ts';
import { composeEmail, type ReleasedEmail } from './icontact-sends.ts';
import type { Sandbox } from './icontact-server.ts';
import {
  changeRecords,
  clientOf,
  givenReaders,
  rawCall,
  startTestSandbox,
  temporaryFolder,
} from './testing.ts';

const morning = new Date('2026-09-16T11:00:00Z');
const before = () => new Date('2026-09-15T09:00:00Z');
const after = () => new Date('2026-09-16T11:00:05Z');

async function givenSend(sandbox: Sandbox, at: Date) {
  const provider = clientOf(sandbox);
  const { messageId } = await provider.sends.createMessage({
    name: `word-${at.getTime()}-${Math.random()}`,
    subject: 'For [fname]',
    html: '<p>Dear [fname]</p>',
    text: 'Dear [fname]',
  });
  return provider.sends.schedule(messageId, at);
}

/** A folder with a send to this many readers that waits for the morning; no sandbox is running. */
async function givenWaitingSend(readers: number) {
  const dataDir = await temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir, now: before });
  const ids = await givenReaders(sandbox, readers);
  const { sendId } = await givenSend(sandbox, morning);
  await sandbox.close();
  return { dataDir, ids, sendId };
}

async function emailFiles(dataDir: string): Promise<string[]> {
  return (await readdir(join(dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'));
}

test('delivers a send automatically when its time comes', async () => {
  const delivered: OutboxItem[] = [];
  let time = before();
  const sandbox = await startTestSandbox({
    now: () => time,
    onDelivered: (email) => delivered.push(email),
  });
  await givenReaders(sandbox, 2);

  const send = await givenSend(sandbox, morning);
  expect(send.status).toBe('pending');

  time = after();
  await expect.poll(() => delivered.length).toBe(2);
  await expect.poll(async () => (await clientOf(sandbox).sends.get(send.sendId))?.status).toBe('released');
});

test('automatically delivers what another process has scheduled', async () => {
  const dataDir = await temporaryFolder();
  const delivered: OutboxItem[] = [];
  await startTestSandbox({ dataDir, onDelivered: (email) => delivered.push(email) });
  // Its clock is slow, so that it is never the one to deliver.
  const other = await startTestSandbox({ dataDir, now: () => new Date(Date.now() - 3_600_000) });
  await givenReaders(other, 2);

  await givenSend(other, new Date());

  await expect.poll(() => delivered.length).toBe(2);
});

test('delivers after a start what was due while nothing ran', async () => {
  const { dataDir } = await givenWaitingSend(3);
  const delivered: OutboxItem[] = [];

  await startTestSandbox({ dataDir, now: after, onDelivered: (email) => delivered.push(email) });

  await expect.poll(() => delivered.length).toBe(3);
});

test('writes one complete email for each reader, listed newest first', async () => {
  const { dataDir } = await givenWaitingSend(3);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  await sandbox.releaseDue();

  const { emails, total } = await sandbox.outbox.list({ limit: 2 });
  expect(total).toBe(3);
  expect(emails.map(({ to, subject, deliveredAt }) => ({ to, subject, deliveredAt }))).toEqual([
    { to: 'reader2@example.com', subject: 'For Reader 2', deliveredAt: after().toISOString() },
    { to: 'reader1@example.com', subject: 'For Reader 1', deliveredAt: after().toISOString() },
  ]);
  const id = emails[0]?.id ?? '';
  const email = await sandbox.outbox.read(id);
  expect(email).toMatchObject({ ...emails[0], html: expect.stringContaining('<p>Dear Reader 2</p>') });
  expect(email?.text).toContain('Dear Reader 2\n');
  const raw = await readFile(join(dataDir, 'outbox', `${id}.eml`), 'utf8');
  expect(raw).toMatch(/^To: Reader 2 <reader2@example\.com>\r$/m);
  expect(sandbox.outbox.list({ limit: 5 }).emails[2]?.to).toBe('reader0@example.com');
});

test('sends to those who are on the list when it is released, and to nobody else', async () => {
  const { dataDir, ids } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  await clientOf(early).readers.unsubscribe(ids[0] ?? '');
  await clientOf(early).readers.subscribe([{ id: 1, email: 'late@example.com', firstName: 'Late' }]);
  await rawCall(early, 'POST', '{base}/contacts', [{ email: 'unlisted@example.com' }]);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  await sandbox.releaseDue();

  const { emails } = await sandbox.outbox.list({ limit: 9 });
  expect(emails.map(({ to }) => to).toSorted()).toEqual(['late@example.com', 'reader1@example.com']);
  for await (const [send] of clientOf(sandbox).sends.list()) expect(send?.recipientCount).toBe(2);
});

test('delivers nothing for a canceled send', async () => {
  const { dataDir, sendId } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  await clientOf(early).sends.cancel(sendId);
  const sandbox = await startTestSandbox({ dataDir, now: after });

  expect(await sandbox.releaseDue()).toBe(0);
  expect((await sandbox.outbox.list({ limit: 9 })).total).toBe(0);
});

test('cancels a send whose message has become spam', async () => {
  const { dataDir, sendId } = await givenWaitingSend(2);
  const early = await startTestSandbox({ dataDir, now: before });
  changeRecords(early, "UPDATE messages SET subject = 'YOU HAVE WON FREE MONEY!!!'");
  const sandbox = await startTestSandbox({ dataDir, now: after });

  expect(await sandbox.releaseDue()).toBe(0);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'cancelled' });
});

test('continues after a failure, such as a file in the way, with the rest', async () => {
  const { dataDir, ids, sendId } = await givenWaitingSend(3);
  const errors: unknown[] = [];
  const delivered: string[] = [];
  let time = before();
  const sandbox = await startTestSandbox({
    dataDir,
    now: () => time,
    onDelivered: ({ to }) => delivered.push(to),
    onError: (error) => errors.push(error),
  });
  // A link to itself can be neither read nor followed.
  const inTheWay = join(dataDir, 'outbox', `${sendId}-${ids[1]}.eml`);
  await symlink(inTheWay, inTheWay);

  time = after();
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await expect.poll(() => delivered.toSorted()).toEqual(['reader0@example.com', 'reader2@example.com']);
  await rm(inTheWay);
  await sandbox.releaseDue();

  expect(delivered.length).toBe(3);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'released' });
});

test('recreates the outbox when someone has deleted it', async () => {
  const { dataDir } = await givenWaitingSend(2);
  let time = before();
  const sandbox = await startTestSandbox({ dataDir, now: () => time });
  await rm(join(dataDir, 'outbox'), { recursive: true });

  time = after();
  await sandbox.releaseDue();

  expect((await emailFiles(dataDir)).length).toBe(2);
});

test.each(['1-1', '', '../sandbox', '%'])('has no email "%s"', async (id) => {
  const sandbox = await startTestSandbox();

  expect(await sandbox.outbox.read(id)).toBeUndefined();
});

test('has no email whose file someone has deleted', async () => {
  const { dataDir } = await givenWaitingSend(1);
  const sandbox = await startTestSandbox({ dataDir, now: after });
  await sandbox.releaseDue();
  const [email] = (await sandbox.outbox.list({ limit: 1 })).emails;
  await rm(join(dataDir, 'outbox', `${email?.id}.eml`));

  expect(await sandbox.outbox.read(email?.id ?? '')).toBeUndefined();
});

test('two processes share the work and deliver each email once', async () => {
  const { dataDir } = await givenWaitingSend(100);
  const early = await startTestSandbox({ dataDir, now: before });
  for (let at = 0; at < 4; at++) await givenSend(early, morning);
  await early.close();
  const delivered: string[] = [];
  const onDelivered = ({ id }: OutboxItem) => delivered.push(id);

  const two = await Promise.all([
    startTestSandbox({ dataDir, now: after, onDelivered }),
    startTestSandbox({ dataDir, now: after, onDelivered }),
  ]);
  await Promise.all(two.map((sandbox) => sandbox.releaseDue()));

  expect(delivered.length).toBe(500);
  expect(new Set(delivered).size).toBe(500);
  expect((await emailFiles(dataDir)).length).toBe(500);
});

test('stops in the middle when closed, and continues at the next start', async () => {
  const { dataDir, sendId } = await givenWaitingSend(300);
  const delivered: string[] = [];
  const onDelivered = ({ id }: OutboxItem) => {
    delivered.push(id);
    if (delivered.length === 60) void first.close();
  };
  const first = await startTestSandbox({ dataDir, now: after, onDelivered });
  await first.releaseDue();
  await first.close();
  expect(delivered.length).toBeLessThan(300);

  // The same moment: a lease that was left behind would still hold.
  const second = await startTestSandbox({ dataDir, now: after, onDelivered });
  await second.releaseDue();

  expect(delivered.length).toBe(300);
  expect(new Set(delivered).size).toBe(300);
  expect(await clientOf(second).sends.get(sendId)).toMatchObject({ status: 'released' });
});

test('a process killed in the middle skips no email and sends none twice', async () => {
  const { dataDir, sendId } = await givenWaitingSend(1000);
  const module = join(import.meta.dirname, 'icontact-server.ts');
  const script = `import { startSandbox } from ${JSON.stringify(module)};
    const sandbox = await startSandbox({
      dataDir: ${JSON.stringify(dataDir)},
      now: () => new Date(${after().getTime()}),
      onDelivered({ id }) {
        console.log(id);
        // It must not be done before it is killed.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      },
    });
    await sandbox.releaseDue();`;
  const args = ['--conditions=source', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  let reported = 0;
  for await (const _ of createInterface({ input: child.stdout }))
    if (++reported === 120) child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const early = (await emailFiles(dataDir)).length;
  expect(early).toBeGreaterThan(100);
  expect(early).toBeLessThan(1000);

  const delivered: string[] = [];
  const later = () => new Date(after().getTime() + 60_000);
  const sandbox = await startTestSandbox({
    dataDir,
    now: later,
    onDelivered: ({ id }) => delivered.push(id),
  });
  await sandbox.releaseDue();

  expect(delivered.length).toBe(1000 - early);
  expect((await emailFiles(dataDir)).length).toBe(1000);
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({
    status: 'released',
    recipientCount: 1000,
  });
  const { emails, total } = await sandbox.outbox.list({ limit: 1000 });
  expect(total).toBe(1000);
  expect(new Set(emails.map(({ to }) => to)).size).toBe(1000);
  const raws = emails.map(({ id, to }) =>
    readFile(join(dataDir, 'outbox', `${id}.eml`), 'utf8').then((raw) => raw.includes(to)),
  );
  expect((await Promise.all(raws)).every(Boolean)).toBe(true);
});

function parts(given: Partial<ReleasedEmail> = {}): ReleasedEmail {
  return {
    id: '5-7',
    sendId: 5,
    releasedTime: Date.parse('2026-09-15T11:00:00Z'),
    subject: 'Meander',
    htmlBody: '<p>Meander</p>',
    textBody: 'Meander',
    fromName: 'Lexi & Co',
    fromEmail: 'words@example.com',
    contactId: 7,
    email: 'zoe@example.com',
    firstName: 'Zoë <3',
    lastName: 'Ünal',
    ...given,
  };
}

/** Both bodies of the email, as an email program shows them. */
async function bodiesOf(given: Partial<ReleasedEmail>) {
  const { html = '', text = '' } = await PostalMime.parse(
    (await composeEmail(parts(given), sampleAddress)).raw,
  );
  return { html, text };
}

describe('an email', () => {
  test('has the headers that email programs expect', async () => {
    const raw = (await composeEmail(parts(), sampleAddress)).raw.toString();

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
    const given = { textBody: written, htmlBody: `<p>${written}</p>` };

    const { html, text } = await bodiesOf(given);
    const { raw } = await composeEmail(parts(given), sampleAddress);

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
    const given = { subject: fields, htmlBody: `<p>${fields}</p>`, textBody: fields };

    const { html, text } = await bodiesOf(given);

    expect(html).toContain('<p>Zoë &lt;3 Ünal zoe@example.com</p>');
    expect(text).toContain('Zoë <3 Ünal zoe@example.com\n');
    expect((await composeEmail(parts(given), sampleAddress)).subject).toBe('Zoë <3 Ünal zoe@example.com');
  });

  test('leaves brackets unchanged that are entities or contain anything else', async () => {
    const htmlBody = '<p>&#91;fname&#93; [ˈmiːændə] [Fname] [city] [ fname ]</p>';

    const { html } = await bodiesOf({ htmlBody });

    expect(html).toContain(htmlBody);
  });

  test('does not fill in fields that are part of a name', async () => {
    const textBody = 'Hello [fname]';

    const { text } = await bodiesOf({ textBody, firstName: '[email] $& $1', lastName: '' });

    expect(text).toContain('Hello [email] $& $1\n');
  });

  test('does not let a name or a subject create headers', async () => {
    const { raw } = await composeEmail(
      parts({ subject: 'Hello\r\nBcc: eve@example.com [fname]', firstName: 'A\r\nBcc: eve@example.com' }),
      sampleAddress,
    );

    expect(raw.toString()).not.toMatch(/^Bcc:/m);
  });

  test('puts the footer before the end of the body, with the postal address', async () => {
    const htmlBody = '<html><body><p>x</p></BODY></html>';

    const { html, text } = await bodiesOf({ htmlBody });

    expect(html).toMatch(
      /<p>x<\/p><div.*Manage your subscription.*Lexi &amp; Co, 1 Sample Street.*<\/div><\/BODY>/,
    );
    expect(text).toContain('Manage your subscription: https://sandbox.invalid/unsubscribe/5-7\nLexi & Co, 1');
  });

  test('the footer has the color of the text around it, which a template may change in dark mode', async () => {
    const { html } = await bodiesOf({ htmlBody: '<p>x</p>' });

    expect(html.match(/[\w-]*color:[^;"]*/g)).toEqual(['color:inherit']);
  });
});
