import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSettled } from '../../../../test/browser.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { dayFromNow, scheduleWord } from './mornings.ts';
import { theAdmin, waitForToast } from './product.ts';

withChromium();

/** Counts the clicks in the page from now on; a reloaded page starts at zero. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.clicks = '0';
    const count = () => {
      dataset.clicks = String(Number(dataset.clicks) + 1);
    };
    document.addEventListener('click', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.clicks));
}

test('scheduling a week and swapping tomorrow’s word each take at most four clicks from the dashboard', async () => {
  const { page, call } = await theAdmin();
  await page.goto('/admin');
  const clicks = await countClicks(page);
  await page.getByRole('link', { name: 'Fill the next 7 mornings' }).click();
  await page.getByRole('button', { name: 'Schedule 7 emails' }).click();
  await waitForToast(page, '7 emails scheduled');
  const week = await call('listSchedule');
  expect(new Set(week.map(({ scheduled_emails }) => scheduled_emails.scheduledDate.slice(0, 10))).size).toBe(
    7,
  );
  expect(await clicks()).toBeGreaterThan(0);
  expect(await clicks()).toBeLessThanOrEqual(4);

  await page.goto('/admin');
  const { next } = await call('overview');
  expect(next?.word).toBeTruthy();
  const moreClicks = await countClicks(page);
  await page.getByRole('button', { name: `Replace ${next?.word}` }).click();
  const chosen = page
    .getByRole('dialog')
    .getByRole('button', { name: /^Select / })
    .first();
  const word = (await chosen.getAttribute('aria-label'))?.replace('Select ', '');
  await chosen.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(async () => (await call('overview')).next?.word).toBe(word);
  expect((await call('overview')).next?.scheduledDate).toBe(next?.scheduledDate);
  expect(word).not.toBe(next?.word);
  expect(await call('listSchedule')).toHaveLength(7);
  expect(await moreClicks()).toBeGreaterThan(0);
  expect(await moreClicks()).toBeLessThanOrEqual(2);
});

test('a typo is fixed, 120 readers are added, and one is found and removed, each in at most five clicks', async () => {
  const { page, call } = await theAdmin();
  await scheduleWord(call, 'zephyr', dayFromNow(1));
  await page.goto('/admin');
  const typo = await countClicks(page);
  await page.getByRole('link', { name: 'Edit zephyr' }).click();
  await page.getByLabel('Definition').fill('A light wind from the west, without a typo.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, /has the new text/);
  expect(await typo()).toBe(2);

  await page.goto('/admin');
  const adding = await countClicks(page);
  await page.getByRole('link', { name: 'Readers', exact: true }).filter({ visible: true }).first().click();
  await page.getByRole('link', { name: 'Add readers' }).first().click();
  const addresses = Array.from({ length: 120 }, (_, at) => `pupil${at}@example.com`);
  await page.getByLabel('Addresses').fill(addresses.join('\n'));
  await page.getByRole('button', { name: 'Check the addresses' }).click();
  await page.getByLabel('How did these people agree').fill('Asked in class.');
  await page.getByRole('button', { name: 'Import 120 readers' }).click();
  await expect.poll(async () => (await call('listSignups')).total).toBe(120);
  expect(await adding()).toBe(4);

  // A key that is pressed before the page has drawn goes nowhere.
  await openSettled(page, '/admin');
  const removing = await countClicks(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pupil77@');
  await page.getByRole('option', { name: /pupil77@/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove reader' }).click();
  await expect.poll(async () => (await call('listSignups')).total).toBe(119);
  expect(await removing()).toBe(3);
});

test('fourteen scheduled emails take at most 1,800 pixels on a desktop', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 1440, height: 900 } });
  const { mornings } = await call('planDays', { body: { mornings: 15 } });
  for (const { word, scheduledDate } of mornings.slice(0, 14)) {
    if (word) await call('scheduleEmail', { body: { wordId: word.id, scheduledDate } });
  }
  await page.goto('/admin/schedule');
  const list = page.getByRole('list', { name: 'Pending emails, the next one first' });
  await expect.poll(() => list.getByText('Pending', { exact: true }).count()).toBe(14);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1800);
});
