import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startRehearsalServer } from '@wordrise/core';
import { startFakeMerriamWebster } from '@wordrise/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { canMoveClocks, clockEnvironment } from '../../../scripts/chaos/moved-clock.ts';
import { databaseKinds, onPostgres } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { mountSmallDisk } from '../../../test/small-disk.ts';
import { aWord } from '../../../test/words.ts';
import { givenAccount } from './icontact-account.ts';
import { cleanWord, type Ended, givenInstallation, givenNewInstallation, wordOf } from './run-cli.ts';

const admin = { username: 'owner', password: 'long enough' };

interface Finding {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

function findings({ json }: Ended): Map<string, Finding> {
  return new Map(json().findings.map((finding: Finding) => [finding.name, finding]));
}

const statusOf = (ended: Ended, name: string) => findings(ended).get(name)?.status;
const detailOf = (ended: Ended, name: string) => findings(ended).get(name)?.detail ?? '';

async function givenRecaptcha(answer: object): Promise<Record<string, string>> {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET_KEY: 'hidden',
    RECAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}`,
  };
}

test.skipIf(!canMoveClocks)(
  'a machine whose clock is not that of the database server is found, and does nothing',
  async () => {
    const { start } = await givenInstallation('postgresql');
    const ahead = { env: clockEnvironment('+7h') };
    const doctor = await start(['doctor', '--json'], ahead).ended;
    expect(doctor.code).toBe(1);
    expect(doctor.json().findings).toContainEqual({
      name: 'Clock',
      status: 'failed',
      detail:
        "It is 7 hours ahead of the database server's, so this machine sends and deletes nothing. Set this machine's clock.",
    });
    const pass = await start(['process', '--json'], ahead).ended;
    expect(pass.code).toBe(1);
    expect(pass.stdout).toContain('7 hours ahead of the database server');
    const dryRun = await start(['process', '--dry-run'], ahead).ended;
    expect(dryRun.code).toBe(1);
    expect(dryRun.stdout).toContain('7 hours ahead of the database server');
  },
);

test('says when signatures of a relay could be checked, and are not', async () => {
  const settings = { EMAIL_PROVIDER: 'smtp-sandbox', DELIVERY_HOOK_TOKEN: 'h'.repeat(16) };
  const installation = await givenInstallation('sqlite', settings);
  expect(findings(await installation.run(['doctor', '--json'])).has('Relay reports')).toBe(false);
  const wordrise = await installation.open();
  await wordrise.readers.reportDeliveries({
    Type: 'Notification',
    Message: 'Successfully validated SNS topic.',
  });
  await wordrise.close();
  const ended = await installation.run(['doctor', '--json']);
  expect(statusOf(ended, 'Relay reports')).toBe('warning');
  expect(detailOf(ended, 'Relay reports')).toContain('BOUNCE_SNS_TOPIC');
  const env = { BOUNCE_SNS_TOPIC: 'arn:aws:sns:us-east-1:123456789012:bounces' };
  expect(findings(await installation.run(['doctor', '--json'], { env })).has('Relay reports')).toBe(false);
});

test.each(databaseKinds)('finds nothing wrong with a complete installation (%s)', async (kind) => {
  const dictionary = await startFakeMerriamWebster();
  onTestFinished(() => dictionary.close());
  const installation = await givenInstallation(kind, {
    ...(await givenAccount()),
    ...(await givenRecaptcha({ success: false, 'error-codes': ['invalid-input-response'] })),
    MERRIAM_WEBSTER_API_KEY: dictionary.apiKey,
    MERRIAM_WEBSTER_API_URL: dictionary.url,
    PUBLIC_URL: 'https://words.example',
    TRUST_PROXY: '1',
  });
  const wordrise = await installation.open();
  await wordrise.accounts.setup(admin);
  // Early in the morning, today still needs an email too.
  const { sendTime } = await wordrise.tomorrow();
  const times = [...new Set([sendTime, wordrise.schedule.tomorrowMorning().toISOString()])];
  for (const [nth, scheduledDate] of times.entries()) {
    const { id: wordId } = await wordrise.words.add(nth === 0 ? cleanWord : wordOf('solace'));
    await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  }
  await wordrise.readers.import([Buffer.from('email\nada@example.com\n')], { consent: 'At the fair.' });
  await wordrise.processor.runPass();
  await wordrise.close();

  hurry();
  const ended = await installation.run(['doctor', '--json']);
  expect([...findings(ended).values()].filter(({ status }) => status !== 'ok')).toEqual([]);
  expect([...findings(ended).keys()]).toEqual([
    'Settings',
    'Database',
    'Migrations',
    'Time zone',
    'Email provider',
    'Credentials',
    'Mailing list',
    'Sender',
    'Clock',
    'Dictionary',
    'Bot check',
    'Admin',
    'Processor',
    'Failed emails',
    'Tomorrow',
    'Emails in doubt',
    'Autopilot',
    'Alerts',
  ]);
  expect(ended).toMatchObject({ code: 0 });
  expect(await installation.run(['doctor', '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect((await installation.run(['doctor'])).stderr).toBe('Everything is OK.\n');
});

test('says what to do next with a new installation, and changes nothing', async () => {
  const installation = await givenNewInstallation();
  const before = await installation.run(['doctor', '--json']);
  expect(before.code).toBe(1);
  expect(detailOf(before, 'Database')).toContain('Run: wordrise setup');
  // Checks that do not need the data run anyway.
  expect(statusOf(before, 'Dictionary')).toBe('ok');
  const again = await installation.run(['doctor', '--json']);
  // Its detail has the time of day.
  const apartFromClock = (ended: Ended) => [...findings(ended)].filter(([name]) => name !== 'Time zone');
  expect(apartFromClock(again)).toEqual(apartFromClock(before));

  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush'));
  await wordrise.close();
  const after = await installation.run(['doctor', '--json']);
  expect(after.code).toBe(1);
  expect(detailOf(after, 'Admin')).toContain('wordrise setup');
  expect(detailOf(after, 'Processor')).toContain('It has never run');
  expect(detailOf(after, 'Tomorrow')).toMatch(/wordrise schedule add hush --(tomorrow|at "20.{8} 07:00")$/);
});

test.each([
  {
    why: 'wrong credentials',
    settings: () => givenAccount({ ICONTACT_API_PASSWORD: 'hidden' }),
    name: 'Credentials',
    says: /ICONTACT_|credentials/i,
  },
  {
    why: 'a missing list',
    settings: () => givenAccount({ ICONTACT_LIST_ID: '99' }),
    name: 'Mailing list',
    says: /ICONTACT_LIST_ID/,
  },
  {
    why: 'a missing sender',
    settings: () => givenAccount({ ICONTACT_CAMPAIGN_ID: '99' }),
    name: 'Sender',
    says: /ICONTACT_CAMPAIGN_ID/,
  },
  {
    why: 'an unreachable provider',
    settings: () => givenAccount({ ICONTACT_API_URL: 'http://127.0.0.1:1/icp' }),
    name: 'Email provider',
    says: /.+/,
  },
  {
    why: 'an unknown captcha secret',
    settings: () => givenRecaptcha({ success: false, 'error-codes': ['invalid-input-secret'] }),
    name: 'Bot check',
    says: /RECAPTCHA_SECRET_KEY/,
  },
  {
    why: 'a setting that is wrong',
    settings: async () => ({ TIMEZONE: 'Nowhere/Atall' }),
    name: 'Settings',
    says: /TIMEZONE must be the name of a time zone.*wordrise setup/,
  },
  {
    why: 'an unreachable database',
    settings: async () => ({ DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/x' }),
    name: 'Database',
    says: /DATABASE_URL/,
  },
])('finds $why', async ({ settings, name, says }) => {
  const { run } = await givenInstallation('sqlite', await settings());
  hurry();
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, name)).toBe('failed');
  expect(detailOf(ended, name)).toMatch(says);
  expect(ended.code).toBe(1);
  expect(ended.stdout).not.toContain('hidden');
});

test('says nothing about settings that it cannot read', async () => {
  const { run } = await givenInstallation('sqlite', {
    DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/x',
    TRUST_PROXY: '1',
  });
  hurry();
  const ended = await run(['doctor', '--json']);
  expect([...findings(ended).keys()]).toEqual(['Settings', 'Database']);
  expect(detailOf(ended, 'Settings')).toMatch(/stored in the database cannot be read now/);
  expect(ended.code).toBe(1);
});

test('says which of two mail servers is out, and since when', async () => {
  const server = await startRehearsalServer({ answerMs: 0 });
  onTestFinished(server.close);
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp',
    // Nothing is there.
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_SECURITY: 'none',
    SMTP_SECOND_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Words <words@example.com>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
    CONFIRM_SIGNUPS: 'off',
  });
  const { readers, processor, words, schedule } = await installation.open();
  const ada = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await readers.signUp(ada, { address: '192.0.2.1' });
  await processor.runPass();
  expect(findings(await installation.run(['doctor', '--json'])).has('Mail servers')).toBe(false);
  const { id: wordId } = await words.add(aWord());
  await schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await processor.runPass();
  const doctor = await installation.run(['doctor', '--json']);
  expect(findings(doctor).get('Mail servers')).toEqual({
    name: 'Mail servers',
    status: 'warning',
    detail: expect.stringMatching(
      /^The first mail server has taken no emails since .*ECONNREFUSED.* The second one carries the emails\.$/,
    ),
  });
});

test('names an email that reached no reader', async () => {
  const server = await startRehearsalServer({ answerMs: 0 });
  onTestFinished(server.close);
  const installation = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    SMTP_SECURITY: 'none',
    MAIL_FROM: 'Words <words@example.com>',
    POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
    CONFIRM_SIGNUPS: 'off',
  });
  const { readers, processor, words, schedule } = await installation.open();
  // The server says that there is no such mailbox.
  const ada = { email: 'ada1@example.com', firstName: 'Ada', favoriteWord: undefined };
  await readers.signUp(ada, { address: '192.0.2.1' });
  await processor.runPass();
  const { id: wordId } = await words.add(aWord({ word: 'solace' }));
  const email = await schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await processor.runPass();
  await processor.runPass();
  expect(findings(await installation.run(['doctor', '--json'])).get('Failed emails')).toEqual({
    name: 'Failed emails',
    status: 'warning',
    detail: `“solace” reached nobody. No reader got it. To see the answers: wordrise schedule show ${email.id}`,
  });
  const [line = ''] = (await installation.run(['schedule', 'list'])).stdout.split('\n');
  expect(line.split('\t').slice(2)).toEqual(['solace', 'failed', 'No reader got it.']);
});

test('warns, as tomorrow does, of an email that nobody gets and of a word that needs work', async () => {
  const { open, run } = await givenInstallation('sqlite', { PUBLIC_URL: 'https://words.example.com' });
  const { words, schedule, readers, processor, tomorrow } = await open();
  const { id: wordId } = await words.add(wordOf('hush'));
  const scheduledDate = (await tomorrow()).sendTime;
  await schedule.add({ wordId, scheduledDate, status: 'pending' });
  await processor.runPass();
  const before = findings(await run(['doctor', '--json']));
  expect(before.get('Readers')).toEqual({
    name: 'Readers',
    status: 'warning',
    detail: 'Nobody has signed up yet. People sign up at https://words.example.com',
  });
  expect(before.get('Word')).toEqual({
    name: 'Word',
    status: 'warning',
    detail: expect.stringMatching(/^“hush” needs work: .+ For all findings, run: wordrise words check hush$/),
  });
  const ada = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await readers.signUp(ada, { address: undefined });
  await words.edit(wordId, cleanWord);
  await processor.runPass();
  const after = findings(await run(['doctor', '--json']));
  expect([after.has('Readers'), after.has('Word')]).toEqual([false, false]);
});

test('finds nothing wrong with a morning on which only lessons of a course go out', async () => {
  const { open, run } = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp-sandbox',
    CONFIRM_SIGNUPS: 'off',
    COURSE: 'tag:course',
  });
  const { words, readers, processor } = await open();
  await words.add(aWord({ tags: 'course' }));
  const ada = { email: 'ada@example.com', firstName: 'Ada', favoriteWord: undefined };
  await readers.signUp(ada, { address: undefined });
  await processor.runPass();
  expect((await run(['tomorrow'])).code).toBe(0);
  expect(findings(await run(['doctor', '--json'])).get('Tomorrow')).toEqual({
    name: 'Tomorrow',
    status: 'ok',
    detail: 'Lessons of the course are still to come for 1 reader.',
  });
});

test('finds a course that has no lessons', async () => {
  const { run, open } = await givenInstallation('sqlite', { COURSE: 'theme:Rian' });
  const wordrise = await open();
  await wordrise.words.add({ ...wordOf('mizzle'), theme: 'Rain' });
  await wordrise.close();
  const wrong = await run(['doctor', '--json']);
  expect(statusOf(wrong, 'Course')).toBe('warning');
  expect(detailOf(wrong, 'Course')).toMatch(
    /no lesson yet. Did you mean theme:Rain\? .*wordrise config COURSE/,
  );
  const right = await run(['doctor', '--json'], { env: { COURSE: 'theme:Rain' } });
  expect(statusOf(right, 'Course')).toBeUndefined();
});

test('finds a wrong dictionary key', async () => {
  const dictionary = await startFakeMerriamWebster();
  onTestFinished(() => dictionary.close());
  const { run } = await givenInstallation('sqlite', {
    MERRIAM_WEBSTER_API_KEY: 'hidden',
    MERRIAM_WEBSTER_API_URL: dictionary.url,
  });
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, 'Dictionary')).toBe('failed');
  expect(ended.stdout).not.toContain('hidden');
});

test('finds a processor that has stopped', async () => {
  const installation = await givenInstallation();
  const wordrise = await installation.open(() => new Date(Date.now() - 11 * 60_000));
  await wordrise.processor.runPass();
  await wordrise.close();
  const ended = await installation.run(['doctor', '--json']);
  expect(statusOf(ended, 'Processor')).toBe('failed');
  expect(detailOf(ended, 'Processor')).toContain('It has not run since');
});

test('lists every setting, says where it comes from, and shows no secret', async () => {
  const { run } = await givenInstallation('sqlite', { SESSION_SECRET: 'hidden'.repeat(8), PORT: '5001' });
  const { stdout, json, code } = await run(['config', '--json']);
  expect(code).toBe(0);
  expect(stdout).not.toContain('hidden');
  const settings = new Map(json().settings.map((one: { name: string }) => [one.name, one]));
  expect(settings.get('PORT')).toMatchObject({
    set: true,
    from: 'environment',
    value: '5001',
    default: '5000',
  });
  expect(settings.get('SESSION_SECRET')).toMatchObject({ set: true, value: null, secret: true });
  expect(settings.get('PRODUCT_NAME')).toMatchObject({
    set: false,
    from: null,
    value: null,
    default: 'Wordrise',
  });
  expect((await run(['config', 'timezone'])).stdout).toMatch(/^TIMEZONE\tAmerica\/New_York\t/);
  expect((await run(['config', 'NOPE'])).code).toBe(2);
  expect(await run(['config', '--json'], { env: { PORT: 'x' } })).toMatchObject({ code: 1 });
});

test('lists production settings without the secret as wrong, and creates no secret', async () => {
  const env = { NODE_ENV: 'production', BOT_CHECK: 'off' };
  const { folder, run } = await givenInstallation('sqlite', env);
  const { code, json, stderr } = await run(['config', '--json']);
  expect({ code, valid: json().valid }).toEqual({ code: 1, valid: false });
  expect(stderr).toContain('SESSION_SECRET is missing');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('says how to get a search index that PostgreSQL did not allow', async () => {
  const { run, env } = await givenNewInstallation('postgresql');
  await run(['migrate']);
  await onPostgres('drop index words_search', env.DATABASE_URL);
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, 'Search')).toBe('warning');
  expect(detailOf(ended, 'Search')).toContain('create extension if not exists pg_trgm');
});

test.each([
  ['https without a trusted proxy', { PUBLIC_URL: 'https://words.example.com' }, 'warning'],
  ['https behind a proxy', { PUBLIC_URL: 'https://words.example.com', TRUST_PROXY: '1' }, undefined],
  ['a trusted proxy without https', { PUBLIC_URL: 'http://words.example.com', TRUST_PROXY: '1' }, 'warning'],
  ['http', { PUBLIC_URL: 'http://words.example.com' }, undefined],
])('looks at the proxy: %s', async (_what, settings, status) => {
  const { run } = await givenInstallation('sqlite', settings);
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, 'Proxy')).toBe(status);
});

test('names settings that are probably misspelled, and no others', async () => {
  const installation = await givenInstallation('sqlite', {
    TIMEZON: 'Europe/Paris',
    SORT: '1',
    HOSTS: 'x',
    TIMEOUT: '5',
  });
  writeFileSync(
    join(installation.folder, '.env'),
    'SMTP_PASS=hunter2\nsmtp_port=25\nPROT=1\nPOSTGRES_PASSWORD=x\nADMIN_PASSWORD=x\nOTHER=1\nSITE=x\n',
  );
  const { run } = installation;
  const expected = [
    { name: 'SMTP_PASS', nearest: 'SMTP_PASSWORD', from: '.env' },
    { name: 'smtp_port', nearest: 'SMTP_PORT', from: '.env' },
    { name: 'PROT', nearest: 'PORT', from: '.env' },
    { name: 'TIMEZON', nearest: 'TIMEZONE', from: 'environment' },
  ];
  const config = await run(['config', '--json']);
  expect(config.json().misspelled).toHaveLength(expected.length);
  expect(config.json().misspelled).toEqual(expect.arrayContaining(expected));
  const doctor = await run(['doctor', '--json']);
  const details = doctor.json().findings.map(({ detail }: Finding) => detail);
  const start = installation.start(['serve'], { env: { PORT: '0' } });
  await start.until(/press Ctrl-C/);
  start.child.kill('SIGTERM');
  const outputs = [details.join('\n'), (await start.ended).stderr, (await run(['process'])).stderr];
  for (const output of [...outputs, (await run(['config'])).stderr]) {
    for (const { name, nearest, from } of expected) {
      const where = from === '.env' ? 'in .env' : 'in the environment';
      expect(output).toContain(`There is no setting ${name} (${where}). Did you mean ${nearest}?`);
    }
    expect(output).not.toMatch(/hunter2|SORT|HOSTS|TIMEOUT|POSTGRES|ADMIN_P|OTHER|SITE/);
  }
  // For cron.
  expect((await run(['process', '--quiet'])).stderr).toBe('');
});

test('says which value in .env ends at a #, and never the value', async () => {
  const { run, folder, start } = await givenInstallation();
  writeFileSync(
    join(folder, '.env'),
    `METRICS_TOKEN=${'hunter'.repeat(6)}#2\nPRODUCT_NAME=Words # of the day\n`,
  );
  const doctor = await run(['doctor', '--json']);
  const server = start(['serve'], { env: { PORT: '0' } });
  await server.until(/press Ctrl-C/);
  server.child.kill('SIGTERM');
  const outputs = [doctor.stdout, (await server.ended).stderr, (await run(['config'])).stderr];
  for (const output of outputs) {
    expect(output).toContain(
      'The value of METRICS_TOKEN (in .env) ends at a #. Put it in quotes if the # belongs to it.',
    );
    expect(output).not.toMatch(/hunter|value of PRODUCT_NAME/);
  }
  expect((await run(['config', '--json'])).json().endedByHash).toEqual(['METRICS_TOKEN']);
});

