import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { theAdmin, waitForToast } from './product.ts';

withChromium();

const word = (text: string) => ({ level: 2, name: text, exact: true }) as const;

test('a word is added, edited, found by search and by letter, and removed', async () => {
  const { page, call } = await theAdmin();
  await page.goto('/admin/words');
  const total = (await call('listWords')).total;
  await page.getByText(`Showing 1 to 50 of ${total} words`).waitFor();

  await page.getByRole('button', { name: 'Add word' }).click();
  const form = page.locator('form').filter({ has: page.getByLabel('Conversation tip') });
  await form.getByLabel('Word', { exact: true }).fill('zurf');
  await form.getByRole('button', { name: 'Add word' }).click();
  await expect.poll(() => form.getByLabel('Pronunciation').getAttribute('aria-invalid')).toBe('true');
  const zurf = aWord({ word: 'zurf', definition: 'A holder for a hot cup that has no handle.' });
  await form.getByLabel('Pronunciation').fill('/zɑːf/');
  await form.getByLabel('Part of speech').fill('noun');
  await form.getByLabel('Definition').fill(zurf.definition);
  await form.getByLabel('Etymology').fill(zurf.etymology);
  await form.getByLabel('Example 1').fill(zurf.example1);
  await form.getByLabel('Example 2').fill(zurf.example2);
  await form.getByLabel('Conversation tip').fill(zurf.conversationTip);
  await form.getByRole('button', { name: 'Add word' }).click();
  await waitForToast(page, 'Word added successfully!');
  await page.getByText(`of ${total + 1} words`).waitFor();

  await page.getByLabel('Search words').fill('HOT CUP that');
  await page.getByText('Showing 1 to 1 of 1 words').waitFor();
  await page.getByRole('heading', word('zurf')).waitFor();

  await page.getByRole('button', { name: 'Edit zurf' }).click();
  await page.getByLabel('Definition').fill('A small stand for a coffee cup.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(page, 'Word updated successfully!');
  await page.getByText('No words found').waitFor();
  await page.getByRole('button', { name: 'Show all words' }).click();
  await page.getByRole('button', { name: 'Z', exact: true }).click();
  await page.getByText('A small stand for a coffee cup.').waitFor();
  expect(new URL(page.url()).search).toBe('?letter=z');
  const { words: withZ } = await call('listWords', { query: { letter: 'z' } });
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(withZ.map((one) => one.word));

  await page.getByRole('button', { name: 'Remove zurf' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Remove “zurf”?' });
  await dialog.getByRole('button', { name: 'Remove word' }).click();
  await page.getByRole('heading', word('zurf')).waitFor({ state: 'detached' });
  expect((await call('listWords')).total).toBe(total);
});

test('the library is paged, and going back returns to the same page', async () => {
  const { page, call } = await theAdmin();
  const { total } = await call('listWords');
  await page.goto('/admin/words');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(`Showing 51 to 100 of ${total} words`).waitFor();
  await page.goto('/admin');
  await page.goBack();
  await page.getByText(`Showing 51 to 100 of ${total} words`).waitFor();
  await page.goto(`/admin/words?page=${Math.ceil(total / 50)}`);
  await page.getByText(`to ${total} of ${total} words`).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
});

test('the offline dictionary fills in a list, which is reviewed and saved', async () => {
  const { page, call } = await theAdmin();
  const { total } = await call('listWords');
  await page.goto('/admin/words');
  await page.getByRole('button', { name: 'From dictionary' }).click();
  await page.getByRole('button', { name: 'Look up' }).click();
  await waitForToast(page, 'Please enter at least one word to process');

  await page.getByLabel('Words, one per line').fill('  lantern \n\nxqzzt\nharbour\nmeadow\nzephyr');
  await page.getByRole('button', { name: 'Look up' }).click();
  await waitForToast(page, 'Processed 5 words');
  const review = page.getByRole('region', { name: 'Looked-up words' });
  await review.getByText('4 found · 1 failed').waitFor();
  expect(await review.getByText('Example not available').count()).toBe(0);
  const failed = review.getByRole('listitem').filter({ hasText: 'xqzzt' });
  await failed.getByText('Failed').waitFor();

  const known = review.getByRole('listitem').filter({ hasText: 'zephyr' });
  await known.getByText('Already in the library').waitFor();

  await review.getByRole('button', { name: 'Leave out meadow' }).click();
  await review.getByRole('button', { name: 'Save 2 words' }).click();
  await expect.poll(async () => (await call('listWords')).total).toBe(total + 2);
  const [lantern] = (await call('searchWords', { query: { q: 'lantern' } })).words;
  expect(lantern).toMatchObject({ word: 'lantern', source: 'wordnet' });
  expect((await call('searchWords', { query: { q: 'meadow' } })).words.map((one) => one.word)).not.toContain(
    'meadow',
  );
});

test('a CSV file shows its changes before importing', async () => {
  const { page, call } = await theAdmin();
  await call('addWord', { body: aWord({ word: 'zurf' }) });
  const { total } = await call('listWords');
  const row = (word: string, definition: string) =>
    `${word},/x/,noun,"${definition}",From somewhere.,One.,Two.,Say it.`;
  const csv = [
    'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip',
    row('zurf', 'Changed by the file'),
    row('quokka', 'A small, friendly marsupial'),
    row('', 'A row without a word'),
  ].join('\r\n');
  await page.goto('/admin/words');
  await page.getByRole('button', { name: 'Upload CSV' }).click();
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });

  const counts = page.getByRole('listitem').filter({ hasText: /to be added|to be changed|skipped|refused/ });
  await expect
    .poll(() => counts.allTextContents())
    .toEqual(['1 to be added', '0 to be changed', '1 skipped', '1 refused']);
  expect(await page.getByRole('table', { name: /Refused rows/ }).innerText()).toContain('4');
  await page.getByLabel('Update them').check();
  await page.getByText('1 to be changed').waitFor();
  expect((await call('listWords')).total).toBe(total);

  await page.getByRole('button', { name: 'Import 2 words' }).click();
  await page.getByRole('button', { name: 'Done' }).waitFor();
  expect((await call('listWords')).total).toBe(total + 1);
  expect((await call('searchWords', { query: { q: 'zurf' } })).words[0]?.definition).toBe(
    'Changed by the file',
  );

  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download refused rows' }).click(),
  ]);
  expect(refused.suggestedFilename()).toBe('refused.csv');
  expect((await readFile(await refused.path(), 'utf8')).split('\n')).toEqual([
    expect.stringMatching(/^word,.*,line,error$/),
    expect.stringMatching(/^,\/x\/,noun,"?A row without a word.*,4,/),
    '',
  ]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain('A small, friendly marsupial');
});

test('a word added in one tab appears in the other after a refresh', async () => {
  const { page, call } = await theAdmin();
  const other = await page.context().newPage();
  await page.goto('/admin/words?letter=z');
  await other.goto('/admin/words?letter=z');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await other.getByRole('heading', { level: 1 }).waitFor();
  const zurf = await call('addWord', { body: aWord({ word: 'zurf' }) });
  await page.reload();
  await other.reload();
  // The first tab removes a word that the second one still shows.
  await other.getByRole('button', { name: 'Edit zurf' }).click();
  await call('removeWord', { params: { id: zurf.id } });
  await other.getByLabel('Definition').fill('Too late.');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await waitForToast(other, 'Failed to update word');
  await expect.poll(() => other.getByLabel('Definition').inputValue()).toBe('Too late.');
});

test('on a phone, the letter in the address is visible', async () => {
  const { page } = await theAdmin({ viewport: { width: 390, height: 844 } });
  await page.goto('/admin/words?letter=z');
  const box = await page.getByRole('button', { name: 'Z', exact: true }).boundingBox();
  expect(box?.x).toBeGreaterThan(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
});
