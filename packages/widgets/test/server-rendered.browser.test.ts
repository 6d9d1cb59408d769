import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { layoutShift, openPage, withChromium } from './browser.ts';
import { dist } from './built.ts';
import { type Site, startSite } from './site.ts';

withChromium();

let site: Site;
let api: ApiStandIn;
let server: typeof import('../src/server.tsx');
beforeAll(async () => {
  site = await startSite();
  api = await startApiStandIn({ widgetOrigins: ['*'] });
  server = await import(dist('server.js'));
});
afterAll(async () => {
  await Promise.all([site.close(), api.close()]);
});

const after = '<p>What follows on the page</p>';
const policy = (styles: string) => ({
  'Content-Security-Policy': `default-src 'none'; script-src ${api.url}; connect-src ${api.url}; style-src ${styles}`,
});

/** A promise and the function that resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe.each(['link', 'inline'] as const)('with styles: %s', (styles) => {
  const allowed = () => policy(styles === 'link' ? api.url : `'${server.stylesHash}'`);
  const markup = () =>
    server.renderSignupElement({ apiUrl: api.url, styles, noScript: 'This also works without scripts.' }) +
    server.renderSampleElement({ stylesUrl: `${api.url}/widgets.css`, styles, productName: 'Dawn' });

  test('shows everything before any script runs', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(site.page(markup() + after, allowed()));
    expect(await page.getByRole('textbox').count()).toBe(3);
    expect(await page.getByText('Dawn: petrichor').isVisible()).toBe(true);
    const without = page.locator('noscript').first();
    expect(await without.textContent()).toBe('This also works without scripts.');
    expect(await without.isVisible()).toBe(true);
    expect(
      await page
        .getByRole('button', { name: 'Sign Up' })
        .evaluate((button) => getComputedStyle(button).backgroundColor),
    ).toBe('rgb(191, 71, 32)');
    // Buttons that do not work yet are hidden.
    expect(await page.getByRole('button', { name: 'Pause' }).isVisible()).toBe(false);
  });

  /** Opens a page whose script has not loaded yet. */
  async function openEarly(name: string) {
    const script = gate();
    const path = `/${name}-${styles}.js`;
    site.file(
      path,
      `document.head.append(Object.assign(document.createElement('script'), { src: '${api.url}/widgets.js' }))`,
      'text/javascript',
      script.opened,
    );
    const page = await openPage();
    const address = site.page(`<script defer src="${path}"></script>${markup()}${after}`, {
      'Content-Security-Policy': `${allowed()['Content-Security-Policy'].replace('script-src', `script-src 'self'`)}`,
    });
    await page.goto(address, { waitUntil: 'commit' });
    return { page, script };
  }

  test('is posted to the installation if pressed before the script has loaded', async () => {
    const { page, script } = await openEarly('pressed-early');
    await page.getByLabel('Email').fill('early@example.com');
    await page.getByLabel('First name').fill('Ann');
    const [post] = await Promise.all([
      page.waitForRequest((request) => request.isNavigationRequest()),
      page.getByRole('button', { name: 'Sign Up' }).click(),
    ]);
    // No typed text ends up in the address.
    expect([post.method(), post.url()]).toEqual(['POST', `${api.url}/api/register`]);
    expect(post.postDataJSON()).toEqual({
      email: 'early@example.com',
      firstName: 'Ann',
      favoriteWord: '',
      website: '',
      consent: `[Privacy](${api.url}/privacy)`,
    });
    await page.waitForURL(post.url());
    script.open();
  });

  test('is hydrated without a shift, and keeps typed text', async () => {
    const { page, script } = await openEarly('slow');
    await page.getByLabel('Email').fill('early@example.com');
    const place = () => page.getByText('What follows').boundingBox();
    const before = await place();

    script.open();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    expect(await place()).toEqual(before);
    expect(await layoutShift(page)).toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe('early@example.com');

    await page.getByLabel('First name').fill('Ann');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('Welcome to Wordrise!').waitFor();
    expect((await api.signups()).map(({ email }) => email)).toContain('early@example.com');
    await page.getByRole('button', { name: 'ebullient' }).click();
    await page.getByText('full of cheerful energy').waitFor();
  });
});

test('does not shift while the style sheet is slow', async () => {
  const css = gate();
  const stylesUrl = site.file('/slow.css', server.styles, 'text/css', css.opened);
  const page = await openPage();
  const head = `<link rel="stylesheet" href="${stylesUrl}">`;
  const html = `<!doctype html><html lang="en"><head><title>A site</title>${head}</head><body>${server.renderSignupElement({ apiUrl: api.url, stylesUrl })}${after}</body></html>`;
  await page.goto(site.page(html), { waitUntil: 'commit' });
  css.open();
  await page.getByText('What follows').waitFor();
  expect(await layoutShift(page)).toBe(0);
});

test('applies properties and texts that changed before hydration', async () => {
  const page = await openPage();
  await page.goto(
    site.page(server.renderSignupElement({ apiUrl: api.url, texts: { button: 'Join' }, theme: 'dark' })),
  );
  await page.locator('wordrise-signup').evaluate((form) => {
    Object.assign(form, { theme: 'light', texts: { button: 'Go' } });
  });
  await page.addScriptTag({ url: `${api.url}/widgets.js` });
  await page.getByRole('button', { name: 'Go' }).waitFor();
  const root = page.locator('[part=root]');
  expect(await root.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('light');
  expect(await root.count()).toBe(1);
});

test('the first wrong field of a form that was posted has the focus when its page opens', () => {
  const problems = { email: 'Please enter a valid email address', firstName: 'First name is required' };
  const values = { email: ' aria-invalid="true"', firstName: '' };
  const html = server.renderSignupElement({ values, problems });
  expect(html.match(/<input[^>]* autofocus/g)).toEqual([expect.stringContaining('name="email"')]);
  expect(server.renderSignupElement({})).not.toContain('autofocus');
});

test('writes options as attributes and escapes every text', () => {
  const hostile = '"><script>alert(1)</script>';
  const html = server.renderSignupElement({
    apiUrl: 'https://words.example/',
    favoriteWord: false,
    theme: 'dark',
    texts: { button: hostile, note: `[${hostile}](https://x.example/?"onclick="x)` },
    noScript: hostile,
    onSuccess: () => {},
  });
  expect(html).toMatch(
    /^<wordrise-signup api-url="https:\/\/words\.example\/" favorite-word="false" theme="dark" texts="\{&quot;/,
  );
  expect(html).toContain('<link rel="stylesheet" href="https://words.example/widgets.css"/>');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('"onclick');
  expect(html).not.toContain('name="favoriteWord"');
  expect(html).not.toContain('on-success');
});
