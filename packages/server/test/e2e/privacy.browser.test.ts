import { expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { theAdmin, waitForToast } from './product.ts';

withChromium();

test('with the privacy text open in two tabs, the second sees what the first saved before replacing it', async () => {
  const { page, call } = await theAdmin();
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto('/admin/privacy');
    await tab.getByLabel('Markdown').waitFor();
  }
  await page.getByLabel('Markdown').fill('# Ours\n\nWe keep nothing.');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'The privacy page is saved.');

  await other.getByLabel('Markdown').fill('# Mine');
  await other.getByRole('button', { name: 'Save' }).click();
  await other.getByText('Another text was saved while you were editing', { exact: true }).waitFor();
  expect(await call('getPrivacy')).toMatchObject({ content: '# Ours\n\nWe keep nothing.' });
  await other.getByText('Show the saved text').click();
  await other.getByText('We keep nothing.').waitFor();

  // A link asks before the text is lost.
  await other.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const dialog = other.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await other.getByRole('button', { name: 'Replace it with mine' }).click();
  await waitForToast(other, 'The privacy page is saved.');
  expect(await call('getPrivacy')).toMatchObject({ content: '# Mine' });
});
