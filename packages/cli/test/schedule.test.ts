import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';

async function givenWords(installation: Installation, ...words: string[]): Promise<void> {
  const wordrise = await installation.open();
  for (const word of words) await wordrise.words.add(wordOf(word));
  await wordrise.close();
}

/** A word that the check finds nothing wrong with. */
const fitToSend = (word: string) =>
  wordOf(word, {
    phoneticPronunciation: '/hʌʃ/',
    partOfSpeech: 'verb',
    definition: 'To make or become quiet.',
    example1: `Nothing could ${word} the crowd after the goal.`,
    example2: `She put a finger to her lips: ${word}, the baby sleeps.`,
  });

describe.each(databaseKinds)('on %s', (kind) => {
  test('schedules, lists, counts and cancels', async () => {
    const installation = await givenInstallation(kind);
    const wordrise = await installation.open();
    await wordrise.words.add(fitToSend('hush'));
    await wordrise.words.add(wordOf('lull'));
    await wordrise.close();
    const { run } = installation;

    const added = await run(['schedule', 'add', 'hush', '--at', '2090-12-01 07:00']);
    expect(added.stdout).toBe('“hush” goes out on Fri, Dec 1, 2090, 07:00 (UTC-05:00).\n');
    expect(added.stderr).toBe('To cancel it: wordrise schedule cancel 1\n');

    const other = await run(['schedule', 'add', 'lull', '--at', '2090-06-01T07:00+02:00', '--json']);
    expect(other.json()).toMatchObject({
      dryRun: false,
      email: { word: 'lull', scheduledDate: '2090-06-01T05:00:00.000Z', status: 'scheduled' },
    });

    expect(other.json().email.warnings).toContain(
      'The definition uses the word “lull” itself. Explain it in other words.',
    );
    expect(other.stderr).toContain('The definition uses the word “lull” itself.');

    const list = await run(['schedule', 'list', '--json']);
    expect(list.json().map((item: { words: { word: string } }) => item.words.word)).toEqual(['hush', 'lull']);
    expect((await run(['schedule', 'list'])).stdout).toBe(
      '1\tFri, Dec 1, 2090, 07:00 (UTC-05:00)\thush\tscheduled\n2\tThu, Jun 1, 2090, 01:00 (UTC-04:00)\tlull\tscheduled\n',
    );
    expect((await run(['schedule', 'list', '--status', 'sent', '--json'])).json()).toEqual([]);
    expect((await run(['schedule', 'stats', '--json'])).json()).toEqual({
      total: 2,
      pending: 0,
      scheduled: 2,
      sent: 0,
      failed: 0,
    });

    const moving = ['schedule', 'move', 'hush', '--at', '2090-12-03 07:00'];
    expect((await run([...moving, '--dry-run'])).stdout).toBe(
      '“hush” would go out on Sun, Dec 3, 2090, 07:00 (UTC-05:00).\n',
    );
    expect((await run(moving)).stdout).toBe('“hush” goes out on Sun, Dec 3, 2090, 07:00 (UTC-05:00).\n');
    expect((await run(['schedule', 'move', '1', '--at', '2090-12-04 07:00', '--json'])).json()).toMatchObject(
      {
        dryRun: false,
        email: { id: 1, word: 'hush', status: 'scheduled', scheduledDate: '2090-12-04T12:00:00.000Z' },
      },
    );
    expect((await run(['schedule', 'move', '1'])).code).toBe(2);
    expect((await run(['schedule', 'move', '7', '--tomorrow'])).stderr).toContain('no longer exists');

    expect((await run(['words', 'remove', 'hush', '--yes'])).stderr).toContain('waits to be sent');
    expect((await run(['schedule', 'cancel', 'hush', '--dry-run'])).stdout).toContain('would be canceled');
    expect((await run(['schedule', 'cancel', 'hush', '--dry-run', '--json'])).json()).toEqual({
      dryRun: true,
      cancelled: { id: 1, word: 'hush', scheduledDate: '2090-12-04T12:00:00.000Z' },
    });
    expect((await run(['schedule', 'cancel', 'hush'])).stdout).toContain('is canceled');
    expect((await run(['schedule', 'cancel', '2'])).code).toBe(0);
    expect((await run(['schedule', 'cancel', '2'])).code).toBe(1);
    expect((await run(['schedule', 'stats'])).stdout).toContain('total      0');
  });

  test('schedules from a file, line by line, and continues with the rest the second time', async () => {
    const installation = await givenInstallation(kind);
    await givenWords(installation, 'hush', 'lull', 'calm');
    const { run, folder } = installation;
    writeFileSync(
      join(folder, 'plan.csv'),
      'word;at\nhush;2090-12-01 07:00\nnothing;2090-12-02 07:00\nlull;soon\ncalm;2001-01-01 07:00\n',
    );

    const dry = await run(['schedule', 'add', '--from', 'plan.csv', '--dry-run', '--json']);
    expect(dry.jsonLines().at(-1)).toMatchObject({ type: 'report', dryRun: true, scheduled: 1, refused: 3 });
    expect((await run(['schedule', 'stats', '--json'])).json().total).toBe(0);

    const first = await run(['schedule', 'add', '--from', 'plan.csv']);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('✓ hush · Fri, Dec 1, 2090, 07:00 (UTC-05:00)');
    expect(first.stdout).toContain('✗ Line 3: “nothing” is not in the library.');
    expect(first.stdout).toContain('✗ Line 4: Give a date and a time');
    expect(first.stdout).toContain('✗ Line 5: ');
    expect(first.stdout).toContain('1 scheduled, 3 refused.');

    const fixed = 'hush,2090-12-01 07:00\nlull,2090-12-02 07:00\ncalm,2090-12-03 07:00\n';
    const second = await run(['schedule', 'add', '--from', '-', '--json'], { input: fixed });
    expect(second.code).toBe(0);
    expect(second.jsonLines().map(({ outcome }) => outcome)).toEqual([
      'already',
      'scheduled',
      'scheduled',
      undefined,
    ]);
    expect((await run(['schedule', 'stats', '--json'])).json().scheduled).toBe(3);
  });
});

