import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { api, element, open, script, signUp, site, withEmbeddedForm } from './embedded-form.ts';

withEmbeddedForm();

/** Size and style of everything in the form, to compare two pages. */
const styles = (page: Page) =>
  page.locator('[part=root] *').evaluateAll((elements) =>
    elements.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const { color, font, letterSpacing, textTransform, cursor, visibility, textShadow } =
        getComputedStyle(element);
      return { width, height, color, font, letterSpacing, textTransform, cursor, visibility, textShadow };
    }),
  );

const hostileCss = `
  html { font-size: 62.5%; color: lime; font-family: fantasy }
  * { box-sizing: content-box; color: red; font: italic 40px/3 cursive; letter-spacing: 1em; text-transform: uppercase;
      text-shadow: 2px 2px red; cursor: wait; text-align: right; word-spacing: 2em; text-indent: 3em; white-space: pre }
  div, form, p, label, input, button, span { display: inline !important; margin: 50px !important; padding: 40px !important;
      border: 9px solid red !important; background: yellow !important; opacity: .3 !important; position: fixed !important }
  [part], .wordrise-root { display: none !important }
`;

describe('styles', () => {
  test('of the page do not reach the form', async () => {
    const quiet = await open(`<div style="width: 500px">${script()}${element}</div>`);
    const loud = await open(
      `<style>${hostileCss}</style><main style="width: 500px">${script()}${element}</main>`,
    );
    expect(await styles(loud)).toEqual(await styles(quiet));
    await signUp(loud, 'hostile@example.com');
  });

  test('of the form do not reach the page', async () => {
    const html = '<form><label>Name <input></label><button>Go</button><p part="error">A paragraph</p></form>';
    const page = await open(`${html}${element}`);
    const measure = () =>
      page
        .locator('body > form *')
        .evaluateAll((elements) => elements.map((each) => ({ ...getComputedStyle(each) })));
    const before = await measure();
    await page.addScriptTag({ url: `${api.url}/widgets.js` });
    await page.getByRole('button', { name: 'Sign Up' }).waitFor();
    expect(await measure()).toEqual(before);
  });

  test('hide it when it has the hidden attribute', async () => {
    const page = await open(`${script()}<wordrise-signup hidden></wordrise-signup>`);
    expect(await page.locator('wordrise-signup').isVisible()).toBe(false);
  });
});

describe('content security', () => {
  test("works with default-src 'self' and our origin, without a warning", async () => {
    const page = await openPage();
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const policy = `default-src 'self' ${api.url}`;
    await page.goto(
      site.page(`${script()}${element}<wordrise-sample></wordrise-sample>`, {
        'Content-Security-Policy': policy,
      }),
    );
    expect(
      await page
        .getByRole('button', { name: 'Sign Up' })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).toBe('rgb(191, 71, 32)');
    await signUp(page, 'policy@example.com');
    expect(warnings).toEqual([]);
  });
});

