import { defaultSendTime, weekdays } from '@wordrise/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aWord } from '../../../../test/words.ts';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { addDays, monthAndDay, planned, scheduleWord, shortDay } from './mornings.ts';
import { type Product, startEmptyProduct, theAdmin, waitForToast } from './product.ts';

withChromium();

// Thirteen, so that the autopilot runs out of words soon.
const words = [
  'affable',
  'brisk',
  'candor',
  'deft',
  'ebb',
  'fathom',
  'gist',
  'hush',
  'inkling',
  'jaunt',
  'knack',
  'lull',
  'mettle',
];

let product: Product;
beforeAll(async () => {
  product = await startEmptyProduct({ TIMEZONE: 'UTC' });
});
afterAll(() => product?.stop());

/** The admin of an empty schedule, and the days from tomorrow on. */
async function openDesk() {
  const { page, call } = await theAdmin({}, product);
  if ((await call('listWords')).total === 0) {
    for (const word of words)
      await call('addWord', { body: aWord({ word, phoneticPronunciation: '/ˈæfəbəl/' }) });
  }
  onTestFinished(async () => {
    for (const { scheduled_emails } of await call('listSchedule')) {
      await call('cancelEmail', { params: { id: scheduled_emails.id } });
    }
  });
  const [today] = (await call('calendarDays')).days;
  const days = Array.from({ length: 30 }, (_, at) => addDays(today?.day ?? '', at + 1));
  return { page, call, days };
}

/** The rows of pending emails and of mornings without one. */
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Pending emails, the next one first' }).getByRole('listitem');
const rowOf = (page: Page, day: string) =>
  rows(page).filter({ has: page.getByText(new RegExp(`^${monthAndDay(day)} \\w+$`)) });

test('the next email is large on the dashboard: at risk with a reason and its fix, then ready, with a countdown', async () => {
  const { page, call, days } = await openDesk();
  const hero = page.getByRole('region', { name: 'Next email' });
  // Today's send time has passed, whenever this runs, so the next email is tomorrow's.
  const plan = { isOn: false, days: [...weekdays], ahead: 14 };
  await call('saveAutopilot', { body: { ...plan, time: '00:00' } });
  onTestFinished(async () => {
    await call('saveAutopilot', { body: { ...plan, time: defaultSendTime } });
  });
  await page.goto('/admin');
  await hero.getByText('Nothing is scheduled').waitFor();
  expect(await hero.getByText(/^(Ready|At risk)$/).count()).toBe(0);

  await product.cli('process');
  const { scheduledDate } = await scheduleWord(call, 'affable', days[0] ?? '');
  const sendTime = Date.parse(scheduledDate);
  await page.clock.install({ time: sendTime - 3 * 3_600_000 });
  await page.reload();
  await hero.getByText('At risk', { exact: true }).waitFor();
  const reasons = hero.getByRole('list', { name: 'What puts it at risk' }).getByRole('listitem');
  await expect
    .poll(() => reasons.allInnerTexts())
    .toEqual([`Nobody has signed up yet. People sign up at ${product.url}`]);
  await hero.getByText('affable', { exact: true }).waitFor();
  await hero.getByText(aWord().definition).waitFor();
  await hero.getByText(/ 07:00\s·\sUTC, in 3 hours, to 0 readers\./).waitFor();

  await call('register', { body: { email: 'reader@example.com', firstName: 'Reader' } });
  await product.cli('process');
  await page.reload();
  await hero.getByText('Ready', { exact: true }).waitFor();
  expect(await reasons.count()).toBe(0);
  await page.clock.fastForward('01:00:00');
  await hero.getByText('in 2 hours, to 1 reader.').waitFor();
  await page.clock.fastForward('01:30:00');
  await hero.getByText(/in \d\d minutes, to 1 reader\./).waitFor();
});

test('the form says that a morning is taken, offers the next free one, and asks before a second email', async () => {
  const { page, call, days } = await openDesk();
  const [tomorrow = '', second = '', third = '', fourth = ''] = days;
  await scheduleWord(call, 'affable', tomorrow);
  await scheduleWord(call, 'brisk', second);
  await page.goto('/admin/schedule');
  const opener = page.getByRole('button', { name: 'Schedule Email', exact: true }).first();
  const label = await opener.innerHTML();
  const form = page.getByRole('region', { name: 'Schedule New Email' });
  const when = form.getByLabel('Scheduled Date & Time *');
  const choose = async (word: string) => {
    await form.getByLabel('Search unused words').fill(word);
    await form.getByRole('button', { name: `Select ${word}` }).click();
  };
  const submit = () => form.getByRole('button', { name: 'Schedule Email' }).click();
  await opener.click();
  await form.getByText('Time zone: UTC', { exact: true }).waitFor();
  // The open form does not turn its button into "✕ Schedule Email".
  expect(await opener.innerHTML()).toBe(label);
  await expect.poll(() => when.inputValue()).toBe(`${tomorrow}T07:00`);
  const taken = form.getByText(`“affable” already goes out on ${monthAndDay(tomorrow)}.`);
  await taken.waitFor();

  await choose('candor');
  await submit();
  const question = page.getByRole('alertdialog', { name: 'Two emails on one day?' });
  await question.getByRole('button', { name: 'Go back' }).click();
  await question.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: `Use ${monthAndDay(third)}` }).click();
  await expect.poll(() => when.inputValue()).toBe(`${third}T07:00`);
  await taken.waitFor({ state: 'detached' });
  await submit();
  await waitForToast(page, 'Email scheduled successfully!');
  expect(await planned(call)).toEqual({ [tomorrow]: 'affable', [second]: 'brisk', [third]: 'candor' });

  // A gap in the list, whose day is the form's.
  await page.getByRole('link', { name: `Choose a word for ${shortDay(fourth)}` }).click();
  await expect.poll(() => when.inputValue()).toBe(`${fourth}T07:00`);
  await when.fill(`${tomorrow}T18:00`);
  await choose('deft');
  await submit();
  await question.getByRole('button', { name: 'Schedule it too' }).click();
  await waitForToast(page, 'Email scheduled successfully!');
  expect(await call('listSchedule')).toHaveLength(4);
  expect(await page.getByRole('main').innerText()).not.toMatch(/UTC\s*\(UTC/);
});

