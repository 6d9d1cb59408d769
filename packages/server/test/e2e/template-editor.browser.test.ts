import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { type Product, startProductWithAdmin, theAdmin, waitForToast } from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
});
afterAll(() => product?.stop());

/** The visible email, not one that is loading behind it. */
const shownEmail = (page: Page) => page.frameLocator('iframe').frameLocator('iframe:not([data-next])');
const pane = (page: Page) => page.getByRole('region', { name: 'The email with this text' });

test('the email is shown while it is edited, sent as a test, and an earlier version is restored', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 1440, height: 900 } }, product);
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
  await expect
    .poll(() =>
      shownEmail(page)
        .locator('html')
        .evaluate((element) => element.scrollTop),
    )
    .toBe(500);

  // An error is marked at its line, and the last email without one stays.
  await html.fill('<h1>\n{{#if word}}\n</h1>');
  await pane(page).getByText('This is the last text without errors.').waitFor();
  await expect.poll(() => page.locator('[data-line]').getAttribute('data-line')).toBe('2');
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
  await expect
    .poll(() => versions.getByRole('list', { name: 'Versions' }).getByRole('button').count())
    .toBe(2);
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

test('with the template open in two tabs, the second sees what the first saved before replacing it', async () => {
  const { page, call } = await theAdmin({}, product);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/admin/templates');
    await tab.getByLabel('HTML template').waitFor();
  }
  await page.getByLabel('HTML template').fill('<h1>{{word}}</h1>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Email template updated successfully!');

  await other.getByLabel('HTML template').fill('<h2>{{word}}</h2>');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  const dialog = other.getByRole('dialog', { name: 'Another template was saved while you were editing' });
  await dialog.locator('[data-diff="removed"]', { hasText: '<h1>{{word}}</h1>' }).waitFor();
  await dialog.locator('[data-diff="added"]', { hasText: '<h2>{{word}}</h2>' }).waitFor();
  expect(await call('getTemplate')).toMatchObject({ template: '<h1>{{word}}</h1>' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => other.getByLabel('HTML template').inputValue()).toBe('<h2>{{word}}</h2>');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('button', { name: 'Replace it with mine' }).click();
  await waitForToast(other, 'Email template updated successfully!');
  expect(await call('getTemplate')).toMatchObject({ template: '<h2>{{word}}</h2>' });

  // The first tab loads it instead.
  await page.getByLabel('HTML template').fill('<h3>{{word}}</h3>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('button', { name: 'Use the saved template' }).click();
  await expect.poll(() => page.getByLabel('HTML template').inputValue()).toBe('<h2>{{word}}</h2>');
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0);
});
