import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { layoutShift, openPage, withChromium } from './browser.ts';
import { type Site, startSite } from './site.ts';

withChromium();

let site: Site;
let api: ApiStandIn;
beforeAll(async () => {
  site = await startSite();
  api = await startApiStandIn({ widgetOrigins: ['*'] });
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
});

const script = () => `<script src="${api.url}/widgets.js"></script>`;
const after = '<p id="after">What follows on the page</p>';

test.each([
  {
    where: 'before',
    html: () => `${script()}<wordrise-signup></wordrise-signup><wordrise-sample></wordrise-sample>${after}`,
  },
  {
    where: 'after',
    html: () => `<wordrise-signup></wordrise-signup><wordrise-sample></wordrise-sample>${script()}${after}`,
  },
])('nothing moves when the script is $where the elements', async ({ html }) => {
  const page = await openPage();
  let free = () => {};
  api.holdUntil(
    new Promise((resolve) => {
      free = resolve;
    }),
  );
  await page.goto(site.page(`<h1>A page</h1>${html()}`), { waitUntil: 'commit' });
  await page.getByText('A page').waitFor();
  free();
  await page.getByText('What follows').waitFor();
  expect(await page.getByRole('button', { name: 'Sign Up' }).isVisible()).toBe(true);
  expect(await layoutShift(page)).toBe(0);
});

test('nothing moves when the confirmation replaces the form', async () => {
  const page = await openPage();
  await page.goto(site.page(`${script()}<wordrise-signup></wordrise-signup>${after}`));
  await page.getByLabel('Email').fill('still@example.com');
  await page.getByLabel('First name').fill('Ann');
  const place = () => page.locator('#after').evaluate((element) => element.getBoundingClientRect().y);
  const before = await place();
  await page.getByRole('button').click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  // The form's height is measured in whole pixels.
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
});

test('this measurement detects shifts', async () => {
  const page = await openPage();
  await page.goto(site.page(`<div id="top"></div><h1>A page</h1>${after}`));
  await page.locator('#top').evaluate(async (top) => {
    await new Promise(requestAnimationFrame);
    (top as HTMLElement).style.height = '300px';
  });
  expect(await layoutShift(page)).toBeGreaterThan(0);
});
