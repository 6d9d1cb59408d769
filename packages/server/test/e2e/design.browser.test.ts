import { expect, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { emailIn, theAdmin, waitForToast } from './product.ts';

withChromium();

const logo = {
  name: 'club.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="40"><rect width="180" height="40" rx="8" fill="#123456"/></svg>',
  ),
};

test('logo and color are changed in at most five clicks, for the email and the public pages together', async () => {
  const { page, call, product } = await theAdmin();
  const { url } = product;
  await page.goto('/admin');
  let clicks = 0;
  await page.getByRole('link', { name: 'Template', exact: true }).filter({ visible: true }).click();
  clicks += 1;
  await page.getByLabel('Logo', { exact: true }).setInputFiles(logo);
  // Opening the file dialog, which a test cannot count.
  clicks += 1;
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
  await page.getByRole('button', { name: 'Violet' }).click();
  clicks += 1;
  // The preview follows before anything is saved.
  await expect.poll(() => emailIn(page).locator('.sun').first().getAttribute('style')).toContain('#6b3fa0');
  const shownLogo = emailIn(page).locator('img.logo');
  expect(await shownLogo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  clicks += 1;
  await waitForToast(page, 'The design is in use');
  expect(clicks).toBeLessThanOrEqual(5);

  const { design } = await call('getDesign');
  expect(design.accent).toBe('#6b3fa0');
  expect((await call('config')).theme?.light.accent).toBe('#6b3fa0');
  await page.goto('/');
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.getByRole('img', { name: 'Wordrise' }).getAttribute('src')).toContain(design.logo);
  const colorOf = (name: string) =>
    page.getByRole('link', { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colorOf('Get your first word')).toBe('rgb(107, 63, 160)');
  expect(await (await fetch(`${url}/widgets.js`)).text()).toContain('light-dark(#6b3fa0,');
  await page.goto('/archive');
  await page.getByRole('banner').getByRole('img', { name: 'Wordrise' }).waitFor();
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await fetch(new URL(new URL(picture ?? '').pathname, url))).headers.get('Content-Type')).toBe(
    'image/png',
  );
});

test('an email that waits gets a new design at once, and Undo takes both back', async () => {
  const { page, call } = await theAdmin();
  const [word] = (await call('searchWords', { query: { q: 'petrichor' } })).words;
  const email = await call('scheduleEmail', {
    body: { wordId: word?.id, scheduledDate: '2099-01-01T07:00' },
  });
  const html = async () => (await call('getEmailContent', { params: { id: email.id } })).html;
  await page.goto('/admin/templates/design');
  await page.getByRole('button', { name: 'Teal' }).click();
  await page.getByRole('checkbox', { name: 'In conversation' }).uncheck();
  await page.getByRole('button', { name: 'Move “Where it comes from” up' }).click();
  await page.getByRole('textbox', { name: 'Headline' }).fill('A word for our readers');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'The design is in use');
  expect(await html()).toContain('#0f6b6b');
  expect(await html()).not.toContain('In conversation');
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitForToast(page, 'The earlier design is in use again');
  expect(await html()).not.toContain('#0f6b6b');
  expect((await call('getDesign')).design.accent).toBeNull();
  await expect.poll(() => page.getByRole('textbox', { name: 'Headline' }).inputValue()).toBe('');
});

test('HTML that was written by hand stays until its owner lets it go', async () => {
  const { page, call } = await theAdmin();
  await call('saveTemplate', { body: { content: '<p>{{word}} is mine</p>', subject: 'x' } });
  await page.goto('/admin/templates');
  await page.getByRole('link', { name: 'Design', exact: true }).click();
  await page.getByText('The email’s HTML is your own').waitFor();
  await page.getByRole('button', { name: 'Cherry' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await waitForToast(page, 'The design is in use');
  expect((await call('getTemplate')).template).toBe('<p>{{word}} is mine</p>');
  await page.getByRole('button', { name: 'Use the design for the email too' }).click();
  await page.getByRole('button', { name: 'Use the design', exact: true }).click();
  await expect.poll(async () => (await call('getTemplate')).template).toContain('#9b1d43');
  await page.getByText('The email’s HTML is your own').waitFor({ state: 'detached' });
});

test('the landing page and a word’s page are shown in the design before it is saved', async () => {
  const { page } = await theAdmin();
  await page.goto('/admin/templates/design');
  await page.getByRole('textbox', { name: 'Headline' }).fill('Hello, club');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: 'Landing page' }).click();
  await emailIn(page).getByText('Hello, club').waitFor();
  await preview.getByRole('button', { name: 'Word page' }).click();
  await emailIn(page).getByRole('banner').waitFor();
});

test('what cannot be a logo or a color is said where it was chosen', async () => {
  const { page } = await theAdmin();
  await page.goto('/admin/templates/design');
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles({ ...logo, buffer: Buffer.from('<html><script>alert(1)</script>') });
  await waitForToast(page, 'The logo was not uploaded');
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#fffff0');
  await page.getByText(/^This color is too pale/).waitFor();
  await page.getByText(/^Unsaved changes. This color is too pale/).waitFor();
  expect(await page.getByRole('button', { name: 'Save Changes' }).isDisabled()).toBe(true);
});
