import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { theAdmin, waitForToast } from './product.ts';

withChromium();

/** The visible email, not one that is loading behind it. */
const shownEmail = (page: Page) => page.frameLocator('iframe').frameLocator('iframe:not([data-next])');
const pane = (page: Page) => page.getByRole('region', { name: 'The email with this text' });

test('the email is shown while it is edited, sent as a test, and an earlier version is restored', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 1440, height: 900 } });
  const original = await call('getTemplate');
  await page.goto('/admin/templates');
  const html = page.getByLabel('HTML template');
  const lines = Array.from({ length: 80 }, (_, at) => `<p>line ${at}</p>`).join('\n');

  // After each pause the email is shown again, at its scroll position.
  await html.fill(`<h1>{{word}}</h1>\n${lines}`);
  await shownEmail(page).getByText('line 79').waitFor();
  await shownEmail(page)
    .locator('html')
    .evaluate((element) => element.scrollTo(0, 500));
  await html.fill(`<h1>{{word}}!</h1>\n${lines}`);
  await shownEmail(page).getByRole('heading', { name: /!$/ }).waitFor();
  const scrolled = await shownEmail(page)
    .locator('html')
    .evaluate((element) => element.scrollTop);
  expect(scrolled).toBe(500);

  // An error is marked at its line, and the last email without one stays.
  await html.fill('<h1>\n{{#if word}}\n</h1>');
  await pane(page).getByText('This is the last text without errors.').waitFor();
  expect(await page.locator('[data-line]').getAttribute('data-line')).toBe('2');
  expect(await shownEmail(page).getByRole('heading').textContent()).toMatch(/!$/);
  await html.fill('<script>top.stolen = 1</script><h1>Read {{word}}</h1><p>{{definition}}</p>');
  await shownEmail(page)
    .getByRole('heading', { name: /^Read / })
    .waitFor();
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false);

  // Show it with another word, and send it with that word.
  const { words } = await call('listWords', { query: { limit: '2' } });
  const [, second] = words;
  await pane(page).getByRole('button', { name: 'Choose a word' }).click();
  await page.getByRole('button', { name: `Select ${second?.word}`, exact: true }).click();
  await shownEmail(page)
    .getByRole('heading', { name: `Read ${second?.word}` })
    .waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const test = page.getByRole('dialog', { name: 'Send a test email' });
  await test.getByLabel('Email address').fill('owner@example.com');
  await test.getByRole('button', { name: 'Send', exact: true }).click();
  await test.getByText('The test email to owner@example.com is in the outbox.').waitFor();
  expect((await call('listOutbox')).emails).toMatchObject([
    { to: 'owner@example.com', subject: `[Test] Wordrise: ${second?.word}` },
  ]);
  await test.getByRole('button', { name: 'Done' }).click();
  expect(await call('getTemplate')).toEqual(original);

  // Save it, compare it with the version before, and restore that.
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Email template updated successfully!');
  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of the template' });
  await versions.locator('[data-diff="removed"]', { hasText: 'Read {{word}}' }).waitFor();
  expect(await versions.getByRole('list', { name: 'Versions' }).getByRole('button').count()).toBe(2);
  await versions.getByRole('button', { name: 'Restore this version' }).click();
  await waitForToast(page, 'The earlier version is in use again.');
  await expect.poll(() => html.inputValue()).toBe(original.template);

  // Going back to the default needs confirmation.
  await html.fill('<p>{{word}}</p>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Email template updated successfully!');
  await page.getByRole('button', { name: 'Back to the default' }).click();
  await page.getByRole('button', { name: 'Use the default' }).click();
  await waitForToast(page, 'The default template is in use.');
  expect((await call('getTemplate')).template).toBe(original.template);
  const { versions: kept } = await call('listTemplateVersions');
  expect(kept.map(({ origin }) => origin)).toEqual(['default', 'edit', 'restore', 'edit', 'default']);
});
