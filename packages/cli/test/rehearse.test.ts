import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canHaveTerminal, controlC, givenInstallation, startInTerminal } from './run-cli.ts';

test('a rehearsal says how long it takes, and leaves nothing behind', async () => {
  const installation = await givenInstallation();
  await installation.run(['migrate']);
  const before = readdirSync(installation.folder, { recursive: true }).sort();
  const { code, stdout } = await installation.run([
    'rehearse',
    '--readers',
    '3000',
    '--sample',
    '300',
    '--answer',
    '2',
    '--warm-up',
    '2026-12-01',
  ]);
  expect(stdout).toContain('300 made-up readers on SQLite: 292 accepted, 3 refused, 5 wanted later.');
  expect(stdout).toMatch(/3,000 readers {2}done after \d+ s/);
  expect(stdout).toContain('Tue, Dec 1, 2026\t200\t200\t2,800\n');
  expect(stdout).toContain('Fri, Dec 18, 2026\t3,507\t3,000\t0');
  expect(code).toBe(0);
  expect(readdirSync(installation.folder, { recursive: true }).sort()).toEqual(before);
  expect((await installation.run(['readers', 'list', '--json'])).stdout).not.toContain('rehearsal.invalid');
});

test('with an empty list it says how many readers it took, and how to give another number', async () => {
  const { run } = await givenInstallation();
  await run(['migrate']);
  const { code, stdout } = await run(['rehearse', '--sample', '200', '--answer', '1']);
  expect(stdout).toMatch(/1,000 readers {2}done after/);
  expect(stdout).toContain(
    'Nobody is on the list yet, so this is a forecast for 1,000 readers. For another number: wordrise rehearse --readers 20000',
  );
  expect(code).toBe(0);
});

test('with two mail servers it says who sends what, at which price, and how the second one does alone', async () => {
  const { run } = await givenInstallation();
  await run(['migrate']);
  const settings = {
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtp://192.0.2.1',
    SMTP_SECOND_URL: 'smtp://192.0.2.2',
    MAIL_FROM: 'Words <words@example.com>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
  };
  const args = [
    '--readers',
    '3000',
    '--sample',
    '300',
    '--answer',
    '1',
    '--per-hour',
    '2000',
    '--price',
    '0.1',
  ];
  const failover = await run(
    ['rehearse', ...args, '--second-per-second', '1', '--second-per-day', '2500', '--second-price', '0.5'],
    { env: settings },
  );
  expect(failover.stdout).toMatch(
    /First server {3}2,000 readers, done after \d+ s: .*, 6.00 for 30 emails\n/,
  );
  expect(failover.stdout).toMatch(
    /Second server {2}1,000 readers, done after 16 min \d+ s: 60 emails a minute, 15.00 for 30 emails\n/,
  );
  expect(failover.stdout).toContain('Price          21.00 for 30 emails to each reader');
  expect(failover.stdout).toMatch(
    /While the first server is out, the second one sends 60 emails a minute and is done after .*\n {2}! The second mail server takes 2,500 emails a day: 500 readers would get none\./,
  );
  expect(failover.stdout).toMatch(/Disk {11}The database has .* now\. .* are free/);
  expect(failover.code).toBe(0);

  const group = { ...settings, SMTP_SECOND_FOR: 'Google' };
  const json = await run(['rehearse', ...args, '--second-share', '20', '--json'], { env: group });
  const { measured, forecast, database } = JSON.parse(json.stdout);
  expect(measured.relays).toMatchObject([
    { relay: 'first' },
    { relay: 'second', accepted: expect.any(Number) },
  ]);
  expect(forecast.relays).toMatchObject([
    { relay: 'first', readers: 2400, limitedBy: 'per hour' },
    { relay: 'second', readers: 600 },
  ]);
  expect(database).toEqual({ bytes: expect.any(Number), freeBytes: expect.any(Number) });
  const guessed = await run(['rehearse', '--readers', '300', '--sample', '200', '--answer', '1'], {
    env: group,
  });
  expect(guessed.stdout).toContain('half of the readers are taken to be for the second server');
});

// A terminal sends the signal to the mail server of the rehearsal too.
test.runIf(canHaveTerminal)('Ctrl-C in a terminal stops it, without an error', async () => {
  const installation = await givenInstallation();
  await installation.run(['migrate']);
  const terminal = startInTerminal(installation, ['rehearse', '--sample', '1000', '--answer', '200']);
  await terminal.until(/emails/);
  terminal.type(controlC);
  const { code, stdout } = await terminal.ended;
  expect(stdout).not.toMatch(/Error|bug|ended/);
  expect(code).toBe(130);
});

test('it exits with 1 if the list does not fit the relay', async () => {
  const { run } = await givenInstallation();
  await run(['migrate']);
  const { code, stdout } = await run([
    'rehearse',
    '--readers',
    '100',
    '--sample',
    '20',
    '--answer',
    '1',
    '--per-day',
    '40',
  ]);
  expect(stdout).toContain('The relay takes 40 emails a day: 60 readers would get none.');
  expect(code).toBe(1);
});

test.each([
  { args: ['--readers', '0'], says: '--readers takes a whole number from 1.' },
  { args: ['--second-share', 'some'], says: '--second-share takes a percentage from 0 to 100.' },
  { args: ['--second-price', '1'], says: 'There is no second mail server.' },
  { args: ['--price', 'free'], says: '--price takes an amount such as 0.10.' },
  { args: ['--warm-up', 'soon'], says: '--warm-up takes a day such as 2026-12-01.' },
])('$args is refused', async ({ args, says }) => {
  const { run } = await givenInstallation();
  const { code, stderr } = await run(['rehearse', ...args]);
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});
