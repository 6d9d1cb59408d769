import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { deliver, type Product, pathOf, startProduct, theAdmin } from './product.ts';

withChromium();

// The sandbox's mail server fails in the way the address requests.
const taken = ['ann@example.com', 'gus@example.com'];
const [refused, lost, later] = ['bob+bounce@example.com', 'cat+lost@example.com', 'dan+later@example.com'];

let product: Product;
beforeAll(async () => {
  product = await startProduct({ EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
  for (const email of [...taken, refused, lost, later]) {
    const body = JSON.stringify({ email, firstName: 'Reader' });
    const headers = { Origin: product.url, 'Content-Type': 'application/json' };
    expect((await fetch(`${product.url}/api/register`, { method: 'POST', headers, body })).ok).toBe(true);
  }
  await product.cli('process');
});
afterAll(() => product.stop());

// That of the email: those of its readers follow.
const badge = (page: Page, name: string) => page.getByText(name, { exact: true }).first();
const readers = (page: Page) => page.getByRole('list', { name: 'Readers of this email' });
const problem = (page: Page, email: string) => readers(page).getByRole('listitem').filter({ hasText: email });
/** The addresses in the list, without those that have the email. */
const listed = async (page: Page) =>
  (await readers(page).getByRole('listitem').allInnerTexts())
    .filter((text) => !text.includes('Accepted'))
    .map((text) => text.split('\n')[0])
    .toSorted();

test('an email is watched, paused, stopped, and sent again to readers whose answer was lost', async () => {
  const { page, call } = await theAdmin({}, product);
  await deliver(call, 'petrichor');
  await page.goto('/admin');
  await page.getByRole('region', { name: 'Sending now' }).getByText('petrichor').waitFor();
  await page.getByRole('link', { name: 'Details' }).click();
  await page.getByText('Sent to 2 of 5 readers').waitFor();
  await expect.poll(() => pathOf(page)).toMatch(/^\/admin\/delivery\?email=\d+$/);
  await expect.poll(() => listed(page)).toEqual([refused, lost, later]);
  await problem(page, refused).getByText('550 5.1.1 No such mailbox').waitFor();

  await page.getByText('Only retries are left').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await badge(page, 'Paused').waitFor();
  await page.getByText('You paused it.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await badge(page, 'Sending').waitFor();

  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('Some of them may have it already and would get it twice.').waitFor();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.waitFor({ state: 'detached' });
  await product.cli('process');
  // It was accepted a second time, and that answer was lost too.
  await problem(page, lost).getByText('2 tries').waitFor();
  const { emails } = await call('listOutbox');
  const wordTo = (address: string) =>
    emails.filter(({ to, subject }) => to === address && subject.includes('petrichor')).length;
  expect([...taken, lost, refused].map(wordTo)).toEqual([1, 1, 2, 0]);

  await page.getByRole('button', { name: 'Stop' }).click();
  await dialog.getByText('1 reader will not get it.').waitFor();
  await dialog.getByRole('button', { name: 'Stop sending' }).click();
  await badge(page, 'Sent').waitFor();
  await page.getByText('You stopped it.').waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('term')
        .filter({ hasText: 'Left out' })
        .locator('xpath=following-sibling::*')
        .innerText(),
    )
    .toBe('1');
  await expect.poll(() => page.getByRole('button', { name: /Pause|Stop/ }).count()).toBe(0);
});

test('readers who did not get an email are listed by reason, each with the latest emails to them', async () => {
  const { page, call } = await theAdmin({}, product);
  // The pass after the end of the send takes the reader whose address was refused off the list.
  await product.cli('process');
  await eventually(async () => {
    const { readers: found } = await call('listSignups', { query: { search: refused } });
    expect(found.map(({ status }) => status)).toEqual(['bounced']);
  });
  for (const word of ['limerence', 'halcyon']) await deliver(call, word);
  await page.goto('/admin/schedule');
  const sending = page.getByRole('region', { name: 'Sending now' });
  await sending.getByText('halcyon').waitFor();
  await sending.getByRole('link', { name: 'Details' }).first().click();
  // Until its list is there, the page from before may still be shown.
  await readers(page).waitFor();
  await page.getByText('Sent to 2 of 4 readers').waitFor();
  await expect.poll(() => listed(page)).toEqual([lost, later]);
  await problem(page, later).getByText('Next try').waitFor();
  await page.getByRole('combobox', { name: 'Result' }).selectOption('Unknown (1)');
  await expect.poll(() => listed(page)).toEqual([lost]);
  await page.getByRole('combobox', { name: 'Result' }).selectOption('All (4)');
  await page.getByRole('searchbox', { name: 'Search readers' }).fill(taken[0] ?? '');
  await expect.poll(() => readers(page).getByRole('listitem').count()).toBe(1);
  await problem(page, taken[0] ?? '')
    .getByText('Accepted')
    .waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('link', { name: `Details of ${lost}` }).click();
  await page.getByRole('heading', { name: lost }).waitFor();
  const reader = page.getByRole('main');
  const emails = reader.getByRole('region', { name: 'Latest emails' }).getByRole('listitem');
  await expect
    .poll(async () => (await emails.allInnerTexts()).slice(0, 2).map((text) => text.split('\n').slice(0, 2)))
    .toEqual([
      ['halcyon', 'Unknown'],
      ['limerence', 'Unknown'],
    ]);
  await reader.getByRole('link', { name: 'limerence' }).click();
  await page.getByText('limerence', { exact: true }).waitFor();
  await page.getByText('Sent to 2 of 4 readers').waitFor();
});
