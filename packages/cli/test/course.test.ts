import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

const none = 'There is no course. Set one with: wordrise config COURSE --set tag:course';

test.each([
  { settings: {}, says: none },
  { settings: { COURSE: 'tag:course' }, says: 'only emails by SMTP have one' },
  {
    settings: { COURSE: 'tag:course', EMAIL_PROVIDER: 'smtp-sandbox' },
    says: 'No word of the library belongs to the course',
  },
])('schedule course with $settings says: $says', async ({ settings, says }) => {
  const { run } = await givenInstallation('sqlite', settings);
  expect((await run(['schedule', 'course'])).stderr).toContain(says);
});

test('the command that it names sets a course', async () => {
  const { run } = await givenInstallation();
  expect(await run(none.replace(/.*: wordrise /, '').split(' '))).toMatchObject({ code: 0 });
});
