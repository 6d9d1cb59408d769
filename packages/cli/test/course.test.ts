import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

test('schedule course says how to set a course, and that one has no words', async () => {
  const { run } = await givenInstallation();
  await run(['migrate']);
  const hint = 'wordrise config COURSE --set tag:course';
  expect((await run(['schedule', 'course'])).stderr).toContain(hint);
  expect(await run(hint.split(' ').slice(1))).toMatchObject({ code: 0 });
  expect((await run(['schedule', 'course'])).stderr).toContain(
    'No word of the library belongs to the course',
  );
});
