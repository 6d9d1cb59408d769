import { spamTestLine } from '@wordrise/core/testing';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { cleanWord, givenInstallation, wordOf } from './run-cli.ts';

test.each(databaseKinds)('says whether the next email will go out (%s)', async (kind) => {
  const installation = await givenInstallation(kind);
  const { run } = installation;
  const nothing = await run(['tomorrow']);
  expect(nothing.code).toBe(1);
  expect(nothing.stdout).toMatch(/^Nothing is scheduled for (today|tomorrow)\. The library is empty\./);

  const wordrise = await installation.open();
  const word = await wordrise.words.add(wordOf('hush'));
  expect((await run(['tomorrow'])).stdout).toMatch(
    /^Nothing is scheduled for (today|tomorrow)\. Run: wordrise schedule add WORD --/,
  );
  const scheduledDate = new Date(Date.now() + 3_600_000).toISOString();
  await wordrise.schedule.add({ wordId: word.id, scheduledDate, status: 'pending' });
  await wordrise.close();
  const risky = await run(['tomorrow', '--json']);
  expect(risky.code).toBe(1);
  expect(risky.json()).toMatchObject({
    verdict: 'at_risk',
    email: { word: 'hush', scheduledDate },
    reasons: [
      { code: 'no_pass', message: 'The processor has never run.' },
      { code: 'no_readers', message: 'Nobody has signed up yet.' },
      {
        code: 'word_findings',
        message: expect.stringMatching(/^“hush” needs work: The definition uses the word “hush” itself\./),
        fix: expect.stringMatching(/wordrise words check hush$/),
      },
    ],
  });
  const shown = await run(['tomorrow']);
  expect(shown.stdout).toMatch(
    /^At risk: “hush” goes out (today|tomorrow), .+, to 0 readers\.\n {2}✗ The processor/,
  );

  const again = await installation.open();
  const reader = { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined };
  await again.words.edit(word.id, cleanWord);
  await again.readers.signUp(reader, { address: undefined });
  await again.processor.runPass();
  await again.close();
  const ready = await run(['tomorrow']);
  expect(ready).toMatchObject({ code: 0, stderr: '' });
  expect(ready.stdout).toMatch(/^Ready: “hush” goes out (today|tomorrow), .+, to 1 reader\.\n$/);
  expect(await run(['tomorrow', '--quiet'])).toMatchObject({ code: 0, stdout: '' });
});

test('names the next email if the provider refused it', async () => {
  const installation = await givenInstallation();
  const { day } = (await installation.run(['tomorrow', '--json'])).json();
  const wordrise = await installation.open();
  const { id: wordId } = await wordrise.words.add(wordOf('zurf'));
  const scheduledDate = `${day}T23:59`;
  const { id } = await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  await wordrise.words.edit(wordId, wordOf('zurf', { definition: spamTestLine }));
  await expect(wordrise.schedule.update(id)).rejects.toMatchObject({ code: 'email_provider.refused' });
  await wordrise.close();

  const { code, stdout } = await installation.run(['tomorrow']);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^The email with “zurf” failed\.\nNothing is scheduled for (today|tomorrow)\. Run: /,
  );
  expect((await installation.run(['tomorrow', '--json'])).json()).toMatchObject({
    verdict: 'nothing_scheduled',
    failed: { id, word: 'zurf' },
  });
});

test('names each email that is under way, as doctor does', async () => {
  const { run, open } = await givenInstallation();
  const { words, schedule } = await open();
  for (const word of ['hush', 'solace']) {
    const { id: wordId } = await words.add({ ...cleanWord, word });
    await schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  }
  const { stdout } = await run(['tomorrow']);
  expect(stdout).toMatch(/“hush” was due /);
  // No pass has run, so nothing is being sent.
  expect(stdout).toMatch(/\nAlso due: “solace”, .+\.\n$/);
  expect((await run(['doctor', '--json'])).stdout).toMatch(/“hush” was due [^“]+\. “solace” was due /);
});

