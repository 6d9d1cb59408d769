import { expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { dayFromNow, scheduleWord } from './mornings.ts';
import { theAdmin, waitForToast } from './product.ts';

withChromium();

test('the email of the dashboard is tried, replaced, and back with Undo', async () => {
  const { page, call } = await theAdmin();
  await scheduleWord(call, 'zephyr', dayFromNow(1));
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Send a test of zephyr' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill('owner@example.com');
  await dialog.locator('button[type=submit]').click();
  await expect.poll(async () => (await call('listOutbox')).total).toBe(1);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Replace zephyr' }).click();
  await page.getByRole('searchbox').fill('petrichor');
  await page.getByRole('button', { name: 'Select petrichor' }).click();
  await waitForToast(page, '“petrichor” takes its place');
  expect((await call('listSchedule')).map(({ words }) => words.word)).toEqual(['petrichor']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/“zephyr” goes out on .+ again/).waitFor();
  expect((await call('listSchedule')).map(({ words }) => words.word)).toEqual(['zephyr']);

  await page.getByRole('link', { name: 'Edit zephyr' }).click();
  await expect.poll(() => page.getByLabel('Definition').inputValue()).not.toBe('');
});

test('selected readers are removed together', async () => {
  const { page, call } = await theAdmin();
  for (const name of ['ada', 'bea', 'cleo']) {
    await call('register', { body: { email: `${name}@example.com`, firstName: name } });
  }
  await page.goto('/admin/readers');
  const list = page.getByRole('region', { name: 'Reader list' });
  await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
  for (const name of ['ada', 'cleo']) {
    await list.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox').check();
  }
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 2 readers' }).click();
  await page
    .getByText(/^2 readers removed/)
    .first()
    .waitFor();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  expect((await call('listSignups')).readers.map(({ email }) => email)).toEqual(['bea@example.com']);
});

// A desktop at 400 % zoom has this many pixels left.
test.each([
  '/admin',
  '/admin/words',
  '/admin/words?panel=add',
  '/admin/words/themes',
  '/admin/words/suggestions',
  '/admin/schedule',
  '/admin/schedule?new=',
  '/admin/readers',
  '/admin/readers/import',
  '/admin/templates',
  '/admin/templates/design',
  '/admin/settings',
  '/admin/settings/sending',
  '/admin/start',
  '/admin/tech-specs',
  '/admin/embed',
  '/admin/privacy',
  '/admin/account',
  '/admin/activity',
  '/admin/outbox',
  '/',
  '/archive',
  '/privacy',
  '/login',
])('%s leaves room for its content on the smallest screen', async (path) => {
  const { page } = await theAdmin();
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const found = await page.evaluate(() => ({
    isWider: document.documentElement.scrollWidth > innerWidth,
    // Nothing that stays in view takes more than a quarter of it.
    bars: [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
      const { position } = getComputedStyle(element);
      const { height, width } = element.getBoundingClientRect();
      const stays = position === 'fixed' || position === 'sticky';
      return stays && width > 0 && height > innerHeight / 4 ? [element.className] : [];
    }),
  }));
  expect(found).toEqual({ isWider: false, bars: [] });
});