test('after a change of the time zone or the usual time, emails move there together', async () => {
  const installation = await givenInstallation('sqlite', { TIMEZONE: '' });
  await givenWords(installation, 'hush', 'lull', 'calm');
  const { run } = installation;
  await run(['config', 'TIMEZONE', '--set', 'America/New_York']);
  await run(['schedule', 'add', 'hush', '--at', '2090-12-01 07:00']);
  await run(['schedule', 'add', 'lull', '--at', '2090-12-02 07:00']);
  await run(['schedule', 'add', 'calm', '--at', '2090-12-02 09:00', '--yes']);
  expect((await run(['schedule', 'move', '3', '--all'])).code).toBe(2);
  expect((await run(['schedule', 'move', '--all', '--tomorrow'])).code).toBe(2);
  expect((await run(['schedule', 'move', '--tomorrow'])).code).toBe(2);

  const changed = await run(['autopilot', 'on', '--time', '06:30', '--ahead', '1']);
  expect(changed.stderr).toContain(
    '2 emails do not go out at 06:30. To list them: wordrise schedule move --all --dry-run',
  );
  const dry = await run(['schedule', 'move', '--all', '--dry-run']);
  expect(dry.stdout).toBe('2 emails would be moved to 06:30.\n');
  expect(dry.stderr).toBe(
    [
      'The email for “hush” on Fri, Dec 1, 2090, 07:00 (UTC-05:00) would go out at 06:30.',
      'The email for “lull” on Sat, Dec 2, 2090, 07:00 (UTC-05:00) would go out at 06:30.',
      'The email for “calm” on Sat, Dec 2, 2090, 09:00 (UTC-05:00) stays. Another email goes out at 06:30 on that day.',
      '',
    ].join('\n'),
  );
  const done = await run(['schedule', 'move', '--all', '--json']);
  expect(done.code).toBe(0);
  expect(done.json()).toMatchObject({
    dryRun: false,
    time: '06:30',
    emails: [
      { id: 1, word: 'hush', status: 'scheduled', scheduledDate: '2090-12-01T11:30:00.000Z' },
      { id: 2, word: 'lull', status: 'scheduled', scheduledDate: '2090-12-02T11:30:00.000Z' },
    ],
    offTime: [{ id: 3, word: 'calm', obstacle: 'taken' }],
  });
  await run(['schedule', 'cancel', '3']);
  const after = await run(['schedule', 'move', '--all']);
  expect(after.stdout).toBe('Nothing to move: every scheduled email goes out at 06:30.\n');

  const zone = await run(['config', 'TIMEZONE', '--set', 'Europe/Berlin']);
  expect(zone.stderr).toContain('2 emails do not go out at 06:30. To list them:');
});

