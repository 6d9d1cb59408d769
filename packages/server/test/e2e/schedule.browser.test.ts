import { spamTestLine } from '@wordrise/core/testing';
import { expect, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { dayFromNow } from './mornings.ts';
import { type Call, pathOf, theAdmin, waitForToast } from './product.ts';

withChromium();

async function isUnused(call: Call, word: string): Promise<boolean> {
  const { words } = await call('listUnusedWords', { query: { search: word } });
  return words.some((one) => one.word === word);
}

test('a word is scheduled for tomorrow at 07:00, canceled, and becomes unused again', async () => {
  const { page, call } = await theAdmin();
  const { total } = await call('listUnusedWords');
  const withZ = (await call('listUnusedWords', { query: { letter: 'z' } })).total;
  await page.goto('/admin/schedule');
  await page.getByText('No pending emails scheduled').waitFor();
  await page.getByRole('button', { name: 'Schedule Email' }).click();
  const form = page.getByRole('region', { name: 'Schedule New Email' });
  const day = dayFromNow(1);
  await expect.poll(() => form.getByLabel('Scheduled Date & Time *').inputValue()).toBe(`${day}T07:00`);
  await form.getByText(`${total} unused words available`).waitFor();
  await form.getByText(`Page 1 of ${Math.ceil(total / 20)}`).waitFor();
  await expect.poll(() => form.getByRole('button', { name: 'Schedule Email' }).isDisabled()).toBe(true);

  await form.getByRole('button', { name: 'Z', exact: true }).click();
  await form.getByText(`${withZ} unused words available`).waitFor();
  await form.getByLabel('Search unused words').fill('smell');
  await form.getByRole('button', { name: 'Select petrichor' }).waitFor();
  await expect
    .poll(() => form.getByRole('button', { name: 'Z', exact: true }).getAttribute('aria-pressed'))
    .toBe('false');
  await form.getByRole('button', { name: 'Select petrichor' }).click();
  await form.getByRole('button', { name: 'Schedule Email' }).click();
  await waitForToast(page, 'Email scheduled successfully!');
  await form.waitFor({ state: 'detached' });

  const waiting = page
    .getByRole('list', { name: 'Pending emails, the next one first' })
    .getByRole('listitem')
    // The other rows are mornings without an email.
    .filter({ has: page.getByRole('button', { name: /^Cancel / }) });
  await waiting.getByText('petrichor', { exact: true }).waitFor();
  await expect.poll(() => waiting.count()).toBe(1);
  await expect.poll(() => waiting.innerText()).toMatch(/, 07:00\s·\s(New\sYork|Dhaka)/);
  const [item] = await call('listSchedule');
  expect(item?.scheduled_emails).toMatchObject({ status: 'scheduled', sendId: expect.any(String) });
  expect(await isUnused(call, 'petrichor')).toBe(false);
  const { words } = await call('listWords', { query: { search: 'petrichor' } });
  expect(words.find(({ word }) => word === 'petrichor')?.usedCount).toBe(0);

  await page.goto('/admin');
  await page.getByText('petrichor').first().waitFor();
  await page.goto('/admin/schedule');
  await waiting.getByRole('button', { name: /^Cancel petrichor/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel “petrichor”?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => waiting.count()).toBe(1);
  await waiting.getByRole('button', { name: /^Cancel petrichor/ }).click();
  await dialog.getByRole('button', { name: 'Cancel email' }).click();
  await waitForToast(page, 'Scheduled email cancelled successfully!');
  await page.getByText('No pending emails scheduled').waitFor();

  expect(await call('listSchedule')).toEqual([]);
  await page.getByRole('button', { name: 'Schedule Email' }).click();
  await form.getByText(`${total} unused words available`).waitFor();
  await form.getByLabel('Search unused words').fill('smell');
  await form.getByRole('button', { name: 'Select petrichor' }).waitFor();
});

test('a word that another tab has just scheduled is refused, and another can be chosen', async () => {
  const { page, call } = await theAdmin();
  await page.goto('/admin/schedule?new=');
  await page.getByRole('button', { name: 'Select affable' }).click();
  const affable = (await call('listUnusedWords')).words.find(({ word }) => word === 'affable');
  expect(affable).toBeDefined();
  const body = { wordId: affable?.id, scheduledDate: `${dayFromNow(1)}T09:00` };
  const entry = await call('scheduleEmail', { body });

  const form = page.getByRole('region', { name: 'Schedule New Email' });
  await form.getByRole('button', { name: 'Schedule Email' }).click();
  await waitForToast(page, 'Error');
  await form.getByRole('button', { name: 'Select alacrity' }).waitFor();
  await form.getByRole('button', { name: 'Select affable' }).waitFor({ state: 'detached' });
  expect((await call('listSchedule')).map(({ scheduled_emails }) => scheduled_emails.id)).toEqual([entry.id]);
});

test('an email that the provider refused is listed above the others, and scheduled again', async () => {
  const { page, call } = await theAdmin();
  const day = dayFromNow(1);
  const zurf = await call('addWord', { body: aWord({ word: 'zurf' }) });
  const { id, scheduledDate } = await call('scheduleEmail', {
    body: { wordId: zurf.id, scheduledDate: `${day}T07:00` },
  });
  const { words } = await call('listUnusedWords', { query: { search: 'affable' } });
  const other = { wordId: words[0]?.id, scheduledDate: `${day}T09:00` };
  await call('scheduleEmail', { body: other });
  const edit = (definition: string) =>
    call('editWord', { params: { id: zurf.id }, body: aWord({ word: 'zurf', definition }) });
  await edit(spamTestLine);
  await page.goto('/admin/schedule');
  await page.getByRole('button', { name: /^Update text of zurf/ }).click();
  const failed = page.getByRole('list', { name: 'Failed emails, the latest first' });
  await failed.getByText(/has a spam score of .* and cannot be sent/).waitFor();
  expect(await failed.getByRole('listitem').count()).toBe(1);
  const pending = page.getByRole('list', { name: 'Pending emails, the next one first' });
  await pending.getByText('affable', { exact: true }).waitFor();
  const [above, below] = [await failed.boundingBox(), await pending.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  expect(await pending.getByText('zurf', { exact: true }).count()).toBe(0);

  await edit('A holder for a hot cup that has no handle.');
  await failed.getByRole('button', { name: /^Schedule zurf.* again$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule “zurf” again?' });
  await expect.poll(() => dialog.getByLabel('New date & time').inputValue()).toBe(`${day}T07:00`);
  await dialog.getByLabel('New date & time').fill(`${day}T10:30`);
  await dialog.getByRole('button', { name: 'Schedule again' }).click();
  await waitForToast(page, 'Saved, but not scheduled yet');
  await dialog.waitFor({ state: 'detached' });
  await failed.waitFor({ state: 'detached' });
  await pending.getByText('zurf', { exact: true }).waitFor();
  const row = pending.getByRole('listitem').filter({ hasText: 'zurf' });
  await row.getByText(/^It will be scheduled within 20 minutes, /).waitFor();
  const again = (await call('listSchedule')).find(({ scheduled_emails }) => scheduled_emails.id === id);
  // It waits for the next passes until it is certain that the provider makes no send of what it refused.
  expect(again?.scheduled_emails.status).toMatch(/^(pending|scheduled)$/);
  expect(again?.scheduled_emails.scheduledDate).not.toBe(scheduledDate);
  expect(await page.getByText('Older text').count()).toBe(0);
});

test('a time in the past is refused at its field', async () => {
  const { page, call } = await theAdmin();
  await page.goto('/admin/schedule?new=');
  await page.getByRole('button', { name: 'Select affable' }).click();
  const when = page.getByLabel('Scheduled Date & Time *');
  await when.fill('2020-01-01T07:00');
  const form = page.getByRole('region', { name: 'Schedule New Email' });
  await form.getByRole('button', { name: 'Schedule Email' }).click();
  await waitForToast(page, 'Error');
  await expect.poll(() => when.getAttribute('aria-invalid')).toBe('true');
  expect(await call('listSchedule')).toEqual([]);
});

test('works with only the keyboard: signing in, choosing a word, scheduling it, canceling', async () => {
  const { page, call } = await theAdmin();
  await call('logout');
  await page.goto('/login?returnTo=/admin/schedule');
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (name.test(await focused(page))) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} cannot be reached with Tab; the last was ${await focused(page)}`);
  };
  await tabTo(/^Username/);
  await page.keyboard.type('admin');
  await tabTo(/^Password/);
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Schedule' }).waitFor();

  await tabTo(/^Schedule Email/);
  await page.keyboard.press('Enter');
  // The form focuses the field where the choice starts.
  await page.getByRole('button', { name: 'Select affable' }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Search unused words/);
  await page.keyboard.type('smell');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Select affable' }).waitFor({ state: 'detached' });
  await tabTo(/^Select petrichor/);
  await page.keyboard.press('Space');
  await expect.poll(() => focused(page)).toMatch(/^Scheduled Date/);
  await tabTo(/^Schedule Email$/);
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Email scheduled successfully!');
  await expect.poll(() => focused(page)).toMatch(/^Schedule Email/);
  expect(pathOf(page)).toBe('/admin/schedule');

  await tabTo(/^Cancel petrichor/);
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^Cancel petrichor/);
  expect(await call('listSchedule')).toHaveLength(1);
});

/** The accessible name of the focused element. */
function focused(page: Awaited<ReturnType<typeof theAdmin>>['page']): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });
}