test.each([
  ['nothing listens', 'http://127.0.0.1:1/hook', 'warning', /cannot be reached.*ALERT_WEBHOOK_URL/],
  ['it answers, and takes only POSTs', '/hook', 'ok', /A webhook is set/],
])('looks at the webhook for alerts without posting to it: %s', async (_what, path, status, says) => {
  const methods: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method);
    response.statusCode = 404;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const url = path.startsWith('/') ? `http://127.0.0.1:${port}${path}` : path;
  const { run } = await givenInstallation('sqlite', { ALERT_WEBHOOK_URL: url });
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, 'Alerts')).toBe(status);
  expect(detailOf(ended, 'Alerts')).toMatch(says);
  expect(methods).not.toContain('POST');
});

test('finds a full disk, and one that is nearly full', async (context) => {
  const installation = await givenInstallation();
  const folder = mountSmallDisk(context);
  const doctor = () => installation.run(['doctor', '--json'], { env: { DATA_DIR: folder } });
  const nearly = await doctor();
  expect(statusOf(nearly, 'Disk')).toBe('warning');
  expect(detailOf(nearly, 'Disk')).toMatch(/^Only \d+ MB are free .*disk.*Free some space/);
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(11.5 * 1024 * 1024));
  const full = await doctor();
  expect(statusOf(full, 'Disk')).toBe('failed');
  expect(detailOf(full, 'Disk')).toMatch(/full.*Free some space/);
});

