import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

const settings = {
  EMAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'word@example.com',
  POSTAL_ADDRESS: '1 Sample Street',
  BOUNCE_ADDRESS: 'bounces@example.com',
};

test.each([
  ['nested 300 times', 'Content-Type: message/rfc822\n\n'.repeat(300)],
  [
    'with a zero character',
    'Content-Type: message/delivery-status\n\nAction: failed\nDiagnostic-Code: x; \0\n',
  ],
  ['of nothing but line breaks', '\n'.repeat(3_000_000)],
  ['of 100,000 parts', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`],
])('a message %s is read to its end, and says nothing about a reader', async (_, input) => {
  const installation = await givenInstallation('sqlite', settings);
  const { code, json, stderr } = await installation.run(['bounces', 'ingest', '--json'], { input });
  expect({ code, stderr, outcome: json().outcome }).toEqual({
    code: 0,
    stderr: '',
    outcome: expect.stringMatching(/^(other|unknown)$/),
  });
});

// Only Linux says how much memory a process has used.
test.skipIf(!existsSync('/proc/self/status'))('of a large message only the start is kept', async () => {
  const installation = await givenInstallation('sqlite', settings);
  const running = installation.startOpen(['bounces', 'ingest', '--json']);
  const { stdin } = running.child;
  if (!stdin) throw new Error('no standard input');
  const chunk = Buffer.alloc(1_000_000, 'x');
  for (let each = 0; each < 300; each += 1) {
    if (!stdin.write(chunk)) await new Promise((resolve) => stdin.once('drain', resolve));
  }
  const [, most = ''] =
    /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${running.child.pid}/status`, 'utf8')) ?? [];
  stdin.end();
  expect((await running.ended).json()).toMatchObject({ outcome: 'other' });
  // A process of Node.js with the product in it needs some 150 MB.
  expect(Number(most)).toBeLessThan(300_000);
});
