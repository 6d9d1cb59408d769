import { readFileSync, writeFileSync } from 'node:fs';
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

  const shown = await run(['readers', 'show', 'Ada@Example.com']);
  const person = JSON.parse(shown.stdout);
  expect(person).toMatchObject({
    email: 'ada@example.com',
    firstName: 'Ada',
    favoriteWord: 'halcyon',
    ipAddress: '192.0.2.1',
    status: 'waiting',
    outbox: [],
  });
  expect((await run(['readers', 'show', 'ada@example.com', '--json'])).json()).toEqual({
    ...person,
    // The first time is in the log.
    activity: [expect.objectContaining({ action: 'reader.show', via: 'cli' })],
  });

  await run(['readers', 'remove', 'ada@example.com', '--yes']);
  expect(await run(['readers', 'show', 'ada@example.com'])).toMatchObject({
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
    (await run(['readers', 'list', '--json', ...options]))
      .json()
      .readers.map(({ email }: { email: string }) => email);
  expect(await emails('--state', 'waiting')).toEqual(['grace@example.com', 'ada@example.com']);
  expect(await emails('--state', 'refused')).toEqual([]);
  expect(await emails('--search', 'GRACE', '--state', 'waiting')).toEqual(['grace@example.com']);
  expect(await run(['readers', 'list', '--state', 'happy'])).toMatchObject({ code: 2 });
});

test('the list says who paused and who gets one email a week', async () => {
  const { run } = await givenInstallation();
  const people = 'ada@example.com,,\nbea@example.com,2099-12-31,weekly\ncal@example.com,2020-01-01,weekly\n';
  const input = `email,paused_until,cadence\n${people}`;
  await run(['readers', 'import', '-', '--consent', 'A paper list'], { input });
  expect((await run(['readers', 'list'])).stdout).not.toContain('EMAILS');
  await run(['process']);
  const { stdout } = await run(['readers', 'list']);
  expect(stdout.split('\n').map((line) => line.split('\t').slice(3).join(': '))).toEqual([
    'subscribed: weekly',
    'subscribed: paused until 2099-12-31, weekly',
    'subscribed: ',
    '',
  ]);
});

test('imports readers with their consent, and writes refused rows to a file that can be imported', async () => {
  const installation = await givenInstallation();
  const { run, folder } = installation;
  const input = 'email,first name\nada@example.com,Ada\nnonsense,Bo\n';
  expect(await run(['readers', 'import', '-'], { input })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Say how these people agreed'),
  });
  expect((await run(['readers', 'import', '-', '--dry-run'], { input })).stderr).toContain('--consent "');
  const left = 'email,status\nleft@example.com,unsubscribed\n';
  expect(await run(['readers', 'import', '-', '--dry-run'], { input: left })).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('--consent'),
  });
  const command = ['readers', 'import', '-', '--consent', 'Agreed at the fair'];
  const dry = await run([...command, '--dry-run', '--json'], { input });
  expect(dry.json()).toMatchObject({ dryRun: true, rows: 2, added: 1, skipped: 0, refused: 1 });
  expect((await run([...command, '--dry-run'], { input })).stdout).toBe('Would add 1 reader, refuse 1.\n');
  expect((await run(['readers', 'list', '--json'])).json()).toMatchObject({ total: 0 });
  const ended = await run([...command, '--errors', 'refused.csv'], { input });
  expect(ended).toMatchObject({ code: 1, stdout: 'Added 1 reader; 1 refused.\n' });
  const gone = await run([...command.slice(0, 2), 'export.csv', ...command.slice(3)]);
  expect(gone).toMatchObject({ code: 1, stderr: `✗ There is no ${join(folder, 'export.csv')}.\n` });
  expect(ended.stderr).toContain('Read address from “email”, first name from “first name”. No column says');
  expect(dry.json().columns).toEqual({ email: 'email', firstName: 'first name', state: [], unused: [] });
  expect(ended.stderr).toContain('Line 3: Please enter a valid email address');
  const refused = readFileSync(join(folder, 'refused.csv'), 'utf8');
  expect(refused).toBe('email,first name,line,error\nnonsense,Bo,3,Please enter a valid email address\n');
  const fixed = refused.replace('nonsense', 'bo@example.com');
  expect(await run(command, { input: fixed })).toMatchObject({ code: 0, stdout: 'Added 1 reader.\n' });
  expect((await run(['readers', 'show', 'bo@example.com'])).json()).toMatchObject({
    consent: 'Agreed at the fair',
    status: 'waiting',
  });
});

test('refused rows are separated like the file that was imported', async () => {
  const { run, folder } = await givenInstallation();
  const input = 'email;first name\nnonsense;"Bo, Jr."\n';
  await run(['readers', 'import', '-', '--consent', 'Agreed', '--errors', 'refused.csv'], { input });
  expect(readFileSync(join(folder, 'refused.csv'), 'utf8')).toBe(
    'email;first name;line;error\nnonsense;"Bo, Jr.";2;Please enter a valid email address\n',
  );
});