describe('placement', () => {
  test('several on a page are independent', async () => {
    const page = await open(script() + element.repeat(3));
    await page.getByLabel('Email').nth(1).fill('half@');
    await page.getByRole('button').nth(1).click();
    await page.getByText('Please enter a valid email address').waitFor();
    expect(await page.locator('[part=error]').count()).toBe(2);
    await signUp(page, 'third@example.com', 2);
    expect(await page.getByRole('button', { name: 'Sign Up' }).count()).toBe(2);
    expect(await page.getByLabel('Email').nth(1).inputValue()).toBe('half@');
  });

  test('the script may be loaded twice, also from two addresses', async () => {
    const page = await open(
      `${script()}${element}${script()}<script src="${api.url}/widgets.js?again"></script>`,
    );
    await signUp(page, 'twice@example.com');
    expect(await page.getByRole('status').count()).toBe(1);
  });

  test('the script may be loaded as a module, which does not know its own address', async () => {
    const html = `<script type="module" src="${api.url}/widgets.js"></script>${element}`;
    const page = await open(html.replace('<wordrise-signup', `<wordrise-signup api-url="${api.url}"`));
    await signUp(page, 'module@example.com');
    expect(await page.evaluate(() => typeof (window as never as { Wordrise: unknown }).Wordrise)).toBe(
      'object',
    );
  });

  test('keeps typed text and messages when moved within the page', async () => {
    const page = await open(
      `${script()}<div id="a">${element}<wordrise-sample></wordrise-sample></div><div id="b"></div>`,
    );
    await page.getByLabel('Email').fill('moved@');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('First name is required').waitFor();
    await page.evaluate(() => {
      document.querySelector('#b')?.append(...(document.querySelector('#a')?.children ?? []));
    });
    expect(await page.locator('#b').getByLabel('Email').inputValue()).toBe('moved@');
    expect(await page.getByText('First name is required').count()).toBe(1);
    await signUp(page, 'moved@example.com');
  });

  test('keeps its styles when moved to another document', async () => {
    const page = await open(`${script()}${element}<iframe srcdoc="<!doctype html><body>"></iframe>`);
    await page.frameLocator('iframe').locator('body').waitFor({ state: 'attached' });
    await page.evaluate(() => {
      const form = document.querySelector('wordrise-signup');
      if (form) document.querySelector('iframe')?.contentDocument?.body.append(form);
    });
    const button = page.frameLocator('iframe').getByRole('button', { name: 'Sign Up' });
    expect(await button.evaluate((each) => getComputedStyle(each).backgroundColor)).toBe('rgb(191, 71, 32)');
  });

  test('may precede the script', async () => {
    const page = await open(`<wordrise-signup favorite-word="no"></wordrise-signup>${script()}`);
    await signUp(page, 'before@example.com');
    const late = await open(element);
    await late.evaluate((url) => {
      const added = document.createElement('script');
      added.src = url;
      added.async = true;
      document.head.append(added);
    }, `${api.url}/widgets.js`);
    await signUp(late, 'late@example.com');
  });

  test('works in the shadow root of another element', async () => {
    const page = await open(`${script()}<div id="host"></div>`);
    await page.evaluate(() => {
      const outer = document.querySelector('#host')?.attachShadow({ mode: 'open' });
      if (!outer) throw new Error('There is no host.');
      outer.innerHTML = '<style>* { color: red; display: inline }</style>';
      const section = outer.appendChild(document.createElement('section'));
      section.attachShadow({ mode: 'open' }).innerHTML = '<wordrise-signup></wordrise-signup>';
      const events: string[] = [];
      Object.assign(window, { events });
      document.addEventListener('wordrise:success', (event) => events.push((event.target as Element).id));
    });
    await page.getByRole('button').click();
    expect(await page.getByLabel('Email').evaluate((field) => field.matches(':focus'))).toBe(true);
    await signUp(page, 'shadow@example.com');
    expect(await page.evaluate(() => (window as unknown as { events: unknown }).events)).toEqual(['host']);
  });
});

describe('frameworks', () => {
  test('may set properties before and after the element is defined', async () => {
    const page = await open('<div></div>');
    await page.evaluate(() => {
      const form = document.createElement('wordrise-signup');
      Object.assign(form, {
        texts: { button: 'Join' },
        favoriteWord: false,
        apiUrl: 'https://wrong.example',
      });
      document.querySelector('div')?.append(form);
    });
    await page.addScriptTag({ url: `${api.url}/widgets.js` });
    await page.getByRole('button', { name: 'Join' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(2);

    await page.locator('wordrise-signup').evaluate((form, apiUrl) => {
      Object.assign(form, { apiUrl, texts: undefined, theme: null });
    }, api.url);
    await signUp(page, 'framework@example.com');
  });

  test('may write to the element’s own children', async () => {
    const page = await open(`${script()}${element}`);
    await page.getByLabel('Email').fill('kept@example.com');
    await page.locator('wordrise-signup').evaluate((form) => {
      form.innerHTML = '<p>Loading…</p>';
      form.textContent = '';
    });
    expect(await page.getByLabel('Email').inputValue()).toBe('kept@example.com');
  });

  test('may write invalid attributes: the console reports them, and the form still works', async () => {
    const page = await openPage({ throws: ['JSON'] });
    await page.goto(
      site.page(`${script()}<wordrise-signup theme="pink" texts="{nonsense"></wordrise-signup>`),
    );
    await page.getByRole('button', { name: 'Sign Up' }).waitFor();
  });
});
