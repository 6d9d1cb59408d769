import { expect, test } from 'vitest';
import { givenInstallation, type Installation, wordOf } from './run-cli.ts';

async function givenWords(installation: Installation, ...words: string[]): Promise<void> {
  const wordrise = await installation.open();
  for (const [at, word] of words.entries()) {
    await wordrise.words.add(wordOf(word, { definition: `Meaning${at} of thing${at} and idea${at}.` }));
  }
  await wordrise.close();
}

test('the autopilot is turned on, says how long the words last, skips days and fills mornings', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull', 'petrichor', 'meander');
  const { run } = installation;
  expect((await run(['autopilot', 'status'])).stdout).toMatch(
    /^The autopilot is off\. To turn it on: wordrise autopilot on\n4 unused words: enough until \w+ \d+, \d{4}\.\n$/,
  );
  const options = ['--time', '06:30', '--days', 'mon-sun', '--ahead', '3'];
  const dry = await run(['autopilot', 'on', ...options, '--dry-run']);
  expect(dry.stdout).toContain(
    'The autopilot would be on: it would keep the next 3 mornings filled, daily at 06:30',
  );
  expect(dry.stderr).toBe('');
  expect((await run(['autopilot', 'status', '--json'])).json()).toMatchObject({ isOn: false, time: '07:00' });
  const on = await run(['autopilot', 'on', ...options]);
  expect(on.code).toBe(0);
  expect(on.stdout).toContain('The autopilot is on: it keeps the next 3 mornings filled, daily at 06:30');
  expect((await run(['autopilot', 'off', '--dry-run'])).stdout).toMatch(/^The autopilot would be off\.\n/);
  const drawn = await run(['autopilot', 'draw', '--never-tags', 'slang', '--dry-run']);
  expect(drawn.stdout).toContain('It would draw no words tagged slang.');
  expect(on.stderr).toContain('wordrise process');
  expect(on.stdout).not.toMatch(/theme/i);
  // Settings that are not given stay unchanged.
  expect((await run(['autopilot', 'on', '--ahead', '2', '--json'])).json()).toMatchObject({
    dryRun: false,
    autopilot: { isOn: true, time: '06:30', ahead: 2 },
  });

  // They are filled right away, and a pass finds nothing left to fill.
  const emails = (await run(['schedule', 'list', '--json'])).json();
  expect(emails).toHaveLength(3);
  expect((await run(['process', '--json'])).stdout).not.toContain('"mornings"');
  const day = emails[0].scheduled_emails.scheduledDate.slice(0, 10);

  // One of three days, so that at least one loses its email's weekday.
  const fewer = await run(['autopilot', 'on', '--days', 'mon']);
  expect(fewer.stderr).toMatch(
    /[123] emails? still go(es)? out on weekdays that you took out: “.+” on 20.+\. To cancel one: wordrise schedule cancel WORD\n/,
  );
  await run(['autopilot', 'on', '--days', 'daily', '--ahead', '2']);

  const skipped = await run(['autopilot', 'skip', day]);
  expect(skipped.stdout).toBe(`${day} stays without another email.\n`);
  expect(skipped.stderr).toMatch(
    new RegExp(
      `^1 email still goes out: “\\w+” on ${day}\\. To cancel it: wordrise autopilot skip ${day} --cancel\n$`,
    ),
  );
  expect((await run(['autopilot', 'status'])).stdout).toContain(`Skipped: ${day}`);
  expect((await run(['autopilot', 'unskip', day])).stdout).toBe(`${day} can be filled again.\n`);
  expect((await run(['autopilot', 'off'])).stdout).toContain('The autopilot is off.');

  const findings = (await run(['doctor', '--json'])).json().findings;
  expect(findings).toContainEqual({
    name: 'Autopilot',
    status: 'ok',
    detail: 'It is off: words are chosen by hand.',
  });
  await run(['autopilot', 'on']);
  const low = (await run(['doctor', '--json'])).json().findings;
  expect(low).toContainEqual(
    expect.objectContaining({
      name: 'Autopilot',
      status: 'warning',
      detail: expect.stringContaining('enough until'),
    }),
  );
});

