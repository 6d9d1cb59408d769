import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
import { type Site, startSite } from './site.ts';

/** Someone else's site, and an installation that every site may use: for all test files in one worker. */
export let site: Site;
export let api: ApiStandIn;

/** Call once at the top of a test file. */
export function withEmbeddedForm(): void {
  withChromium();
  beforeAll(async () => {
    site ??= await startSite();
    api ??= await startApiStandIn({ widgetOrigins: ['*'] });
  });
}

export const script = () => `<script src="${api.url}/widgets.js"></script>`;
export const element = '<wordrise-signup></wordrise-signup>';

export async function open(html: string, headers?: Record<string, string>): Promise<Page> {
  const page = await openPage();
  await page.goto(site.page(html, headers));
  return page;
}

/** Fills in and submits the form at that position on the page. */
export async function signUp(page: Page, email: string, place = 0) {
  await page.getByLabel('Email').nth(place).fill(email);
  await page.getByLabel('First name').nth(place).fill('Ann');
  await page.getByRole('button', { name: 'Sign Up' }).nth(place).click();
  await page.getByText('Welcome to Wordrise!').first().waitFor();
  expect((await api.signups()).map((signup) => signup.email)).toContain(email);
}
