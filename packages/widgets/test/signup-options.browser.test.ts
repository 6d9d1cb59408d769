import { describe, expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { api, button, fillIn, form, openForm, site, withForm } from './signup-form.ts';

withForm();

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
      ['wordrise-signup', 'wordrise:success', { message: 'You are signed up.', confirmFirst: false }],
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
    expect(calls).toEqual(['input.invalid', { message: 'You are signed up.', confirmFirst: false }]);
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
