import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';
import { bareEnvironment, canHaveTerminal, run, start, startInTerminal } from './run-cli.ts';

/** A folder with a database, where nothing else is set. */
async function givenInstallation() {
  const folder = temporaryFolder();
  const env = bareEnvironment(folder);
  const wordrise = (args: string[], input?: string, more: Record<string, string> = {}) =>
    run(folder, args, { input, env: { ...env, ...more } });
  expect((await wordrise(['migrate'])).code).toBe(0);
  const settingOf = async (name: string, more?: Record<string, string>) =>
    (await wordrise(['config', name, '--json'], undefined, more)).json().settings[0];
  return { folder, wordrise, settingOf };
}

test('three settings are listed first, and what few installations need last', async () => {
  const { wordrise } = await givenInstallation();
  const { settings } = (await wordrise(['config', '--json'])).json();
  const names = settings.map(({ name }: { name: string }) => name);
  expect(names.slice(0, 4)).toEqual(['PRODUCT_NAME', 'PUBLIC_URL', 'TIMEZONE', 'DATA_DIR']);
  expect(names.at(-1)).toBe('NODE_ENV');
});

test.skipIf(!canHaveTerminal)('on a terminal, settings have headings', async () => {
  const { folder } = await givenInstallation();
  const terminal = startInTerminal({ folder, env: bareEnvironment(folder) }, ['config', '--all']);
  const { stdout } = await terminal.ended;
  const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
  expect(lines.filter((line) => /^[A-Z].*:$/.test(line))).toEqual([
    'The first three:',
    'Where the data lives:',
    'What readers see:',
    'Who sends the emails:',
    'Where words are looked up:',
    'Bots at the signup form:',
    'Alerts to the owner:',
    'The server:',
    'Advanced:',
  ]);
});

test('a setting is stored and removed, and .env and the environment win', async () => {
  const { folder, wordrise, settingOf } = await givenInstallation();
  const set = await wordrise(['config', 'product_name', '--set', 'Wort am Tag', '--json']);
  expect(set.json()).toEqual({ dryRun: false, changed: ['PRODUCT_NAME'] });
  expect(await settingOf('PRODUCT_NAME')).toMatchObject({ from: 'database', value: 'Wort am Tag' });
  expect((await wordrise(['audit', '--json'])).stdout).toContain('settings.save');
  writeFileSync(join(folder, '.env'), 'PRODUCT_NAME=File\n');
  expect(await settingOf('PRODUCT_NAME')).toMatchObject({ from: '.env', value: 'File' });
  const given = { PRODUCT_NAME: 'Given' };
  expect(await settingOf('PRODUCT_NAME', given)).toMatchObject({ from: 'environment', value: 'Given' });
  const refused = await wordrise(['config', 'PRODUCT_NAME', '--set', 'x'], undefined, given);
  expect(refused.stderr).toContain('set in the environment');
  writeFileSync(join(folder, '.env'), '');
  const again = await wordrise(['config', 'PRODUCT_NAME', '--set', 'Mot du jour']);
  expect(again.stdout + again.stderr).toContain('A running server notices in a few seconds.');
  expect((await wordrise(['config', 'PRODUCT_NAME', '--unset'])).code).toBe(0);
  expect(await settingOf('PRODUCT_NAME')).toMatchObject({ set: false, from: null, value: null });
});

test('a move to another provider says how to use it, depending on where the setting is', async () => {
  const { wordrise } = await givenInstallation();
  const move = ['provider', 'switch', 'smtp-sandbox', '--apply'];
  const given = await wordrise(move, undefined, { EMAIL_PROVIDER: 'sandbox' });
  expect(given.stderr).toContain('set EMAIL_PROVIDER=smtp-sandbox, restart the server');
  expect(given.stdout).toContain('Moved from the sandbox to the SMTP sandbox.');
  expect(given.stdout).not.toContain('iContact');
  const { stderr } = await wordrise(move);
  expect(stderr).toContain(
    'run wordrise config EMAIL_PROVIDER --set smtp-sandbox, and then wordrise doctor.',
  );
  expect((await wordrise(['config', 'EMAIL_PROVIDER', '--set', 'smtp-sandbox'])).code).toBe(0);
});

test('setup keeps what is stored where it is', async () => {
  const { folder, wordrise, settingOf } = await givenInstallation();
  await wordrise(['config', 'PRODUCT_NAME', '--set', 'Stored']);
  const first = await wordrise(['setup', '--timezone', 'UTC', '--json']);
  expect(first.json()).toMatchObject({ written: true, stored: ['TIMEZONE'] });
  expect(await settingOf('TIMEZONE')).toMatchObject({ from: 'database', value: 'UTC' });
  expect(readFileSync(join(folder, '.env'), 'utf8')).not.toContain('PRODUCT_NAME');
  const second = await wordrise(['setup', '--product-name', 'Changed', '--json']);
  expect(second.json()).toMatchObject({ written: false, changed: [], stored: ['PRODUCT_NAME'] });
  expect(await settingOf('PRODUCT_NAME')).toMatchObject({ from: 'database', value: 'Changed' });
});