test('an email that readers in earlier zones should have already goes out at its own time, as doctor says', async () => {
  const settings = { EMAIL_PROVIDER: 'smtp-sandbox', TIMEZONE: 'Etc/GMT+12' };
  const { run, open } = await givenInstallation('sqlite', settings);
  // So that tomorrow counts, whatever time it is now.
  await run(['autopilot', 'on', '--time', '00:00']);
  await run(['autopilot', 'off']);
  const hour = 3_600_000;
  const before = await open(() => new Date(Date.now() - 24 * hour));
  // The first one is 24 hours ahead of the owner.
  const readers = 'email,timezone\na@example.com,Etc/GMT-12\nb@example.com,Etc/GMT+12\n';
  await before.readers.import([Buffer.from(readers)], { consent: 'They asked for it.' });
  await before.processor.runPass();
  for (const word of ['hush', 'solace']) {
    const { id: wordId } = await before.words.add({ ...cleanWord, word });
    const scheduledDate = new Date(Date.now() + 20 * hour).toISOString();
    await before.schedule.add({ wordId, scheduledDate, status: 'pending' });
  }
  // No pass runs afterward.
  await before.processor.runPass();
  await before.close();
  const view = (await run(['tomorrow', '--json'])).json();
  expect(view).toMatchObject({ verdict: 'at_risk', email: { isDue: true }, others: [{ isDue: true }] });
  const { stdout } = await run(['tomorrow']);
  expect(stdout).toMatch(/^At risk: “hush” goes out .+At their local times, readers get it from /);
  expect(stdout).toMatch(/\nAlso to come: “solace”, /);
  expect(stdout).not.toMatch(/was due|Also due/);
  const doctor = (await run(['doctor', '--json'])).stdout;
  expect(doctor).toMatch(/“hush” goes out [^“]+\. “solace” goes out /);
});

