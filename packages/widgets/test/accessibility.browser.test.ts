import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../../../test/axe.ts';
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

const page = (html: string) =>
  site.page(
    `<style>:root { color-scheme: light dark }</style><main><h1>A page</h1><script src="${api.url}/widgets.js"></script>${html}</main>`,
  );

describe.each(['light', 'dark'] as const)('axe finds nothing in the %s theme', (colorScheme) => {
  test('in any state of the form', async () => {
    const tab = await openPage({ colorScheme });
    const note = JSON.stringify({ note: 'See our [privacy policy](https://example.com/).' });
    await tab.goto(page(`<wordrise-signup texts='${note}'></wordrise-signup>`));
    expect(await axeFindings(tab)).toEqual([]);

    await tab.getByRole('button').click();
    await tab.getByText('First name is required').waitFor();
    expect(await axeFindings(tab)).toEqual([]);

    await tab.getByLabel('Email').fill(`${colorScheme}@example.com`);
    await tab.getByLabel('First name').fill('Ann');
    api.refuseWith({ status: 500, body: '' });
    await tab.getByRole('button').click();
    await tab.getByRole('alert').waitFor();
    expect(await axeFindings(tab)).toEqual([]);

    api.refuseWith(undefined);
    let free = () => {};
    api.holdUntil(
      new Promise((resolve) => {
        free = resolve;
      }),
    );
    await tab.getByRole('button').click();
    await tab.getByRole('button', { name: 'Signing Up...' }).waitFor();
    expect(await axeFindings(tab)).toEqual([]);

    free();
    await tab.getByText('Welcome to Wordrise!').waitFor();
    expect(await axeFindings(tab)).toEqual([]);
  });

  test('in the link and in the samples', async () => {
    const tab = await openPage({ colorScheme });
    await tab.goto(
      page('<wordrise-signup mode="link"></wordrise-signup><wordrise-sample></wordrise-sample>'),
    );
    expect(await axeFindings(tab)).toEqual([]);
    await tab.getByRole('button', { name: 'halcyon' }).click();
    await tab.locator('[part=sample]:not([aria-hidden])').getByText('halcyon', { exact: true }).waitFor();
    expect(await axeFindings(tab)).toEqual([]);
  });
});

test('axe checks the shadow root', async () => {
  const tab = await openPage();
  await tab.goto(
    page(
      '<style>wordrise-signup { --wordrise-on-accent: #f0a080 }</style><wordrise-signup></wordrise-signup>',
    ),
  );
  expect(await axeFindings(tab)).toEqual([expect.stringContaining('color-contrast')]);
});

test('axe checks the size of targets', async () => {
  const tab = await openPage();
  const tiny = (label: string) => `<button style="width: 12px; height: 12px" aria-label="${label}"></button>`;
  await tab.goto(page(tiny('Back') + tiny('Next')));
  expect(await axeFindings(tab)).toEqual([
    expect.stringContaining('target-size'),
    expect.stringContaining('target-size'),
  ]);
});

test('gives screen readers names, required fields, errors and progress', async () => {
  const tab = await openPage();
  await tab.goto(page('<wordrise-signup></wordrise-signup>'));
  const form = tab.getByRole('form', { name: 'Sign Up' });
  expect(await form.ariaSnapshot()).toBe(
    [
      '- form "Sign Up":',
      '  - text: Email',
      '  - textbox "Email"',
      '  - text: First name',
      '  - textbox "First name"',
      '  - text: Favorite word (optional)',
      '  - textbox "Favorite word (optional)"',
      '  - button "Sign Up"',
      '  - paragraph:',
      '    - link "Privacy":',
      `      - /url: ${api.url}/privacy`,
    ].join('\n'),
  );
  const described = () =>
    tab.getByLabel('Email').evaluate((field) => {
      const id = field.getAttribute('aria-describedby');
      return id && (field.getRootNode() as ShadowRoot).getElementById(id)?.textContent;
    });
  expect(await described()).toBeNull();
  await tab.getByRole('button').click();
  await tab.getByText('First name is required').waitFor();
  expect(await described()).toBe('Please enter a valid email address');
  // The live region exists from the start: one that is added with its text is often not announced.
  expect(await tab.getByRole('status').count()).toBe(1);
});

test('stays usable with forced colors', async () => {
  const tab = await openPage({ forcedColors: 'active' });
  await tab.goto(page('<wordrise-signup></wordrise-signup>'));
  const border = await tab.getByRole('button').evaluate((button) => getComputedStyle(button).borderTopColor);
  const background = await tab
    .locator('[part=root]')
    .evaluate((root) => getComputedStyle(root).backgroundColor);
  expect(border).not.toBe(background);
});
