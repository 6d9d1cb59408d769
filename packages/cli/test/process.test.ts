import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { givenAccount } from './icontact-account.ts';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';

const caller = { address: undefined };

/** A reader, and an email that the next pass sends. */
async function givenWork(installation: Installation): Promise<void> {
  // Its clock is slow: the email cannot become due while it is scheduled.
  const wordrise = await installation.open(() => new Date(Date.now() - 3_600_000));
  await wordrise.readers.signUp(
    { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined },
    caller,
  );
  const word = await wordrise.words.add(wordOf('hush'));
  await wordrise.processor.runPass();
  const soon = new Date(Date.now() + 1500).toISOString();
  await wordrise.schedule.add({ wordId: word.id, scheduledDate: soon, status: 'pending' });
  await wordrise.close();
}

test.each(databaseKinds)('does one pass, with a line per event (%s)', async (kind) => {
  const installation = await givenInstallation(kind);
  const { run } = installation;
  expect((await run(['process'])).stdout).toBe('Nothing to do.\n');

  const wordrise = await installation.open();
  await wordrise.readers.signUp(
    { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined },
    caller,
  );
  await wordrise.close();
  const dry = await run(['process', '--dry-run', '--json']);
  expect(dry.json()).toEqual({ dryRun: true, signups: 1, emails: 0, due: 0, sessions: 0 });

  const pass = await run(['process']);
  expect(pass).toMatchObject({ code: 0, stderr: '', stdout: '✓ 1 new reader on the list\n1 done.\n' });
  expect((await run(['process', '--dry-run'])).stdout).toBe('Nothing to do.\n');
  expect((await run(['readers', 'list', '--json'])).json().readers[0].status).toBe('subscribed');
});

test.each([
  {
    provider: 'sandbox',
    reader: '1 new reader would be sent to the email provider',
    one: '1 email is due: the provider would be asked about it',
    two: '2 emails are due: the provider would be asked about them',
  },
  {
    provider: 'smtp-sandbox',
    reader: '1 new reader would join the list',
    one: '1 email is due and would be sent to the readers who do not have it yet',
    two: '2 emails are due and would be sent to the readers who do not have them yet',
  },
])('a dry run says what a pass would do with $provider', async ({ provider, reader, one, two }) => {
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: provider,
    CONFIRM_SIGNUPS: 'off',
  });
  const dryRun = async () => (await installation.run(['process', '--dry-run'])).stdout;
  await givenReader(installation);
  // Its clock is slow: what it schedules for later is due at once.
  const wordrise = await installation.open(() => new Date(Date.now() - 7_200_000));
  const schedule = async (word: string, minutesAgo: number) => {
    const { id } = await wordrise.words.add(wordOf(word));
    const scheduledDate = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  };
  await schedule('hush', 60);
  expect(await dryRun()).toBe(`${reader}\n${one}\n`);
  await schedule('calm', 30);
  expect(await dryRun()).toBe(`${reader}\n${two}\n`);
  await wordrise.close();
});

test('sends what is due and notes that it was sent', async () => {
  const installation = await givenInstallation();
  await givenWork(installation);
  const watching = installation.start(['process', '--watch']);
  await watching.until(/A pass every 5 minutes/);
  const outbox = join(installation.folder, 'data/outbox');
  while (!existsSync(outbox) || !readdirSync(outbox).some((name) => name.endsWith('.eml'))) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  watching.child.kill('SIGTERM');
  const watched = await watching.ended;
  expect(watched.code).toBe(0);

  // One of the two passes ran after the email was due.
  const { code, stdout } = await installation.run(['process']);
  expect(code).toBe(0);
  expect(`${watched.stdout}${stdout}`.split('“hush” was sent')).toHaveLength(2);
  expect((await installation.run(['words', 'show', 'hush', '--json'])).json().usedCount).toBe(1);
});

test('with --watch, an email sent by SMTP goes out when it is due, not at the next pass', async () => {
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp-sandbox',
    CONFIRM_SIGNUPS: 'off',
  });
  await givenReader(installation);
  const watching = installation.start(['process', '--watch']);
  await watching.until(/1 new reader on the list[\s\S]*done\./);
  const wordrise = await installation.open();
  const word = await wordrise.words.add(wordOf('hush'));
  const soon = new Date(Date.now() + 1500).toISOString();
  await wordrise.schedule.add({ wordId: word.id, scheduledDate: soon });
  await wordrise.close();
  await watching.until(/“hush” was sent/);
  watching.child.kill('SIGTERM');
  expect((await watching.ended).code).toBe(0);
});

test('works at the same time as another pass', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open();
  for (let index = 0; index < 120; index += 1) {
    await wordrise.readers.signUp(
      { email: `reader${index}@example.com`, firstName: 'Ada', favoriteWord: undefined },
      { address: `10.0.0.${index}` },
    );
  }
  await wordrise.close();
  const passes = await Promise.all([1, 2, 3].map(() => installation.run(['process', '--json'])));
  expect(passes.map(({ code }) => code)).toEqual([0, 0, 0]);
  const subscribed = passes
    .flatMap(({ jsonLines }) => jsonLines())
    .reduce((sum, { type, count = 0 }) => (type === 'event' ? sum + count : sum), 0);
  expect(subscribed).toBe(120);
});

async function givenReader(installation: Installation): Promise<void> {
  const wordrise = await installation.open();
  await wordrise.readers.signUp(
    { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined },
    caller,
  );
  await wordrise.close();
}

test('exits with 1 if something needs attention, and with --quiet reports only that', async () => {
  const account = await givenAccount({ ICONTACT_API_PASSWORD: 'hidden' });
  const installation = await givenInstallation('sqlite', account);
  await givenReader(installation);
  hurry();
  const { code, stdout } = await installation.run(['process', '--quiet']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ .+\n$/);
  expect(stdout).not.toContain('hidden');
});

test('exits with 0 if the next pass will try again, and with --quiet prints nothing', async () => {
  const account = await givenAccount({ ICONTACT_API_URL: 'http://127.0.0.1:1/icp' });
  const installation = await givenInstallation('sqlite', account);
  await givenReader(installation);
  hurry();
  const waiting = await installation.run(['process']);
  expect(waiting).toMatchObject({ code: 0 });
  expect(waiting.stdout).toContain('0 done, 1 waiting.');
  expect(await installation.run(['process', '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each([
  { signal: 'SIGINT', code: 130 },
  { signal: 'SIGTERM', code: 143 },
] as const)('ends with its report at $signal while the provider hangs', async ({ signal, code }) => {
  const called = Promise.withResolvers<void>();
  const account = await givenAccount({}, ({ calls, faults }) => {
    faults.next({ path: /contacts/, fault: 'timeout', times: 100 });
    const watch = setInterval(() => calls.length > 0 && called.resolve(), 20);
    onTestFinished(() => clearInterval(watch));
  });
  const installation = await givenInstallation('sqlite', account);
  await givenReader(installation);
  const { child, ended } = installation.start(['process']);
  await called.promise;
  child.kill(signal);
  expect(await ended).toMatchObject({
    code,
    stdout: expect.stringContaining('0 done, 1 waiting.'),
  });
});