test('setup changes what .env has in .env, because it would win', async () => {
  const { folder, wordrise, settingOf } = await givenInstallation();
  writeFileSync(join(folder, '.env'), 'PRODUCT_NAME=File\nTIMEZONE=UTC\n');
  const args = ['setup', '--product-name', 'Changed', '--set', 'ARCHIVE=off', '--yes', '--json'];
  expect((await wordrise(args)).json()).toMatchObject({ written: true, stored: ['ARCHIVE'] });
  expect(await settingOf('PRODUCT_NAME')).toMatchObject({ from: '.env', value: 'Changed' });
  expect(await settingOf('TIMEZONE')).toMatchObject({ from: '.env', value: 'UTC' });
  expect(await settingOf('ARCHIVE')).toMatchObject({ from: 'database', value: 'off' });
});

test('readers of the sandbox move with setup to another provider', async () => {
  const { wordrise, settingOf } = await givenInstallation();
  await wordrise(['setup', '--timezone', 'UTC']);
  const people = 'email,firstName,consent\nann@example.com,Ann,yes\n';
  expect((await wordrise(['readers', 'import', '-', '--consent', 'asked'], people)).code).toBe(0);
  const moved = await wordrise(['setup', '--email-provider', 'smtp-sandbox', '--json']);
  expect(moved.json()).toMatchObject({ stored: ['EMAIL_PROVIDER'], changed: [] });
  expect(await settingOf('EMAIL_PROVIDER')).toMatchObject({ from: 'database', value: 'smtp-sandbox' });
  const pass = await wordrise(['process', '--json']);
  expect(pass).toMatchObject({ code: 0 });
  expect((await wordrise(['readers', 'list', '--json'])).json().total).toBe(1);
});

test('a change of EMAIL_PROVIDER by hand says which emails it leaves behind, and how to move them', async () => {
  const { folder, wordrise } = await givenInstallation();
  await wordrise(['setup', '--timezone', 'UTC', '--starter-words']);
  expect((await wordrise(['schedule', 'add', 'limerence', '--tomorrow', '--yes'])).code).toBe(0);
  expect((await wordrise(['process'])).code).toBe(0);
  const left = /EMAIL_PROVIDER is smtp-sandbox now, but 1 scheduled email is\s+still at iContact/;
  const move = /wordrise\s+provider\s+switch\s+smtp-sandbox/;
  expect((await wordrise(['config'])).stderr).not.toMatch(left);
  writeFileSync(join(folder, '.env'), 'EMAIL_PROVIDER=smtp-sandbox\n');
  for (const args of [['config'], ['config', 'EMAIL_PROVIDER']]) {
    const { stderr } = await wordrise(args);
    expect(stderr).toMatch(left);
    expect(stderr).toMatch(move);
  }
  const checked = (await wordrise(['doctor', '--json'])).json();
  expect(checked.findings).toContainEqual({
    name: 'Email provider',
    status: 'failed',
    detail: expect.stringMatching(left),
  });
  const served = start(folder, ['serve', '--json'], { env: { ...bareEnvironment(folder), PORT: '0' } });
  await served.until(left);
  served.child.kill();
  await served.ended;
});

test('the sites of WIDGET_ORIGINS are those of `wordrise origins`', async () => {
  const { wordrise, settingOf } = await givenInstallation();
  const shop = 'https://shop.example';
  await wordrise(['setup', '--timezone', 'UTC', '--set', `WIDGET_ORIGINS=${shop}`]);
  expect(await settingOf('WIDGET_ORIGINS')).toMatchObject({ from: 'database', value: shop });
  const dry = await wordrise(['config', 'WIDGET_ORIGINS', '--set', '*', '--dry-run']);
  expect(dry.stdout).toContain('Nothing was changed');
  await wordrise(['config', 'WIDGET_ORIGINS', '--set', 'https://blog.example/, https://news.example']);
  expect((await wordrise(['origins', 'list', '--json'])).json().allowed).toEqual([
    { origin: 'https://blog.example', source: 'admin' },
    { origin: 'https://news.example', source: 'admin' },
  ]);
  expect((await wordrise(['config', 'WIDGET_ORIGINS', '--set', 'news'])).code).toBe(2);
  await wordrise(['config', 'WIDGET_ORIGINS', '--unset']);
  expect(await settingOf('WIDGET_ORIGINS')).toMatchObject({ set: false });
});

