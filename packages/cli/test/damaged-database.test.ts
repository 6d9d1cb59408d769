import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

test('a damaged SQLite file is reported in a sentence, without a stack', async () => {
  const { env, run } = await givenInstallation();
  const file = env.DATABASE_URL?.replace('sqlite:', '') ?? '';
  writeFileSync(file, 'not a database, but long enough to be taken for one '.repeat(400));
  const { code, stderr } = await run(['words', 'list']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/file is not a database|The database is damaged/);
  expect(stderr).not.toMatch(/\n +at |a bug in Wordrise/);
});