test('names the column that was taken for the addresses by its content', async () => {
  const { run, folder } = await givenInstallation();
  writeFileSync(join(folder, 'class.csv'), 'Student;Parent e-mail\nAda Miller;ada@example.com\n');
  const { code, stdout, stderr } = await run([
    'readers',
    'import',
    'class.csv',
    '--consent',
    'Asked at school',
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Added 1 reader.\n' });
  expect(stderr).toContain('Read address from “Parent e-mail”. Not used: “Student”.');
});

test('says who was left out and why, and asks about a column that it does not know', async () => {
  const { run, folder } = await givenInstallation();
  const consent = ['--consent', 'Subscribers of our old newsletter'];
  const input = `Email Address,Abo-Status,UNSUB_TIME,Notes
a@example.com,ja,,x
b@example.com,nein,,x
c@example.com,ja,2024-05-06 07:08:09,x
A@example.com,ja,,x
nonsense,nein,2024-05-06,x
`;
  const command = ['readers', 'import', '-', ...consent];
  const asked = await run(command, { input });
  expect(asked).toMatchObject({ code: 1, stdout: '' });
  expect(asked.stderr.replace(/\s+/g, ' ')).toContain(
    'The column “Abo-Status” seems to say who is still on the list, but not in words that are known here: “ja”, “nein”.',
  );
  const answer = ['--status-column', 'Abo-Status', '--subscribed-value', 'ja', '--errors', 'refused.csv'];
  const dry = await run([...command, ...answer, '--dry-run', '--json'], { input });
  const counts = { rows: 5, added: 1, skipped: 3, refused: 1, takenOff: 0, broughtBack: 0, remembered: 0 };
  expect(dry.json()).toMatchObject({
    ...counts,
    leftOut: { unsubscribed: 2, repeated: 1, bounced: 0, alreadyReader: 0 },
    columns: { email: 'Email Address', state: ['Abo-Status', 'UNSUB_TIME'] },
  });
  const ended = await run([...command, ...answer], { input });
  expect(ended.stdout).toBe(
    'Added 1 reader, skipped 3; 1 refused.\n  2 unsubscribed, according to the file\n  1 earlier in the list\n',
  );
  // Once fixed, the row still says that this person left.
  const refused = readFileSync(join(folder, 'refused.csv'), 'utf8').replace('nonsense', 'd@example.com');
  const fixed = await run([...command, ...answer.slice(0, 4)], { input: refused });
  expect(fixed.stdout).toBe('Added 0 readers, skipped 1.\n  1 unsubscribed, according to the file\n');
  const states = async () =>
    (await run(['readers', 'list', '--json']))
      .json()
      .readers.map(
        ({ email, status }: { email: string; status: string }) => `${email.slice(0, 1)} ${status}`,
      );
  expect((await states()).sort()).toEqual([
    'a waiting',
    'b unsubscribed',
    'c unsubscribed',
    'd unsubscribed',
  ]);
  expect((await run(['readers', 'list', '--state', 'unsubscribed'])).stdout).not.toContain('undefined');
});

test('the group has its earlier name too', async () => {
  const { run } = await givenInstallation();
  for (const args of [
    ['list'],
    ['ls'],
    ['--json', 'list'],
    ['export'],
    ['remove', 'nobody@example.com', '--yes'],
  ]) {
    expect(await run(['signups', ...args])).toEqual({
      ...(await run(['readers', ...args])),
      json: expect.any(Function),
      jsonLines: expect.any(Function),
    });
  }
});

test('shows why readers left, and forgets a text', async () => {
  const installation = await givenInstallation('sqlite');
  const { run } = installation;
  expect(await run(['readers', 'reasons'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Nobody has said why they left'),
  });
  const wordrise = await installation.open();
  const em = (
    wordrise.database as unknown as { em(): { getConnection(): { execute(sql: string): Promise<unknown> } } }
  ).em();
  await em
    .getConnection()
    .execute(
      "insert into leaving_reasons (reason, text, day) values ('too_many', 'Ten a day', date('now')), ('too_many', '', date('now'))",
    );
  await wordrise.close();
  const summary = (await run(['readers', 'reasons', '--json'])).json();
  expect(summary).toMatchObject({
    reasons: [{ reason: 'too_many', count: 2 }],
    texts: [{ reason: 'too_many', text: 'Ten a day' }],
  });
  const { id } = summary.texts[0];
  expect((await run(['readers', 'reasons'])).stdout).toMatch(/Too many emails\s+2[\s\S]+Ten a day/);
  expect((await run(['readers', 'reasons', '--forget', `${id}`, '--dry-run', '--json'])).json()).toEqual({
    dryRun: true,
    forgotten: { id },
  });
  expect((await run(['readers', 'reasons', '--forget', `${id}`])).code).toBe(0);
  expect((await run(['readers', 'reasons', '--json'])).json().texts).toEqual([]);
  expect((await run(['readers', 'reasons', '--forget', `${id}`])).stderr).toContain('no such text');
});