test('an edit updates scheduled emails on request, and otherwise names them', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull');
  const { run } = installation;
  await run(['schedule', 'add', 'hush', '--at', '2090-12-01 07:00']);
  await run(['schedule', 'add', 'lull', '--at', '2090-12-02 07:00']);
  const older = async () => {
    const list = (await run(['schedule', 'list', '--json'])).json();
    return list
      .filter((item: { scheduled_emails: { hasOlderText?: boolean } }) => item.scheduled_emails.hasOlderText)
      .map((item: { words: { word: string } }) => item.words.word);
  };

  const edited = await run(['words', 'edit', 'hush', '--definition', 'Silence.']);
  expect(edited.stderr).toContain(
    'The email for “hush” on Fri, Dec 1, 2090, 07:00 (UTC-05:00) still has the older text.',
  );
  expect(edited.stderr).toContain('To update it: wordrise schedule update 1');
  expect(await older()).toEqual(['hush']);
  expect((await run(['schedule', 'list'])).stdout).toContain('\thush\tscheduled, older text');
  expect((await run(['schedule', 'update', 'hush', '--dry-run'])).stdout).toBe('1 email would be updated.\n');
  expect(await older()).toEqual(['hush']);
  expect((await run(['schedule', 'update', 'hush'])).stdout).toBe('1 email updated.\n');
  expect(await older()).toEqual([]);
  expect((await run(['schedule', 'update', '--all'])).stdout).toContain('Nothing to update');
  expect((await run(['schedule', 'update'])).code).toBe(2);

  const again = ['words', 'edit', 'hush', '--definition', 'Quiet.', '--update-scheduled', '--json'];
  const updated = (await run(again)).json();
  expect(updated).toMatchObject({
    word: { olderEmails: [{ id: 1, word: 'hush', scheduledDate: '2090-12-01T12:00:00.000Z' }] },
    updatedEmails: [{ id: 1, status: 'scheduled' }],
  });
  expect(await older()).toEqual([]);

  expect((await run(['template', 'set', '--subject', 'One: {{word}}'])).stderr).toContain(
    'To update them: wordrise schedule update --all',
  );
  expect(await older()).toEqual(['lull', 'hush']);
  await run(['template', 'set', '--subject', 'Two: {{word}}', '--update-scheduled']);
  expect(await older()).toEqual([]);

  const renamed = await run(['config', 'PRODUCT_NAME', '--set', 'Daily']);
  expect(renamed.stderr).toContain('To update them: wordrise schedule update --all');
  expect(await older()).toEqual(['lull', 'hush']);
  const rename = ['config', 'PRODUCT_NAME', '--set', 'Weekly', '--update-scheduled', '--json'];
  expect((await run(rename)).json()).toMatchObject({
    changed: ['PRODUCT_NAME'],
    olderEmails: [{ word: 'hush' }, { word: 'lull' }],
    updatedEmails: [{ status: 'scheduled' }, { status: 'scheduled' }],
  });
  expect(await older()).toEqual([]);
  expect((await run(['setup', '--yes', '--no-checks', '--product-name', 'Monthly'])).stderr).toContain(
    'To update them: wordrise schedule update --all',
  );
});

