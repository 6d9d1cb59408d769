import { describe, expect, onTestFinished, test } from 'vitest';
import { startApiStandIn } from './api-stand-in.ts';
import { openPage } from './browser.ts';
import { api, button, fillIn, form, openForm, site, withForm } from './signup-form.ts';
import { startSite } from './site.ts';

withForm();

test('signs up a visitor of another site', async () => {
  const page = await openForm();
  await page.context().addCookies([{ name: 'session', value: 'secret', url: api.url }]);
  const asked = page.waitForRequest((request) => request.method() === 'POST');

  await fillIn(page, ' Ann@Example.com ', ' Ann ');
  await page.getByLabel('Favorite word').fill('petrichor');
  await button(page).click();
  await page.getByText('Welcome to Wordrise!').waitFor();

  expect(await page.getByText('Your first daily word will arrive soon.').isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await api.signups()).toEqual([
    { email: 'ann@example.com', firstName: 'Ann', favoriteWord: 'petrichor' },
  ]);
  expect(api.requests).toEqual([
    'GET /widgets.js',
    'GET /api/config',
    'OPTIONS /api/register',
    'POST /api/register',
  ]);
  expect(await (await asked).headerValue('cookie')).toBeNull();
});

test('sends no cookie on our own pages either', async () => {
  const page = await openPage();
  await page.context().addCookies([{ name: 'session', value: 'secret', url: api.url }]);
  // A page on the API's own origin.
  const address = `${api.url}/own-page`;
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html>${form()}` }),
  );
  await page.goto(address);
  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await fillIn(page);
  await button(page).click();
  await page.getByText('Welcome to Wordrise!').waitFor();
  expect(await (await asked).headerValue('cookie')).toBeNull();
});

test('sends no request before the visitor enters the form', async () => {
  const page = await openForm();
  await page.getByText('Favorite word').hover();
  expect(api.requests).toEqual(['GET /widgets.js']);

  const config = page.waitForResponse(`${api.url}/api/config`);
  await page.getByLabel('Email').focus();
  await config;
  expect(api.requests).toEqual(['GET /widgets.js', 'GET /api/config']);
});

test('welcomes with the name of the installation', async () => {
  const named = await startApiStandIn({ widgetOrigins: ['*'], productName: 'Morning $& Word' });
  onTestFinished(() => named.close());
  const page = await openForm(`api-url="${named.url}/"`);
  await fillIn(page);
  await button(page).click();
  await page.getByText('Welcome to Morning $& Word!').waitFor();
});

describe('origins', () => {
  test('serves two sites and refuses a third', async () => {
    const [second, stranger] = await Promise.all([startSite(), startSite()]);
    onTestFinished(async () => {
      await Promise.all([second.close(), stranger.close()]);
    });
    const open = await startApiStandIn({ widgetOrigins: [site.url, second.url] });
    onTestFinished(() => open.close());
    const html = `<script src="${open.url}/widgets.js"></script><wordrise-signup></wordrise-signup>`;

    for (const [place, address] of [site, second].map((host) => host.page(html)).entries()) {
      const page = await openPage();
      await page.goto(address);
      await fillIn(page, `reader-${place}@example.com`);
      await button(page).click();
      await page.getByText('Welcome to Wordrise!').waitFor();
    }
    expect(await open.signups()).toHaveLength(2);

    const page = await openPage();
    await page.goto(stranger.page(html));
    await fillIn(page, 'stranger@example.com');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await button(page).click();
    // The visitor does not see that the network failed, and the server learns of the site, but nothing that was typed.
    await page.getByText('This form does not work here yet.').waitFor();
    const link = page.getByRole('alert').getByRole('link', { name: 'Sign up on our page' });
    expect(await link.getAttribute('href')).toBe(`${open.url}/#signup`);
    expect((await posted).postData()).toBeNull();
    expect(open.refusedOrigins).toEqual([new URL(stranger.url).origin]);
    expect(await open.signups()).toHaveLength(2);

    await page.route('**/api/**', (route) => route.abort());
    await button(page).click();
    await page.getByText('We could not reach the server.').waitFor();
  });
});

describe('robots', () => {
  test('find a field that people do not', async () => {
    const page = await openForm();
    const trap = page.locator('[name=website]');
    expect(await trap.boundingBox()).toMatchObject({ width: 1, height: 1 });
    expect(await page.getByRole('textbox').count()).toBe(3);

    await page.getByLabel('Favorite word').focus();
    await page.keyboard.press('Tab');
    expect(await button(page).evaluate((element) => element.matches(':focus'))).toBe(true);
  });

  test('are welcomed like a reader, but not stored', async () => {
    const page = await openForm();
    await fillIn(page);
    await page.locator('[name=website]').fill('https://spam.example', { force: true });
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(api.bodies).toMatchObject([{ website: 'https://spam.example' }]);
    expect(await api.signups()).toEqual([]);
  });
});
