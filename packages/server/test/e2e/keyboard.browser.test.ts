import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeptPage, keepPage, openSettled, waitForToast } from '../../../../test/browser.ts';
import { aWord } from '../../../../test/words.ts';
import { openPage, withChromium } from '../../../admin-ui/test/built-site.ts';
import { spamTestLine } from '../../../core/src/mail/sandbox/icontact-records.ts';
import { dayFromNow, monthAndDay, planned, scheduleWord, shortDay } from './mornings.ts';
import { type Call, callsOf, deliver, type Product, startProductWithAdmin, theAdmin } from './product.ts';

withChromium();

let product: Product;
let admin: KeptPage;
let call: Call;
beforeAll(async () => {
  product = await startProductWithAdmin();
  const { session } = product;
  const viewport = { width: 1280, height: 900 };
  admin = await keepPage({ baseURL: product.url, viewport, ...(session && { storageState: session }) });
  call = callsOf(admin.page.request, product.url);
  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await deliver(call, 'zephyr');
  await scheduleWord(call, 'petrichor', dayFromNow(1));
});
afterAll(() => admin?.close());
afterAll(() => product?.stop());

/** Runs in the page: the controls that can have the focus and did not, but those that a choice of radio buttons skips. */
function findMissed(): string[] {
  const controls = 'a[href], button, input, select, textarea, summary, iframe, [tabindex="0"]';
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => {
      const isOff = element.matches(':disabled, [tabindex="-1"], [type=hidden], :is([inert] *)');
      const isOneOf = element.matches('[type=radio]') && !element.matches(':checked');
      const isReached = element.dataset.reached !== undefined;
      return !isReached && !isOff && !isOneOf && element.checkVisibility({ visibilityProperty: true });
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

/** Runs in the page: notes the control with the focus, and what is wrong with how it shows that. */
function noteFocus(): { isKnown: boolean; problem?: string } {
  let element = document.activeElement as HTMLElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
  // Between the last control and the first, and within the frame of an email, which has links of its own.
  if (element === document.body || element.tagName === 'IFRAME') {
    element.dataset.reached = 'yes';
    return { isKnown: false };
  }
  // A date has a stop for each of its parts.
  if (element.dataset.reached) return { isKnown: element.dataset.reached !== 'now' };
  for (const before of document.querySelectorAll<HTMLElement>('[data-reached]'))
    before.dataset.reached = 'yes';
  element.dataset.reached = 'now';
  const name = element.outerHTML.slice(0, 120);
  const isMarked = (one: Element | null, depth = 0): boolean => {
    if (one === null || depth > 4) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const has = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return has || isMarked(one.parentElement, depth + 1);
  };
  if (!isMarked(element)) return { isKnown: false, problem: `the focus cannot be seen: ${name}` };
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  // A file's field is drawn by its label, and is a pixel wide itself.
  if (width <= 1) return { isKnown: false };
  const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
  const points = [0.1, 0.5, 0.9].map((part) => [
    Math.min(Math.max(left + width / 2, 1), innerWidth - 1),
    Math.min(Math.max(top + height * part, 1), innerHeight - 1),
  ]);
  const isFree = points.some(([x = 0, y = 0]) => {
    const at = document.elementFromPoint(x, y);
    return at !== null && (element.contains(at) || at.contains(element) || at.shadowRoot !== null);
  });
  return isInView && isFree ? { isKnown: false } : { isKnown: false, problem: `out of sight: ${name}` };
}

async function walk(page: Page): Promise<{ problems: string[]; missed: string[] }> {
  const problems: string[] = [];
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab');
    const { isKnown, problem } = await page.evaluate(noteFocus);
    if (problem) problems.push(problem);
    if (isKnown) break;
  }
  return { problems, missed: await page.evaluate(findMissed) };
}

describe('Tab reaches every control, and shows where it is', () => {
  test.each([
    '/admin',
    '/admin/words?letter=z',
    '/admin/words?panel=add&letter=z',
    '/admin/words?panel=dictionary&letter=z',
    '/admin/words?panel=upload&letter=z',
    '/admin/words?panel=edit-1',
    '/admin/words/themes',
    '/admin/words/suggestions',
    '/admin/schedule',
    '/admin/schedule?fill=7',
    '/admin/readers',
    '/admin/readers/import',
    '/admin/templates',
    '/admin/templates/design',
    '/admin/templates/preview',
    '/admin/settings',
    '/admin/settings/sending',
    '/admin/start',
    '/admin/outbox',
    '/admin/embed',
    '/admin/privacy',
    '/admin/account',
    '/admin/activity',
    '/admin/tech-specs',
  ])('%s', async (path) => {
    const { page } = admin;
    await openSettled(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[role=status][aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await walk(page)).toEqual({ problems: [], missed: [] });
    await page.evaluate(() => sessionStorage.clear());
  });

  test.each(['/', '/archive', '/words/zephyr', '/privacy', '/login', '/admin-setup', '/nowhere'])(
    '%s, without signing in',
    async (path) => {
      const page = await openPage({ baseURL: product.url, reducedMotion: 'reduce' });
      await openSettled(page, path);
      await page.getByRole('heading').first().waitFor();
      expect(await walk(page)).toEqual({ problems: [], missed: [] });
    },
  );

  test('the form of the schedule, with the words that a search finds', async () => {
    const { page } = admin;
    await openSettled(page, '/admin/schedule?new=');
    await page.getByRole('searchbox', { name: 'Search unused words' }).fill('affable');
    await page.getByRole('button', { name: 'Select alacrity' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Select affable' }).waitFor();
    expect(await walk(page)).toEqual({ problems: [], missed: [] });
  });

  test('the page of a delivery and that of a reader', async () => {
    const { page } = admin;
    const { sends } = await call('listSends');
    const [reader] = (await call('listSignups')).readers;
    for (const path of [
      `/admin/delivery?email=${sends[0]?.id ?? (await call('listSchedule')).at(-1)?.scheduled_emails.id}`,
      `/admin/readers/reader?id=${reader?.id}`,
    ]) {
      await openSettled(page, path);
      await page.locator('[role=status][aria-busy=true]').first().waitFor({ state: 'detached' });
      expect(await walk(page)).toEqual({ problems: [], missed: [] });
    }
  });
});

test('the first Tab leads past the navigation', async () => {
  const { page } = admin;
  await openSettled(page, '/admin/schedule');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('the search over everything opens, chooses and closes by key, and gives the focus back', async () => {
  const { page } = admin;
  await openSettled(page, '/admin/readers');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Search readers');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('schedule an');
  await page.keyboard.press('Enter');
  await page.getByText('Schedule New Email').waitFor();
  expect(await hasFocus(page)).toBe(true);
});

test('moving, swapping, changing the time and canceling by key keep the focus, and Undo takes each back', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 1280, height: 900 } });
  const [first, second, third] = [dayFromNow(1), dayFromNow(2), dayFromNow(3)];
  await scheduleWord(call, 'petrichor', first);
  await scheduleWord(call, 'affable', second);
  const before = { [first]: 'petrichor', [second]: 'affable' };
  const times = async () =>
    (await call('listSchedule')).map(({ scheduled_emails }) => scheduled_emails.scheduledDate).toSorted();
  const timesBefore = await times();
  await page.goto('/admin/schedule');
  const press = async (name: string | RegExp, ...keys: string[]) => {
    await page.getByRole('button', { name }).first().focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const undo = async (done: string | RegExp) => {
    expect(await hasFocus(page)).toBe(true);
    await press('Undo', 'Enter');
    await waitForToast(page, done);
    await expect.poll(() => planned(call)).toEqual(before);
    await expect.poll(() => hasFocus(page)).toBe(true);
  };
  const move = (day: string, word: string) => `${shortDay(day)}, ${word}. Move`;

  await page.getByRole('button', { name: move(second, 'affable') }).waitFor();
  await press(move(second, 'affable'), 'Enter', 'ArrowRight', 'Enter');
  await waitForToast(page, `“affable” goes out on ${monthAndDay(third)}`);
  await expect.poll(() => focused(page)).toBe(move(third, 'affable'));
  await undo(/^“affable” goes out on .+ again$/);

  await page.getByRole('button', { name: move(first, 'petrichor') }).waitFor();
  await press(move(first, 'petrichor'), 'Enter', 'ArrowRight', 'Enter');
  await waitForToast(page, `“affable” goes out on ${monthAndDay(first)}.`);
  await expect.poll(() => focused(page)).toBe(move(second, 'petrichor'));
  await undo(/^“petrichor” goes out on .+ again$/);

  await press(/^Change time of petrichor/, 'Enter');
  await page.getByLabel('New date & time').fill(`${first}T09:30`);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/^Change time of petrichor/);
  await undo('It goes out at its old time again');
  expect(await times()).toEqual(timesBefore);

  await press(/^Cancel petrichor/, 'Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => planned(call)).toEqual({ [second]: 'affable' });
  await undo('It is scheduled again, at the same time');
  expect(await times()).toEqual(timesBefore);
});

test('a failed email and a word are removed by key without losing the focus; the email comes back with Undo', async () => {
  const { page, call } = await theAdmin({ viewport: { width: 1280, height: 900 } });
  const zurf = await call('addWord', { body: aWord({ word: 'zurf' }) });
  await scheduleWord(call, 'zurf', dayFromNow(1));
  await call('editWord', {
    params: { id: zurf.id },
    body: aWord({ word: 'zurf', definition: spamTestLine }),
  });
  await page.goto('/admin/schedule');
  await page.getByRole('button', { name: /^Update text of zurf/ }).focus();
  await page.keyboard.press('Enter');
  const failed = page.getByRole('list', { name: 'Failed emails, the latest first' });
  await failed.getByRole('button', { name: /^Remove zurf/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await failed.waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await waitForToast(page, 'It is back on the list of failed emails');
  await failed.getByText('zurf', { exact: true }).waitFor();
  await expect.poll(() => hasFocus(page)).toBe(true);

  await page.goto('/admin/words?letter=a');
  await page.getByRole('button', { name: 'Remove affable' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove affable' }).waitFor({ state: 'detached' });
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(page)).toBe(true);
});

const hasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

/** The accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent;
    return (label ?? element?.textContent ?? '').trim();
  });
}