test('schedules for tomorrow at seven', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush');
  const before = Date.now();
  const dry = await installation.run(['schedule', 'add', 'hush', '--tomorrow', '--dry-run', '--json']);
  const { scheduledDate } = dry.json().email;
  const time = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short' });
  expect(time.format(new Date(scheduledDate))).toBe('7:00 AM');
  // From midnight to seven there are 6 hours when summer time begins.
  const hoursSince = (time: number) => (new Date(scheduledDate).getTime() - time) / 3_600_000;
  expect(hoursSince(before)).toBeGreaterThan(6);
  expect(hoursSince(Date.now())).toBeLessThan(32);
});

test.each([
  { why: 'no time', args: ['hush'], code: 2, says: '--tomorrow' },
  { why: 'neither word nor file', args: ['--tomorrow'], code: 2, says: '--from' },
  {
    why: 'two times',
    args: ['hush', '--tomorrow', '--at', '2090-12-01 07:00'],
    code: 2,
    says: 'cannot be used',
  },
  { why: 'a time in words', args: ['hush', '--at', 'soon'], code: 2, says: 'such as 2026-12-01T07:00' },
  { why: 'the past', args: ['hush', '--at', '2001-12-01 07:00'], code: 1, says: 'has passed' },
  { why: 'a missing word', args: ['lull', '--tomorrow'], code: 1, says: 'not in the library' },
  { why: 'a missing file', args: ['--from', 'gone.csv'], code: 1, says: '/gone.csv.' },
])('refuses $why', async ({ args, code, says }) => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush');
  const ended = await installation.run(['schedule', 'add', ...args]);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(says);
});

test('refuses a word that is already scheduled', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush');
  await installation.run(['schedule', 'add', 'hush', '--at', '2090-12-01 07:00']);
  const again = await installation.run(['schedule', 'add', 'hush', '--at', '2090-12-02 07:00']);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain('is already scheduled');
});

test('stops between two lines, and continues the next time', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull');
  const running = installation.startOpen(['schedule', 'add', '--from', '-', '--json']);
  // The second line is incomplete, so the command waits for the rest.
  running.child.stdin?.write('hush,2090-12-01 07:00\nlull,2090-');
  await running.until(/"word":"hush"/);
  running.child.kill('SIGINT');
  const { code, stderr, jsonLines } = await running.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Run the same command again for the rest.');
  expect(jsonLines().at(-1)).toMatchObject({ interrupted: true, scheduled: 1 });
  const input = 'hush,2090-12-01 07:00\nlull,2090-12-02 07:00\n';
  const again = await installation.run(['schedule', 'add', '--from', '-', '--json'], { input });
  expect(again.jsonLines().at(-1)).toMatchObject({ scheduled: 1, already: 1 });
});

test('the list says that an email is being sent, as long as it waits for readers in other time zones', async () => {
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp-sandbox',
    TIMEZONE: 'Etc/GMT-12',
  });
  await givenWords(installation, 'hush', 'lull');
  const { run } = installation;
  // The second one gets it 24 hours after the first.
  const readers = 'email,firstName,timezone\na@example.com,Ada,Etc/GMT-12\nb@example.com,Ben,Etc/GMT+12\n';
  await run(['readers', 'import', '-', '--consent', 'They asked for it.'], { input: readers });
  await run(['schedule', 'add', 'hush', '--at', new Date().toISOString()]);
  await run(['schedule', 'add', 'lull', '--at', '2090-12-02 07:00']);
  await run(['process']);
  const lines = (await run(['schedule', 'list'])).stdout.trim().split('\n');
  expect(lines.map((line) => line.split('\t').slice(2))).toEqual([
    ['lull', 'scheduled'],
    ['hush', 'sending'],
  ]);
  const list = (await run(['schedule', 'list', '--json'])).json();
  expect(list.map((item: { scheduled_emails: { status: string } }) => item.scheduled_emails.status)).toEqual([
    'scheduled',
    'scheduled',
  ]);
  // In the words of the terminal: the admin area has a page for it.
  const { sendId } = list[1].scheduled_emails;
  for (const named of [['hush'], ['--send-id', sendId]]) {
    const refused = await run(['schedule', 'cancel', ...named]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain('wordrise schedule stop 1');
    expect(refused.stderr).not.toContain('page');
  }
});

