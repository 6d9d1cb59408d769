import { expect, test } from 'vitest';
import { givenInstallation } from './run-cli.ts';

test('shows sites that tried, allows one, and takes it off the list', async () => {
  const { open, run } = await givenInstallation('sqlite', { WIDGET_ORIGINS: 'https://shop.example' });
  const { origins, close } = await open();
  await origins.rememberRefusal('https://blog.example', '192.0.2.7');
  await close();

  const before = (await run(['origins', 'list'])).stdout;
  expect(before).toMatch(/https:\/\/shop\.example\s+allowed by WIDGET_ORIGINS/);
  expect(before).toMatch(/https:\/\/blog\.example\s+refused once/);
  const dry = await run(['origins', 'allow', 'blog.example', '--dry-run']);
  expect(dry.stdout).toBe('https://blog.example could embed the form.\n');
  expect((await run(['origins', 'list'])).stdout).toBe(before);

  expect((await run(['origins', 'allow', 'blog.example'])).stdout).toBe(
    'https://blog.example may embed the form.\n',
  );
  expect((await run(['origins', 'list', '--json'])).json()).toEqual({
    allowed: [
      { origin: 'https://shop.example', source: 'setting' },
      { origin: 'https://blog.example', source: 'admin' },
    ],
    refused: [],
  });
  expect((await run(['origins', 'remove', 'https://blog.example'])).code).toBe(0);
  expect(await run(['origins', 'remove', 'https://blog.example'])).toMatchObject({
    stderr: expect.stringContaining('The list does not contain'),
  });
  expect((await run(['origins', 'allow', 'a b'])).code).toBe(2);
});