/** A time zone in which it is about that hour now. Those of Etc count westward. */
function zoneAtHour(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24;
  return ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`;
}

test.each([
  // While today's email is to come, the verdict is about it alone.
  {
    when: 'today',
    hour: 3,
    status: 'warning',
    more: ' No email is scheduled for tomorrow. Run: wordrise schedule add mizzle --tomorrow',
  },
  { when: 'tomorrow', hour: 12, status: 'ok', more: '' },
])('names the other emails of $when, as doctor does', async ({ when, hour, status, more }) => {
  const { run, open } = await givenInstallation('sqlite', { TIMEZONE: zoneAtHour(hour) });
  const { words, schedule } = await open();
  const { sendTime: scheduledDate } = (await run(['tomorrow', '--json'])).json();
  for (const word of ['hush', 'solace', 'limpid']) {
    const { id: wordId } = await words.add({ ...cleanWord, word });
    await schedule.add({ wordId, scheduledDate });
  }
  const unused = await words.add({ ...cleanWord, word: 'mizzle' });
  const { stdout } = await run(['tomorrow']);
  expect(stdout).toContain(`“hush” goes out ${when}`);
  expect(stdout).toContain('\nAlso that day: “solace”, 07:00; “limpid”, 07:00.\n');
  const tomorrow = async () => {
    const { findings } = (await run(['doctor', '--json'])).json();
    return findings.find(({ name }: { name: string }) => name === 'Tomorrow');
  };
  const state =
    /^An email is scheduled\. Next: “hush” on .+\. Also that day: “solace”, 07:00; “limpid”, 07:00\.(?<more>.*)$/;
  expect(await tomorrow()).toMatchObject({ status, detail: expect.stringMatching(state) });
  expect((await tomorrow()).detail.match(state).groups.more).toBe(more);

  await schedule.add({ wordId: unused.id, scheduledDate: schedule.tomorrowMorning().toISOString() });
  expect(await tomorrow()).toMatchObject({ status: 'ok' });
});

test('names the owner’s send time, and readers who do not get the email yet', async () => {
  const { run, open } = await givenInstallation('sqlite', { EMAIL_PROVIDER: 'smtp-sandbox' });
  await run(['autopilot', 'on', '--time', '23:59']);
  await run(['autopilot', 'off']);
  const wordrise = await open();
  const { id: wordId } = await wordrise.words.add(cleanWord);
  const { day, sendTime } = (await run(['tomorrow', '--json'])).json();
  expect((await run(['tomorrow'])).stdout).toContain(`Run: wordrise schedule add WORD --at "${day} 23:59"`);

  await wordrise.schedule.add({ wordId, scheduledDate: sendTime, status: 'pending' });
  const reader = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.readers.signUp(reader, { address: undefined });
  await wordrise.close();
  const shown = await run(['tomorrow']);
  expect(shown.stdout).toContain('to 0 readers (not to 1 unconfirmed).');
  expect(shown.stdout).toContain('Nobody gets the email: 1 unconfirmed.');
});

test('names readers who may or may not have an email, one line for each, and how to decide', async () => {
  const settings = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' };
  const { run, open } = await givenInstallation('sqlite', settings);
  const wordrise = await open();
  const time = Date.now() + 60_000;
  const scheduledDate = new Date(time).toISOString();
  const schedule = async (word: string) => {
    const { id: wordId } = await wordrise.words.add({ ...cleanWord, word });
    return wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  };
  const { id } = await schedule('hush');
  const { id: other } = await schedule('solace');
  // The sandbox accepts the second one's email, and its answer gets lost.
  for (const email of ['ada@example.com', 'ada+lost@example.com']) {
    const reader = { email, firstName: 'Ada', favoriteWord: undefined };
    await wordrise.readers.signUp(reader, { address: undefined });
  }
  await wordrise.processor.runPass();
  await wordrise.close();
  const later = await open(() => new Date(time));
  await later.processor.runPass();
  await later.close();

  const text = (word: string, of: number) =>
    `1 reader may or may not have “${word}”. To send it to them again: wordrise schedule resume ${of} --unknown. To leave them: wordrise schedule leave ${of}`;
  const texts = [text('hush', id), text('solace', other)];
  const { stdout } = await run(['tomorrow']);
  expect(stdout).toContain(texts.map((one) => `In doubt: ${one}\n`).join(''));
  expect((await run(['tomorrow', '--json'])).json().doubts).toEqual([
    { id, word: 'hush', scheduledDate, readers: 1 },
    { id: other, word: 'solace', scheduledDate, readers: 1 },
  ]);
  const { findings } = (await run(['doctor', '--json'])).json();
  const doubts = findings.filter(({ name }: { name: string }) => name === 'Emails in doubt');
  expect(doubts).toEqual(texts.map((detail) => ({ name: 'Emails in doubt', status: 'warning', detail })));

  expect((await run(['schedule', 'leave', `${id}`])).stdout).toContain(
    '1 without an answer, left as they are',
  );
  expect((await run(['tomorrow', '--json'])).json().doubts).toMatchObject([{ id: other }]);
  expect((await run(['audit', '--json'])).stdout).toContain('delivery.leave');
  expect(await run(['schedule', 'leave', `${id}`])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing about this email is undecided.'),
  });
});

test('passes over rest days, and names the day of the next email', async () => {
  const installation = await givenInstallation();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const show = (day: Date, options: Intl.DateTimeFormatOptions) =>
    day.toLocaleDateString('en-US', { ...options, timeZone: 'America/New_York' });
  const sendDay = inDays(3);
  const { run } = installation;
  const weekday = show(sendDay, { weekday: 'short' }).toLowerCase();
  // The library is empty, so it fills nothing.
  await run(['autopilot', 'on', '--days', weekday]);
  const wordrise = await installation.open();
  const { id: wordId } = await wordrise.words.add(cleanWord);
  await wordrise.readers.signUp(
    { email: 'reader@example.com', firstName: 'Ada', favoriteWord: undefined },
    { address: undefined },
  );
  await wordrise.close();
  const shown = show(sendDay, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

  const nothing = await run(['tomorrow']);
  expect(nothing.code).toBe(1);
  const [rest, open = ''] = nothing.stdout.split('\n');
  expect(rest).toBe('No email tomorrow: it is a rest day.');
  expect(open).toContain(`Nothing is scheduled for ${shown}. Run: wordrise schedule add WORD --at "20`);
  const missing = (await run(['doctor', '--json'])).json().findings;
  expect(missing).toContainEqual({
    name: 'Tomorrow',
    status: 'failed',
    detail: expect.stringMatching(
      new RegExp(
        `^No email is scheduled for ${shown}\\. Run: wordrise schedule add hush --at "20.{8} 07:00"$`,
      ),
    ),
  });

  const again = await installation.open();
  const scheduledDate = sendDay.toISOString();
  await again.schedule.add({ wordId, scheduledDate, status: 'pending' });
  await again.processor.runPass();
  await again.close();
  expect((await run(['tomorrow', '--json'])).json()).toMatchObject({
    isToday: false,
    isRestDayTomorrow: true,
    email: { word: 'hush', scheduledDate },
  });
  expect((await run(['tomorrow'])).stdout).toContain(
    `No email tomorrow: it is a rest day.\nAt risk: “hush” goes out ${shown}, `,
  );
  const found = (await run(['doctor', '--json'])).json().findings;
  expect(found).toContainEqual({
    name: 'Tomorrow',
    status: 'ok',
    detail: expect.stringContaining(`No email: it is a rest day. Next: “hush” on ${shown}, `),
  });
});

test('says who gets a lesson of a course, and who gets the email of the schedule then', async () => {
  const settings = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', COURSE: 'tag:course' };
  const { run, open } = await givenInstallation('sqlite', settings);
  const wordrise = await open();
  await wordrise.words.add({ ...wordOf('solace'), tags: 'course' });
  const reader = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await wordrise.readers.signUp(reader, { address: undefined });
  await wordrise.processor.runPass();
  expect((await run(['tomorrow'])).stdout).toMatch(
    /^Ready: .+ of the course (today|tomorrow)\. Lessons to come: 1 reader\. Finished: 0 readers\. Nothing else is scheduled\.\n$/,
  );

  const { id: wordId } = await wordrise.words.add(cleanWord);
  const scheduledDate = new Date(Date.now() + 3_600_000).toISOString();
  await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  await wordrise.processor.runPass();
  await wordrise.close();
  expect((await run(['tomorrow'])).stdout).toMatch(
    /^Ready: “hush” goes out (today|tomorrow), .+, to nobody: no reader has finished the course\. (1 reader|Nobody) gets a lesson of the course (today|tomorrow)\. Lessons to come: 1 reader\. Finished: 0 readers\.\n$/,
  );
});
