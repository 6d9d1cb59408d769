import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

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
  { args: ['--price', 'free'], says: '--price takes an amount such as 0.10.' },
  { args: ['--warm-up', 'soon'], says: '--warm-up takes a day such as 2026-12-01.' },
])('$args is refused', async ({ args, says }) => {
  const { run } = await givenInstallation();
  const { code, stderr } = await run(['rehearse', ...args]);
  expect(stderr).toContain(says);
  expect(code).toBe(2);
});
