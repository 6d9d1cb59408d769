import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenInstallation } from './run-cli.ts';

test.each(databaseKinds)('the privacy page is shown, set, and set back (%s)', async (kind) => {
  const { run, folder } = await givenInstallation(kind);
  const original = (await run(['privacy', 'show', '--json'])).json();
  expect(original).toMatchObject({ isDefault: true, content: expect.stringContaining('# Privacy') });
  writeFileSync(join(folder, 'privacy.md'), '# Ours\n\nWe keep nothing.\n');

  const dry = await run(['privacy', 'set', 'privacy.md', '--dry-run']);
  expect(dry).toMatchObject({ code: 0, stdout: 'This text is valid.\n' });
  expect((await run(['privacy', 'show', '--json'])).json()).toEqual(original);

  await run(['privacy', 'set', 'privacy.md']);
  expect((await run(['privacy', 'show'])).stdout).toBe('# Ours\n\nWe keep nothing.\n');
  await run(['privacy', 'set', '--default']);
  expect((await run(['privacy', 'show', '--json'])).json()).toEqual(original);
});

test('an empty text, no text and too much are refused', async () => {
  const { run, folder } = await givenInstallation();
  writeFileSync(join(folder, 'empty.md'), ' \n');
  expect(await run(['privacy', 'set', 'empty.md'])).toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('The text is required'),
  });
  for (const args of [[], ['empty.md', '--default']]) {
    expect(await run(['privacy', 'set', ...args])).toMatchObject({ code: 2 });
  }
});
