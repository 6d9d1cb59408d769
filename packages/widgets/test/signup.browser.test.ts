import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
import { type Site, startSite } from './site.ts';

withChromium();

let site: Site;
let api: ApiStandIn;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());
beforeEach(async () => {
  api = await startApiStandIn({ widgetOrigins: [site.url] });
  onTestFinished(() => api.close());
});

const form = (attributes = '') =>
  `<script src="${api.url}/widgets.js"></script><wordrise-signup ${attributes}></wordrise-signup>`;

async function openForm(attributes = ''): Promise<Page> {
  const page = await openPage();
  await page.goto(site.page(form(attributes)));
  return page;
}

const button = (page: Page) => page.getByRole('button');
async function fillIn(page: Page, email = 'ann@example.com', firstName = 'Ann') {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(firstName);
}

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

describe('messages', () => {
  test.each([
    {
      why: 'an empty form',
      email: '',
      firstName: '',
      shown: ['Please enter a valid email address', 'First name is required'],
    },
    {
      why: 'half an address',
      email: 'ann@',
      firstName: 'Ann',
      shown: ['Please enter a valid email address'],
    },
    { why: 'a name of blanks', email: 'ann@example.com', firstName: '  ', shown: ['First name is required'] },
  ])('refuses $why without asking the server', async ({ email, firstName, shown }) => {
    const page = await openForm();
    await fillIn(page, email, firstName);
    await button(page).click();

    await page.locator('[part=error]').first().waitFor();
    expect(await page.locator('[part=error]').allTextContents()).toEqual(shown);
    expect(
      await page
        .locator('[aria-invalid]')
        .first()
        .evaluate((field) => field.matches(':focus')),
    ).toBe(true);
    expect(api.bodies).toEqual([]);
  });

  test.each([
    {
      why: 'an address without a dot',
      email: 'ann@example',
      firstName: 'Ann',
      field: 'Email',
      shown: 'Please enter a valid email address',
    },
    {
      why: 'a name that is too long',
      email: 'ann@example.com',
      firstName: 'A'.repeat(101),
      field: 'First name',
      shown: 'First name must be at most 100 characters',
    },
  ])("shows the server's message about $why at its field", async ({ email, firstName, field, shown }) => {
    const page = await openForm();
    await fillIn(page, email, firstName);
    await button(page).click();

    await page.getByText(shown).waitFor();
    const input = page.getByLabel(field);
    expect(await input.getAttribute('aria-describedby')).toBe(await page.getByText(shown).getAttribute('id'));
    expect(await input.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await api.signups()).toEqual([]);

    await fillIn(page);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
  });

  const tooMany = { message: 'Too many requests. Please wait.', code: 'limit.too_many' as const };
  test.each([
    {
      why: 'a reason',
      refusal: {
        status: 503,
        body: { message: 'The database is unreachable.', code: 'database.unreachable' as const },
      },
      shown: 'The database is unreachable.',
    },
    {
      why: 'no reason',
      refusal: { status: 500, body: '<h1>Bad gateway</h1>' },
      shown: 'Please try again later.',
    },
    {
      why: 'nonsense',
      refusal: { status: 500, body: 'null' },
      shown: 'Please try again later.',
    },
    {
      why: 'a waiting time',
      refusal: { status: 429, headers: { 'Retry-After': '150' }, body: tooMany },
      shown: 'Too many signups from your network. Please try again in 3 min.',
    },
    {
      why: 'a limit without a time',
      refusal: { status: 429, body: tooMany },
      shown: 'Too many requests. Please wait.',
    },
    {
      why: "a proxy's limit",
      refusal: { status: 429, headers: { 'Retry-After': '1' }, body: 'slow down' },
      shown: 'Too many signups from your network. Please try again in 1 min.',
    },
  ])('shows a failure with $why, and keeps typed text', async ({ refusal, shown }) => {
    const page = await openForm();
    api.refuseWith(refusal);
    await fillIn(page);
    await button(page).click();

    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.locator('p').allTextContents()).toEqual(['Registration failed', shown]);
    expect(await page.getByLabel('Email').inputValue()).toBe('ann@example.com');
    expect(await button(page).textContent()).toBe('Sign Up');

    api.refuseWith(undefined);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(await api.signups()).toHaveLength(1);
  });

  test('says that the server is unreachable, keeps typed text and works when the connection is back', async () => {
    const page = await openForm();
    await fillIn(page);
    await page.context().setOffline(true);
    await button(page).click();

    await page.getByText('We could not reach the server. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ann');

    await page.context().setOffline(false);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
  });

  test('shows progress, and cannot be submitted twice', async () => {
    const page = await openForm();
    await fillIn(page);
    let free = () => {};
    api.holdUntil(
      new Promise((resolve) => {
        free = resolve;
      }),
    );
    await button(page).click();
    await page.getByRole('button', { name: 'Signing Up...' }).waitFor();
    expect(await button(page).getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('status').textContent()).toBe('Signing Up...');

    await button(page).click({ force: true });
    await page.getByLabel('Email').press('Enter');
    free();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(api.bodies).toHaveLength(1);
  });
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
    // The visitor is not told a network failed, and the server learns of the site, but nothing that was typed.
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

describe('events', () => {
  test('report success and each failure to the page, but nothing that was typed', async () => {
    const page = await openForm();
    await page.evaluate(() => {
      const seen: unknown[] = [];
      Object.assign(window, { seen });
      for (const name of ['wordrise:success', 'wordrise:error']) {
        document.addEventListener(name, (event) => {
          const { target, detail } = event as CustomEvent;
          seen.push([(target as Element).localName, name, detail]);
        });
      }
    });
    await fillIn(page, 'ann@example');
    await button(page).click();
    await page.getByText('Please enter a valid email address').waitFor();
    api.refuseWith({
      status: 429,
      headers: { 'Retry-After': '60' },
      body: { message: 'No', code: 'limit.too_many' },
    });
    await fillIn(page);
    await button(page).click();
    await page.getByRole('alert').waitFor();
    api.refuseWith(undefined);
    await button(page).click();
    await page.getByText('Welcome to Wordrise!').waitFor();

    const fields = { email: ['Please enter a valid email address'] };
    expect(await page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual([
      [
        'wordrise-signup',
        'wordrise:error',
        { code: 'input.invalid', message: 'Please check what you entered.', fields },
      ],
      [
        'wordrise-signup',
        'wordrise:error',
        {
          code: 'limit.too_many',
          message: 'Too many signups from your network. Please try again in 1 min.',
          retryAfter: 60,
        },
      ],
      ['wordrise-signup', 'wordrise:success', { message: 'You are signed up.' }],
    ]);
  });

  test('call the callbacks of a mounted form', async () => {
    const page = await openPage();
    await page.goto(
      site.page(`<script src="${api.url}/widgets.js"></script><div id="here">Sign up on our site</div>`),
    );
    await page.evaluate(() => {
      const calls: unknown[] = [];
      const { mountSignupForm } = (window as unknown as { Wordrise: typeof import('../src/element.ts') })
        .Wordrise;
      const place = document.querySelector('#here');
      if (!place) throw new Error('There is no place for the form.');
      const form = mountSignupForm(place, {
        texts: { button: 'Join' },
        favoriteWord: false,
        onSuccess: (success) => calls.push(success),
        onError: ({ code }) => calls.push(code),
      });
      Object.assign(window, { calls, form });
    });
    expect(await page.locator('#here').evaluate((place) => place.textContent)).toBe('');
    expect(await page.getByRole('textbox').count()).toBe(2);

    await fillIn(page, 'ann@example');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Please enter a valid email address').waitFor();
    await fillIn(page);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
    const calls = await page.evaluate(() => (window as unknown as { calls: unknown }).calls);
    expect(calls).toEqual(['input.invalid', { message: 'You are signed up.' }]);
  });
});

describe('options', () => {
  const german = {
    email: 'E-Mail-Adresse',
    firstName: 'Vorname',
    button: 'Anmelden',
    emailInvalid: 'Bitte gib eine gültige E-Mail-Adresse ein',
    'limit.too_many': 'Zu viele Anmeldungen. Bitte warte {minutes} Min.',
    'database.unreachable': 'Die Datenbank ist nicht erreichbar.',
    welcomeTitle: 'Willkommen bei {product}!',
    note: 'Es gilt unsere [Datenschutzerklärung](https://example.com/privacy).',
  };

  test('translate every text', async () => {
    const page = await openForm(`lang="de" texts='${JSON.stringify(german)}'`);
    expect(await page.locator('[part=root]').getAttribute('lang')).toBe('de');
    const link = page.getByRole('link', { name: 'Datenschutzerklärung' });
    expect(await link.getAttribute('href')).toBe('https://example.com/privacy');

    // The server's messages are in English.
    await page.getByLabel('E-Mail-Adresse').fill('ann@example');
    await page.getByLabel('Vorname').fill('Ann');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Bitte gib eine gültige E-Mail-Adresse ein').waitFor();

    await page.getByLabel('E-Mail-Adresse').fill('ann@example.com');
    api.refuseWith({ status: 503, body: { message: 'Unreachable.', code: 'database.unreachable' } });
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Die Datenbank ist nicht erreichbar.').waitFor();
    api.refuseWith({
      status: 429,
      headers: { 'Retry-After': '61' },
      body: { message: 'No', code: 'limit.too_many' },
    });
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Zu viele Anmeldungen. Bitte warte 2 Min.').waitFor();
    api.refuseWith(undefined);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByText('Willkommen bei Wordrise!').waitFor();
  });

  test('of different length leave the fields in line, also with a message below one', async () => {
    const texts = { firstName: 'The name by which we may greet you in every one of our emails' };
    const page = await openForm(`texts='${JSON.stringify(texts)}'`);
    const top = async (name: string) => (await page.locator(`[name=${name}]`).boundingBox())?.y;
    const label = page.getByText(texts.firstName);
    expect((await label.boundingBox())?.height).toBeGreaterThan(30);
    expect(await top('email')).toBe(await top('firstName'));
    await page.locator('[name=firstName]').fill('Ann');
    await button(page).click();
    await page.getByText('Please enter a valid email address').waitFor();
    expect(await top('email')).toBe(await top('firstName'));
  });

  test('may change at any time, as attributes and properties; the last one wins', async () => {
    const page = await openForm('theme="light"');
    await page.getByLabel('Email').fill('ann@exam');
    const root = page.locator('[part=root]');
    const scheme = () => root.evaluate((element) => getComputedStyle(element).colorScheme);
    const change = (act: (form: HTMLElement & Record<string, unknown>) => void) =>
      page.locator('wordrise-signup').evaluate(act as (element: Element) => void);

    expect(await scheme()).toBe('light');
    await change((form) => form.setAttribute('theme', 'dark'));
    expect(await scheme()).toBe('dark');
    await change((form) => Object.assign(form, { theme: 'light' }));
    expect(await scheme()).toBe('light');
    await change((form) => form.removeAttribute('theme'));
    // The page's own, as the page says.
    expect(await scheme()).toBe('normal');
    const paper = () => root.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await paper()).toBe('rgb(255, 253, 249)');
    await page.addStyleTag({ content: ':root { color-scheme: dark }' });
    expect(await paper()).toBe('rgb(27, 34, 49)');

    await change((form) => form.setAttribute('favorite-word', 'off'));
    expect(await page.getByRole('textbox').count()).toBe(2);
    await change((form) => Object.assign(form, { favoriteWord: true, texts: { button: 'Join' } }));
    expect(await page.getByRole('textbox').count()).toBe(3);
    expect(await button(page).textContent()).toBe('Join');
    expect(
      await page.locator('wordrise-signup').evaluate((form) => (form as never as { texts: unknown }).texts),
    ).toEqual({
      button: 'Join',
    });
    // Typed text survives all changes.
    expect(await page.getByLabel('Email').inputValue()).toBe('ann@exam');
  });

  test('can show only a link, which works without a request', async () => {
    const page = await openForm('mode="link"');
    const link = page.getByRole('link', { name: 'Sign Up' });
    expect(await link.getAttribute('href')).toBe(`${api.url}/#signup`);
    expect(await page.locator('form, input').count()).toBe(0);
    await page
      .locator('wordrise-signup')
      .evaluate((form) => form.setAttribute('signup-url', 'https://example.com/join'));
    expect(await link.getAttribute('href')).toBe('https://example.com/join');
    await link.focus();
    expect(api.requests).toEqual(['GET /widgets.js']);
  });

  test('style the form: custom properties and parts', async () => {
    const page = await openPage();
    const css = `wordrise-signup { --wordrise-accent: rgb(0, 90, 0); --wordrise-radius: 0px }
      wordrise-signup::part(label) { color: rgb(1, 2, 3) }`;
    await page.goto(site.page(`<style>${css}</style>${form()}`));
    const style = (part: string, property: string) =>
      page
        .locator(`[part~=${part}]`)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    expect(await style('button', 'background-color')).toBe('rgb(0, 90, 0)');
    expect(await style('button', 'border-top-left-radius')).toBe('0px');
    expect(await style('label', 'color')).toBe('rgb(1, 2, 3)');
  });
});