test('checks the rest even if a file in the data folder cannot be opened', async () => {
  const installation = await givenInstallation();
  mkdirSync(join(installation.folder, 'data/sandbox.db'), { recursive: true });
  const ended = await installation.run(['doctor', '--json']);
  expect(ended.code).toBe(1);
  expect(detailOf(ended, 'Data folder')).toMatch(/data\/sandbox\.db.*Run doctor as the user/);
  expect(statusOf(ended, 'Database')).toBe('ok');
  expect(statusOf(ended, 'Dictionary')).toBe('ok');
});

test.each([
  ['http://words.example.com', '127.0.0.1:1', 'failed'],
  ['https://words.example.com', '127.0.0.1:1', undefined],
  ['http://localhost:5000', '127.0.0.1:1', undefined],
  ['http://localhost:5000', 'relay.invalid:1', 'warning'],
])('with PUBLIC_URL=%s and mail server %s, the public address is %s', async (PUBLIC_URL, server, status) => {
  const { run } = await givenInstallation('sqlite', {
    EMAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://${server}`,
    MAIL_FROM: 'word@example.test',
    POSTAL_ADDRESS: '1 Sample Street',
    PUBLIC_URL,
  });
  expect(statusOf(await run(['doctor', '--json']), 'Public address')).toBe(status);
});
