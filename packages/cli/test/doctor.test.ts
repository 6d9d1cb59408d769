import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startFakeMerriamWebster } from '@wordrise/core/testing';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds, onPostgres } from '../../../test/databases.ts';
import { hurry } from '../../../test/hurry.ts';
import { givenAccount } from './icontact-account.ts';
import { type Ended, givenInstallation, givenNewInstallation, wordOf } from './run-cli.ts';

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

test.each(databaseKinds)('finds nothing wrong with a complete installation (%s)', async (kind) => {
  const dictionary = await startFakeMerriamWebster();
  onTestFinished(() => dictionary.close());
  const installation = await givenInstallation(kind, {
    ...(await givenAccount()),
    ...(await givenRecaptcha({ success: false, 'error-codes': ['invalid-input-response'] })),
    MERRIAM_WEBSTER_API_KEY: dictionary.apiKey,
    MERRIAM_WEBSTER_API_URL: dictionary.url,
  });
  const wordrise = await installation.open();
  await wordrise.accounts.setup(admin);
  const { id } = await wordrise.words.add(wordOf('hush'));
  const tomorrow = wordrise.schedule.tomorrowMorning().toISOString();
  await wordrise.schedule.add({ wordId: id, scheduledDate: tomorrow, status: 'pending' });
  await wordrise.delivery.runPass();
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
  expect(detailOf(after, 'Tomorrow')).toContain('wordrise schedule add hush --tomorrow');
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
    says: /TIMEZONE is not a time zone.*wordrise setup/,
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
  await wordrise.delivery.runPass();
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
  expect(detailOf(ended, 'Search')).toContain('create extension pg_trgm');
});

test.each([
  ['https without a trusted proxy', { PUBLIC_URL: 'https://words.example.com' }, 'warning'],
  ['https behind a proxy', { PUBLIC_URL: 'https://words.example.com', TRUST_PROXY: '1' }, undefined],
  ['http', { PUBLIC_URL: 'http://words.example.com' }, undefined],
])('looks at the proxy: %s', async (_what, settings, status) => {
  const { run } = await givenInstallation('sqlite', settings);
  const ended = await run(['doctor', '--json']);
  expect(statusOf(ended, 'Proxy')).toBe(status);
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
