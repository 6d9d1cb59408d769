import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { type ApiStandIn, startApiStandIn } from './api-stand-in.ts';
import { openPage, withChromium } from './browser.ts';
import { type Site, startSite } from './site.ts';

/** Someone else's site for all tests of a file, and a separate installation for each test. */
export let site: Site;
export let api: ApiStandIn;

/** Call once at the top of a test file. */
export function withForm(): void {
  withChromium();
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    api = await startApiStandIn({ widgetOrigins: [site.url] });
    onTestFinished(() => api.close());
  });
}

export const form = (attributes = '') =>
  `<script src="${api.url}/widgets.js"></script><wordrise-signup ${attributes}></wordrise-signup>`;

export async function openForm(attributes = ''): Promise<Page> {
  const page = await openPage();
  await page.goto(site.page(form(attributes)));
  return page;
}

export const button = (page: Page) => page.getByRole('button');

export async function fillIn(page: Page, email = 'ann@example.com', firstName = 'Ann') {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('First name').fill(firstName);
}
