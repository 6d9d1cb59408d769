import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from './browser.ts';
import { api, element, open, script, site, withEmbeddedForm } from './embedded-form.ts';

withEmbeddedForm();

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('The element is not visible.');
  return found;
}

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
