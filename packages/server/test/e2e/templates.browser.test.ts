import { expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { emailIn, endSession, logIn, pathOf, theAdmin, waitForToast } from './product.ts';

withChromium();

test('the template is edited with variables, previewed in its own window, and saved', async () => {
  const { page, call } = await theAdmin();
  await page.goto('/admin/templates');
  const html = page.getByLabel('HTML template');
  const subject = page.getByRole('textbox', { name: 'Subject line' });
  await expect.poll(() => subject.getAttribute('placeholder')).toBe('Wordrise: {{word}}');
  await expect.poll(() => html.inputValue()).toBe((await call('getTemplate')).template);

  await subject.fill('Today: ');
  await page.getByRole('button', { name: 'Insert {{word}}:' }).click();
  await expect.poll(() => subject.inputValue()).toBe('Today: {{word}}');
  await html.fill('<style>h1 { color: rgb(1, 2, 3) }</style><h1>{{word}}</h1>');
  await page.getByRole('button', { name: 'Insert {{#if etymology}}' }).click();
  await expect
    .poll(() => html.inputValue())
    .toMatch(/<\/h1>\{\{#if etymology\}\}\{\{etymology\}\}\{\{\/if\}\}$/);

  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Preview' }).click(),
  ]);
  const sample = await call('previewTemplate', {
    body: { content: await html.inputValue(), subject: await subject.inputValue() },
  });
  await preview.getByRole('heading', { level: 1, name: sample.subject }).waitFor();
  const heading = emailIn(preview).getByRole('heading', { level: 1 });
  expect(sample.subject).toBe(`Today: ${await heading.textContent()}`);
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  await preview.reload();
  await heading.waitFor();
  await preview.close();
  expect((await call('getTemplate')).subject).toBe('Wordrise: {{word}}');

  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Email template updated successfully!');
  expect(await call('getTemplate')).toMatchObject({
    subject: 'Today: {{word}}',
    template: await html.inputValue(),
  });
  await page.reload();
  await expect.poll(() => subject.inputValue()).toBe('Today: {{word}}');
});

test('a script in a template does not run in the preview', async () => {
  const { page } = await theAdmin();
  await page.goto('/admin/templates');
  await page
    .getByLabel('HTML template')
    .fill('<p>{{word}}</p><img src="x" onerror="top.stolen = 1"><script>top.stolen = 1</script>');
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Preview' }).click(),
  ]);
  await emailIn(preview).getByRole('paragraph').waitFor();
  expect(await preview.evaluate(() => 'stolen' in window)).toBe(false);
});

test('an error is shown at its line, and nothing is saved', async () => {
  const { page, call } = await theAdmin();
  const before = await call('getTemplate');
  await page.goto('/admin/templates');
  const html = page.getByLabel('HTML template');
  await html.fill('<h1>\n{{word}}\n{{#if etymology}}\n</h1>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('1 error to fix').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Line 3' }).click();
  const selected = await html.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );
  expect(selected.trim()).toBe('{{#if etymology}}');
  expect(await call('getTemplate')).toEqual(before);

  await html.fill('<h1>\n{{word}}\n{{#if etymology}}{{/if}}\n</h1>');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'Email template updated successfully!');
});

test('leaving with unsaved changes asks first', async () => {
  const { page } = await theAdmin();
  await page.goto('/admin/templates');
  const subject = page.getByRole('textbox', { name: 'Subject line' });
  await subject.fill('Unsaved: {{word}}');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  expect(pathOf(page)).toBe('/admin/templates');
  await expect.poll(() => subject.inputValue()).toBe('Unsaved: {{word}}');

  // Closing the tab shows the browser's own dialog; the answer here is to stay.
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await closing;

  // They survive the end of the session too.
  await endSession(page.getByRole('button', { name: 'Save Changes' }));
  await logIn(page);
  await page.getByText('Your unsaved changes are back').waitFor();
  await expect.poll(() => subject.inputValue()).toBe('Unsaved: {{word}}');

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto('/admin/templates');
  await expect.poll(() => subject.inputValue()).toBe('Wordrise: {{word}}');
});