test('the lines that a warm-up names switch it on and off', async () => {
  const { wordrise, settingOf } = await givenInstallation();
  const sender = { MAIL_FROM: 'word@example.com', POSTAL_ADDRESS: '1 Street' };
  const smtp = { EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', ...sender };
  const named = async () => {
    const { stdout, stderr } = await wordrise(['schedule', 'warm-up'], undefined, smtp);
    return (stdout + stderr).match(/with: wordrise (.+)$/m)?.[1]?.split(' ') ?? [];
  };
  expect((await wordrise(await named())).code).toBe(0);
  expect(await settingOf('WARM_UP')).toMatchObject({ value: 'usual' });
  expect((await wordrise(['schedule', 'warm-up'])).stderr).toContain('not go out through a mail server');
  expect((await wordrise(['config', 'WARM_UP', '--set', '50, 100'])).code).toBe(0);
  expect((await wordrise(['config', 'WARM_UP_FROM', '--set', '2026-01-01'])).code).toBe(0);
  expect((await wordrise(await named())).code).toBe(0);
  expect(await settingOf('WARM_UP')).toMatchObject({ value: 'off' });
});

test('a secret comes from standard input and is never shown', async () => {
  const { wordrise, settingOf } = await givenInstallation();
  const url = 'https://hooks.example.com/very-secret';
  const asArgument = await wordrise(['config', 'ALERT_WEBHOOK_URL', '--set', url]);
  expect(asArgument).toMatchObject({ code: 2 });
  const set = await wordrise(['config', 'ALERT_WEBHOOK_URL', '--set', '-'], `${url}\n`);
  expect(set).toMatchObject({ code: 0 });
  expect(await settingOf('ALERT_WEBHOOK_URL')).toMatchObject({ set: true, from: 'database', value: null });
  const all = await wordrise(['config']);
  expect(all.stdout + set.stdout + set.stderr).not.toContain('very-secret');
});

test('a stored secret whose key was lost is entered again', async () => {
  const { folder, wordrise } = await givenInstallation();
  await wordrise(['config', 'ALERT_WEBHOOK_URL', '--set', '-'], 'https://hooks.example.com/1');
  writeFileSync(join(folder, 'data/settings-key'), 'x'.repeat(64));
  const lost = await wordrise(['words', 'list']);
  expect(lost).toMatchObject({ code: 1 });
  expect(lost.stderr).toContain('wordrise config ALERT_WEBHOOK_URL --set -');
  const again = await wordrise(['config', 'ALERT_WEBHOOK_URL', '--set', '-'], 'https://hooks.example.com/2');
  expect(again).toMatchObject({ code: 0 });
  expect(await wordrise(['words', 'list'])).toMatchObject({ code: 0 });
});

test.each([
  [['config', '--set', 'x'], 2, 'Name one setting'],
  [['config', 'NOPE', '--set', 'x'], 2, 'There is no setting NOPE'],
  [['config', 'timezon'], 2, 'There is no setting timezon. Did you mean TIMEZONE?'],
  [['config', 'SMTP_PASS', '--unset'], 2, 'There is no setting SMTP_PASS. Did you mean SMTP_PASSWORD?'],
  [['config', 'NOPE=x'], 2, 'There is no setting NOPE=x'],
  [['config', 'first_name=optional'], 2, 'To store a value, write: wordrise config FIRST_NAME --set VALUE'],
  [['config', 'DATABASE_URL', '--set', 'x'], 2, 'cannot be stored'],
  [['config', 'TIMEZONE', '--set', 'Mars', '--dry-run'], 2, 'TIMEZONE must be the name of a time zone'],
  [['config', 'TIMEZONE', '--set', 'Mars'], 2, 'TIMEZONE must be the name of a time zone'],
  [['config', 'NOPE', '--unset'], 2, 'There is no setting NOPE'],
])('%j is refused', async (args, code, says) => {
  const { wordrise } = await givenInstallation();
  const ended = await wordrise(args);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(says);
});

test('a wrong value is reported once, with the names of settings', async () => {
  const { wordrise } = await givenInstallation();
  const zone = await wordrise(['config', 'TIMEZONE', '--set', 'Mars']);
  expect(zone.stderr.match(/must be the name of a time zone/g)).toHaveLength(1);
  const incomplete = await wordrise(['config', 'EMAIL_PROVIDER', '--set', 'smtp']);
  expect(incomplete.stderr.match(/needed because EMAIL_PROVIDER is smtp/g)?.length).toBe(
    new Set(incomplete.stderr.match(/\w+ is missing/g)).size,
  );
  const { code, fields } = JSON.parse(
    (await wordrise(['config', 'TIMEZONE', '--set', 'Mars', '--json'])).stderr,
  );
  expect({ code, fields }).toMatchObject({
    code: 'input.invalid',
    fields: { TIMEZONE: [expect.any(String)] },
  });
});