test('a holiday is skipped in one step, with its emails, and opened again', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull', 'petrichor', 'meander', 'dusk');
  const { run } = installation;
  for (const [at, word] of ['hush', 'lull', 'petrichor', 'meander', 'dusk'].entries()) {
    await run(['schedule', 'add', word, '--at', `2090-12-2${at + 3} 07:00`]);
  }
  const skip = ['autopilot', 'skip', '2090-12-23', '2091-01-03'];
  const named = '“hush” on 2090-12-23, “lull” on 2090-12-24, “petrichor” on 2090-12-25, and 2 more';

  const dry = await run([...skip, '--dry-run']);
  expect(dry.stdout).toBe('2090-12-23 to 2091-01-03 would stay without another email.\n');
  expect(dry.stderr).toBe(
    `5 emails would still go out: ${named}. To cancel them: wordrise autopilot skip 2090-12-23 2091-01-03 --cancel\n`,
  );
  const dryCancel = await run([...skip, '--cancel', '--dry-run']);
  expect(dryCancel.stdout).toBe(
    '2090-12-23 to 2091-01-03 would stay without an email. 5 emails would be canceled.\n',
  );
  expect(dryCancel.stderr).toBe('');
  expect((await run(['autopilot', 'status', '--json'])).json().skippedDays).toEqual([]);

  const skipped = await run(skip);
  expect(skipped.code).toBe(0);
  expect(skipped.stdout).toBe('2090-12-23 to 2091-01-03 stay without another email.\n');
  expect(skipped.stderr).toContain(`5 emails still go out: ${named}. To cancel them:`);
  const canceled = await run([...skip, '--cancel', '--json']);
  expect(canceled.code).toBe(0);
  expect(canceled.json()).toEqual({
    dryRun: false,
    skipped: '2090-12-23',
    until: '2091-01-03',
    cancelled: ['hush', 'lull', 'petrichor', 'meander', 'dusk'].map((word, at) => ({
      id: at + 1,
      wordId: expect.any(Number),
      word,
      scheduledDate: expect.stringMatching(`^2090-12-2${at + 3}T`),
    })),
    emails: [],
  });
  expect((await run(['schedule', 'list', '--json'])).json()).toEqual([]);

  await run(['autopilot', 'skip', '2091-02-14']);
  const status = async () => (await run(['autopilot', 'status'])).stdout;
  expect(await status()).toContain('Skipped: 2090-12-23 to 2091-01-03, 2091-02-14\n');
  expect((await run(['autopilot', 'unskip', '2090-12-31', '2091-01-03'])).stdout).toBe(
    '2090-12-31 to 2091-01-03 can be filled again.\n',
  );
  expect(await status()).toContain('Skipped: 2090-12-23 to 2090-12-30, 2091-02-14\n');
  const backwards = await run(['autopilot', 'unskip', '2090-12-31', '2090-12-30', '--dry-run']);
  expect(backwards.code).toBe(2);
  expect(backwards.stderr).toContain('The last day must not be before the first.');
  for (const more of [[], ['2025-01-07'], ['--dry-run']]) {
    const over = await run(['autopilot', 'skip', '2025-01-01', ...more]);
    expect(over).toMatchObject({ code: 2, stdout: '' });
    expect(over.stderr).toContain('Choose a day that is not over yet');
  }
});

test.each([
  ['on', '--days', 'noon'],
  ['on', '--time', '25:00'],
  ['on', '--ahead', '0'],
  ['skip', 'christmas'],
])('autopilot %s %s %s is wrong usage or input', async (...args) => {
  const { run } = await givenInstallation();
  await run(['migrate']);
  expect((await run(['autopilot', ...args.filter((arg) => arg !== undefined)])).code).not.toBe(0);
});

test('schedule fill shows a plan, schedules it once, and says what stays open', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull', 'petrichor', 'meander');
  const { run } = installation;
  const dry = await run(['schedule', 'fill', '--days', '3', '--dry-run']);
  expect(dry.stdout).toMatch(/3 would be scheduled\.\n$/);
  expect((await run(['schedule', 'list', '--json'])).json()).toEqual([]);
  const filled = await run(['schedule', 'fill', '--days', '3']);
  expect(filled.stdout).toBe(dry.stdout.replace('would be scheduled', 'scheduled'));
  expect(filled.code).toBe(0);
  expect((await run(['schedule', 'fill', '--days', '3'])).stdout).toBe('Every morning has a word already.\n');
  const rest = await run(['schedule', 'fill', '--days', '5', '--json']);
  const lines = rest.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type, outcome }) => outcome ?? type)).toEqual(['scheduled', 'noWord', 'report']);
  expect(rest.code).toBe(1);
  expect((await run(['schedule', 'fill', '--days', 'many'])).code).toBe(2);
});

test('a second email on one day is scheduled with a warning, or without one', async () => {
  const installation = await givenInstallation();
  await givenWords(installation, 'hush', 'lull', 'petrichor');
  const { run } = installation;
  await run(['schedule', 'add', 'hush', '--at', '2090-12-01 07:00']);
  const second = await run(['schedule', 'add', 'lull', '--at', '2090-12-01 09:00']);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain(
    '“hush” already goes out on Friday, December 1. Readers would get two emails that day.',
  );
  const third = await run(['schedule', 'add', 'petrichor', '--at', '2090-12-01 10:00', '--yes']);
  expect(third.code).toBe(0);
  expect(third.stderr).not.toContain('two emails');
});
