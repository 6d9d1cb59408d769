import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
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
const element = '<wordrise-signup></wordrise-signup>';

async function open(html: string, headers?: Record<string, string>): Promise<Page> {
  const page = await openPage();
  await page.goto(site.page(html, headers));
  return page;
}

/** Fills in and submits the form at that position on the page. */
async function signUp(page: Page, email: string, place = 0) {
  await page.getByLabel('Email').nth(place).fill(email);
  await page.getByLabel('First name').nth(place).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).nth(place).click();
  await page.getByText('Welcome to Wordrise!').first().waitFor();
  expect((await api.signups()).map((signup) => signup.email)).toContain(email);
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('The element is not visible.');
  return found;
}

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

describe('visitors', () => {
  test('read from right to left if the page does', async () => {
    const page = await openPage({ viewport: { width: 600, height: 500 } });
    await page.goto(site.page(`<div dir="rtl">${script()}${element}</div>`));
    const [email, name] = await Promise.all([
      box(page.getByLabel('Email')),
      box(page.getByLabel('First name')),
    ]);
    expect(email.x).toBeGreaterThan(name.x + name.width);
    await page.getByLabel('Email').fill('ann@example.com');
    // An email address is left to right everywhere.
    expect(await page.getByLabel('Email').evaluate((field) => field.matches(':dir(ltr)'))).toBe(true);
    await page.getByRole('button').click();
    await page.getByText('First name is required').waitFor();
    const [error, field] = await Promise.all([
      box(page.getByText('First name is required')),
      box(page.getByLabel('First name')),
    ]);
    expect(error.x + error.width).toBe(field.x + field.width);
  });

  test.each([
    { width: 280, size: '100%', columns: 1 },
    { width: 280, size: '200%', columns: 1 },
    { width: 600, size: '100%', columns: 2 },
    { width: 600, size: '200%', columns: 1 },
    { width: 1200, size: '200%', columns: 2 },
  ])('can read it in $width px at $size text size', async ({ width, size, columns }) => {
    const page = await openPage({ viewport: { width, height: 900 } });
    await page.goto(
      site.page(
        `<style>html { font-size: ${size} }</style>${script()}${element}<wordrise-sample></wordrise-sample>`,
      ),
    );
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('First name is required').waitFor();

    const [email, name] = await Promise.all([
      box(page.getByLabel('Email')),
      box(page.getByLabel('First name')),
    ]);
    expect(email.y === name.y ? 2 : 1).toBe(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const cut = await page
      .locator('[part=root] *:not([part=unseen])')
      .evaluateAll(
        (elements) =>
          elements.filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0).length,
      );
    expect(cut).toBe(0);
    const fontSize = await page
      .getByLabel('Email')
      .evaluate((field) => Number.parseFloat(getComputedStyle(field).fontSize));
    expect(fontSize).toBe(size === '200%' ? 32 : 16);
  });

  test('see no broken words with large text on a small screen', async () => {
    const page = await openPage({ viewport: { width: 320, height: 900 } });
    const html = `<style>html { font-size: 200% }</style>${script()}<wordrise-sample></wordrise-sample>`;
    await page.goto(site.page(html));
    const lines = await page
      .locator('[part=word]')
      .evaluateAll((words) =>
        words.map((word) =>
          Math.round(word.clientHeight / Number.parseFloat(getComputedStyle(word).lineHeight)),
        ),
      );
    expect(lines).toEqual([1, 1, 1]);
  });

  test('can sign up with the keyboard alone', async () => {
    const page = await open(`<a href="#top">Top</a>${script()}${element}<a href="#end">End</a>`);
    await page.getByText('Top').focus();
    const steps = ['k@example.com', 'Kim', 'lagom'];
    for (const text of steps) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Tab');
    const ring = await page.getByRole('button').evaluate((button) => getComputedStyle(button).outlineStyle);
    expect(ring).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByText('Welcome to Wordrise!').waitFor();
    // The focus is on the confirmation and continues from there.
    expect(await page.getByRole('status').evaluate((status) => status.matches(':focus'))).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.getByText('End').evaluate((link) => link.matches(':focus'))).toBe(true);
    expect(await api.signups()).toContainEqual({
      email: 'k@example.com',
      firstName: 'Kim',
      favoriteWord: 'lagom',
    });
  });

  test('keep the focus if they have moved on in the meantime', async () => {
    const page = await open(`${script()}${element}<input id="search">`);
    let free = () => {};
    await page.getByLabel('Email').fill('away@example.com');
    await page.getByLabel('First name').fill('Ann');
    api.holdUntil(
      new Promise((resolve) => {
        free = resolve;
      }),
    );
    await page.getByRole('button').click();
    await page.locator('#search').fill('words');
    free();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect(await page.locator('#search').evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  test('element.focus() focuses the first field', async () => {
    const page = await open(script() + element);
    await page.locator('wordrise-signup').evaluate((form) => (form as HTMLElement).focus());
    expect(await page.getByLabel('Email').evaluate((field) => field.matches(':focus'))).toBe(true);
  });
});