test('words suggested for a week are shuffled and searched for, and what is approved is scheduled', async () => {
  const { page, call } = await openDesk();
  await page.goto('/admin/schedule?fill=7');
  const list = page.getByRole('list', { name: 'Suggested words, the next morning first' });
  const suggestions = async () =>
    (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n').filter(Boolean)[2]);
  await list.waitFor();
  const before = await suggestions();
  expect(new Set(before).size).toBe(7);

  const names = await list.getByRole('button', { name: /^Another word for/ }).all();
  await names[0]?.click();
  await expect.poll(async () => (await suggestions())[0]).not.toBe(before[0]);
  expect((await suggestions()).slice(1)).toEqual(before.slice(1));

  const shuffled = await suggestions();
  const other = words.find((word) => !shuffled.includes(word)) ?? '';
  await list
    .getByRole('button', { name: /^Search for a word for/ })
    .nth(1)
    .click();
  const dialog = page.getByRole('dialog', { name: /^Choose a word for/ });
  await dialog.getByLabel('Search unused words').fill(other);
  await dialog.getByRole('button', { name: `Select ${other}` }).click();
  await dialog.waitFor({ state: 'detached' });
  const approved = shuffled.with(1, other);
  await expect.poll(suggestions).toEqual(approved);
  expect(await call('listSchedule')).toEqual([]);

  await page.getByRole('button', { name: 'Schedule 7 emails' }).click();
  await waitForToast(page, '7 emails scheduled');
  const scheduled = Object.entries(await planned(call)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(scheduled.map(([, word]) => word)).toEqual(approved);
});

test('the autopilot leaves a skipped date and that of a canceled email free, and says when the words run out', async () => {
  const { page, call, days } = await openDesk();
  onTestFinished(async () => {
    await call('saveAutopilot', { body: { ...(await call('getAutopilot')), isOn: false } });
  });
  // It begins the next week of the calendar.
  const holiday = days.find((day) => shortDay(day).startsWith('Sun')) ?? '';
  await page.goto('/admin/schedule');
  const autopilot = page.getByRole('region', { name: /^Autopilot/ });
  await autopilot.getByRole('button', { name: 'Settings' }).click();
  await autopilot.getByLabel('From').fill(holiday);
  await autopilot.getByRole('button', { name: 'Skip', exact: true }).click();
  await waitForToast(page, `${monthAndDay(holiday)} stays without an email`);
  await autopilot.getByRole('button', { name: `Do not skip ${monthAndDay(holiday)}` }).waitFor();
  await autopilot.getByLabel('Mornings ahead').fill('10');
  await autopilot.getByRole('button', { name: 'Turn on' }).click();
  await autopilot.getByText('Keeps the next 10 mornings filled').waitFor();
  await product.cli('process');
  const filled = await planned(call);
  expect(Object.keys(filled)).toHaveLength(10);
  expect(filled).not.toHaveProperty(holiday);

  const [free = '', unwanted = ''] = Object.entries(filled).toSorted()[1] ?? [];
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^Cancel ${unwanted}`) }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel email' }).click();
  await waitForToast(page, 'Scheduled email cancelled successfully!');
  await product.cli('process');
  const after = await planned(call);
  expect(after).not.toHaveProperty(free);
  expect(after).not.toHaveProperty(holiday);

  await page.reload();
  await rowOf(page, free).getByText('No word · its email was removed').waitFor();
  await rowOf(page, holiday).getByText('Skipped', { exact: true }).waitFor();
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^Sun ${Number(holiday.slice(8))}Skipped$`) })
    .waitFor();

  // Thirteen words, one for each open morning.
  const open = (await call('calendarDays')).days.filter(({ state }) => state === 'open');
  const last = open[words.length - 1]?.day ?? '';
  const date = new Date(`${last}T12:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  await autopilot.getByText(`enough until ${date}.`).waitFor();
  await autopilot.getByRole('link', { name: 'Add words' }).waitFor();
  await page.goto('/admin');
  const day = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const;
  const lastDay = new Date(`${last}T12:00Z`).toLocaleDateString('en-US', day);
  await page.getByText(`The autopilot has enough words only until ${lastDay}.`).waitFor();
});
