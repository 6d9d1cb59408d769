import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation } from './run-cli.ts';

test.each(databaseKinds)('shows one person, and forgets them (%s)', async (kind) => {
  const installation = await givenInstallation(kind);
  const { run } = installation;
  const wordrise = await installation.open();
  await wordrise.readers.signUp(
    { email: 'ada@example.com', firstName: 'Ada', favoriteWord: 'halcyon' },
    { address: '192.0.2.1' },
  );
  await wordrise.close();

  const shown = await run(['signups', 'show', 'Ada@Example.com']);
  const person = JSON.parse(shown.stdout);
  expect(person).toMatchObject({
    email: 'ada@example.com',
    firstName: 'Ada',
    favoriteWord: 'halcyon',
    ipAddress: '192.0.2.1',
    status: 'waiting',
    outbox: [],
  });
  expect((await run(['signups', 'show', 'ada@example.com', '--json'])).json()).toEqual(person);

  await run(['signups', 'remove', 'ada@example.com', '--yes']);
  expect(await run(['signups', 'show', 'ada@example.com'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody has signed up with this address.'),
  });
});

test('lists readers of one state, by part of the name', async () => {
  const installation = await givenInstallation();
  const { run } = installation;
  const wordrise = await installation.open();
  for (const firstName of ['Ada', 'Grace']) {
    const input = { email: `${firstName.toLowerCase()}@example.com`, firstName, favoriteWord: undefined };
    await wordrise.readers.signUp(input, { address: '192.0.2.1', site: 'https://blog.example' });
  }
  await wordrise.close();
  const emails = async (...options: string[]) =>
    (await run(['signups', 'list', '--json', ...options]))
      .json()
      .readers.map(({ email }: { email: string }) => email);
  expect(await emails('--state', 'waiting')).toEqual(['grace@example.com', 'ada@example.com']);
  expect(await emails('--state', 'refused')).toEqual([]);
  expect(await emails('--search', 'GRACE', '--state', 'waiting')).toEqual(['grace@example.com']);
  expect(await run(['signups', 'list', '--state', 'happy'])).toMatchObject({ code: 2 });
});

test('imports readers with their consent, and writes refused rows to a file that can be imported', async () => {
  const installation = await givenInstallation();
  const { run, folder } = installation;
  const input = 'email,first name\nada@example.com,Ada\nnonsense,Bo\n';
  expect(await run(['signups', 'import', '-'], { input })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Say how these people agreed'),
  });
  const command = ['signups', 'import', '-', '--consent', 'Agreed at the fair'];
  const dry = await run([...command, '--dry-run', '--json'], { input });
  expect(dry.json()).toMatchObject({ dryRun: true, rows: 2, added: 1, skipped: 0, refused: 1 });
  expect((await run(['signups', 'list', '--json'])).json()).toMatchObject({ total: 0 });
  const ended = await run([...command, '--errors', 'refused.csv'], { input });
  expect(ended).toMatchObject({ code: 1, stdout: 'Added 1 reader; 1 refused.\n' });
  expect(ended.stderr).toContain('Line 3: Please enter a valid email address');
  const refused = readFileSync(join(folder, 'refused.csv'), 'utf8');
  expect(refused).toBe(
    'email,firstName,signedUpAt,source,line,error\nnonsense,Bo,,,3,Please enter a valid email address\n',
  );
  const fixed = refused.replace('nonsense', 'bo@example.com');
  expect(await run(command, { input: fixed })).toMatchObject({ code: 0, stdout: 'Added 1 reader.\n' });
  expect((await run(['signups', 'show', 'bo@example.com'])).json()).toMatchObject({
    consent: 'Agreed at the fair',
    status: 'waiting',
  });
});