test('the list says that an email that was sent is being sent again, to readers who joined afterward', async () => {
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp-sandbox',
    TIMEZONE: 'Etc/GMT-12',
  });
  await givenWords(installation, 'hush');
  const { run } = installation;
  const consent = ['--consent', 'They asked for it.'];
  const first = 'email,firstName,timezone\na@example.com,Ada,Etc/GMT-12\n';
  await run(['readers', 'import', '-', ...consent], { input: first });
  await run(['schedule', 'add', 'hush', '--at', new Date().toISOString()]);
  await run(['process']);
  const status = async () => (await run(['schedule', 'list'])).stdout.trim().split('\t').at(-1);
  expect(await status()).toBe('sent');
  // It is still to come for a reader whose clock is 24 hours behind.
  const second = 'email,firstName,timezone\nb@example.com,Ben,Etc/GMT+12\n';
  await run(['readers', 'import', '-', ...consent], { input: second });
  await run(['process']);
  expect((await run(['schedule', 'show', 'hush'])).stdout).toMatch(/: sending\n/);
  expect(await status()).toBe('sending');
});

test('an email that was sent is found by its word, and what can no longer be done to it is said', async () => {
  const installation = await givenInstallation('sqlite', { EMAIL_PROVIDER: 'smtp-sandbox' });
  await givenWords(installation, 'hush', 'lull', 'mist');
  const { run } = installation;
  const readers = 'email,firstName\na@example.com,Ada\n';
  await run(['readers', 'import', '-', '--consent', 'They asked for it.'], { input: readers });
  await run(['schedule', 'add', 'hush', '--at', new Date().toISOString()]);
  await run(['schedule', 'add', 'lull', '--at', '2090-12-02 07:00']);
  await run(['process']);

  expect((await run(['schedule', 'show', 'hush'])).stdout).toMatch(/^“hush”, .*: sent\n1 reader\n/);
  expect((await run(['schedule', 'show', 'mist'])).stderr).toContain(
    'No email for “mist” is scheduled. See: wordrise schedule list',
  );
  expect((await run(['schedule', 'leave', 'hush'])).stderr).toContain(
    'Nothing about this email is undecided.',
  );
  const at = ['--at', '2090-12-03 07:00'];
  for (const { typed, what } of [
    { typed: ['cancel'], what: 'canceled' },
    { typed: ['update'], what: 'updated' },
    { typed: ['move', ...at], what: 'moved' },
    { typed: ['move', ...at, '--dry-run'], what: 'moved' },
    { typed: ['swap', '--word', 'mist'], what: 'given another word' },
    { typed: ['swap', '--with', 'lull'], what: 'moved' },
  ]) {
    const [command = '', ...options] = typed;
    const late = `This email has already been sent and cannot be ${what}.`;
    const named = await run(['schedule', command, '1', ...options]);
    expect(named).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(late) });
    const byWord = await run(['schedule', command, 'hush', ...options]);
    expect(byWord).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'The latest email for “hush” has already been sent. See: wordrise schedule show 1',
      ),
    });
  }
  // With another email, the word is that of the one to come.
  await run(['schedule', 'add', 'hush', '--at', '2090-12-04 07:00']);
  expect((await run(['schedule', 'show', 'hush'])).stdout).toMatch(/: scheduled$/m);
});
