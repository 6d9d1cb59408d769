import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation, givenNewInstallation, wordOf } from './run-cli.ts';

test.each(databaseKinds)('shows, sets, previews and goes back (%s)', async (kind) => {
  const installation = await givenInstallation(kind);
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush'));
  await wordrise.close();
  const { run, folder } = installation;

  const original = (await run(['template', 'show'])).stdout;
  expect((await run(['template', 'show', '--subject'])).stdout).toBe('Wordrise: {{word}}\n');
  writeFileSync(join(folder, 'email.hbs'), '<h1>{{word}}</h1><p>{{defnition}}</p>');

  const dry = await run(['template', 'set', 'email.hbs', '--dry-run', '--json']);
  expect(dry.json()).toMatchObject({ dryRun: true, warnings: [expect.stringContaining('defnition')] });
  expect((await run(['template', 'show'])).stdout).toBe(original);

  const set = await run(['template', 'set', 'email.hbs', '--subject', 'Today: {{word}}']);
  expect(set).toMatchObject({ code: 0, stdout: 'Email template updated successfully!\n' });
  expect(set.stderr).toContain('defnition');
  const { html, subject, text } = (await run(['template', 'preview', '--json'])).json();
  expect({ html, subject }).toEqual({
    html: expect.stringContaining('<h1>hush</h1>'),
    subject: 'Today: hush',
  });
  expect((await run(['template', 'preview'])).stdout).toContain(`Subject: Today: hush\n\n${text.trim()}`);

  await run(['template', 'preview', '--out', 'preview.html']);
  expect(readFileSync(join(folder, 'preview.html'), 'utf8')).toBe(html);
  await run(['template', 'set', '--default']);
  expect((await run(['template', 'show'])).stdout).toBe(original);
});

test('shows and restores an earlier version, and sends a test of the one in use', async () => {
  const installation = await givenInstallation();
  const { run, folder } = installation;
  const wordrise = await installation.open();
  await wordrise.words.add(wordOf('hush'));
  await wordrise.words.add(wordOf('lull'));
  await wordrise.close();
  expect((await run(['template', 'versions'])).stderr).toContain('The built-in template is in use');
  writeFileSync(join(folder, 'one.hbs'), '<p>one</p>');
  await run(['template', 'set', 'one.hbs', '--subject', 'One: {{word}}']);
  await run(['template', 'set', '--default']);
  const { versions } = (await run(['template', 'versions', '--json'])).json();
  expect(versions).toMatchObject([
    { id: 3, origin: 'default', via: 'cli' },
    { id: 2, origin: 'edit', via: 'cli', subject: 'One: {{word}}' },
    { id: 1, origin: 'default', via: null },
  ]);
  expect((await run(['template', 'show', '2'])).stdout).toBe('<p>one</p>\n');
  const dry = await run(['template', 'restore', '2', '--dry-run', '--json']);
  expect(dry.json()).toEqual({ dryRun: true, restored: 2 });
  expect((await run(['template', 'restore', '2'])).stdout).toMatch(/ is in use again, as a new version\.\n$/);
  expect((await run(['template', 'show', '--subject'])).stdout).toBe('One: {{word}}\n');
  expect(await run(['template', 'restore', '99'])).toMatchObject({ code: 1 });
  expect(await run(['template', 'restore', 'last'])).toMatchObject({ code: 2 });

  const sent = await run(['template', 'test', 'me@example.com', '--word', 'LULL', '--json']);
  expect(sent.json()).toMatchObject({ to: 'me@example.com', subject: '[Test] One: lull', through: 'outbox' });
  expect(await run(['template', 'test', 'nobody'])).toMatchObject({ code: 2 });
  const doctor = await run(['doctor', '--send-to', 'me@example.com', '--json']);
  expect(doctor.json().findings.at(-1)).toMatchObject({ name: 'Test email', status: 'ok' });
  const { emails } = await (await installation.open()).mail.outbox.list({ limit: 5 });
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ['me@example.com', '[Test] One: hush'],
    ['me@example.com', '[Test] One: lull'],
  ]);
});

test('refuses a syntax error with its line, and keeps the one in use', async () => {
  const { run } = await givenInstallation();
  const before = (await run(['template', 'show'])).stdout;
  const { code, stderr } = await run(['template', 'set', '-'], { input: '<p>\n{{#if word}}\n</p>' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/[Ll]ine 2/);
  expect((await run(['template', 'show'])).stdout).toBe(before);
  expect((await run(['template', 'set'])).code).toBe(2);
  expect((await run(['template', 'set', 'gone.hbs'])).stderr).toContain('/gone.hbs.');
});

test('is unchanged after being saved to a file and set again', async () => {
  const { run, folder } = await givenInstallation();
  const shown = (await run(['template', 'show'])).stdout;
  await run(['template', 'set', '-'], { input: shown });
  expect((await run(['template', 'show'])).stdout).toBe(shown);
  expect(existsSync(join(folder, 'preview.html'))).toBe(false);
});

test.each(databaseKinds)('brings the database up to date once (%s)', async (kind) => {
  const { run } = await givenNewInstallation(kind);
  const dry = (await run(['migrate', '--dry-run', '--json'])).json();
  expect(dry).toMatchObject({ dryRun: true, database: kind });
  expect(dry.migrations.length).toBeGreaterThan(0);
  const runs = await Promise.all([run(['migrate', '--json']), run(['migrate', '--json'])]);
  const applied = runs.flatMap(({ json }) => json().migrations);
  expect(applied).toEqual(dry.migrations);
  expect((await run(['migrate'])).stdout).toMatch(/^The database is up to date \((SQLite|PostgreSQL) /);
});
