import { defaultSendTime, weekdays } from '@wordrise/core/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withChromium } from '../../../admin-ui/test/built-site.ts';
import { dayFromNow, scheduleWord } from './mornings.ts';
import {
  admin,
  endSession,
  logIn,
  type Product,
  pathOf,
  startProductWithAdmin,
  theAdmin,
  timezone,
  waitForToast,
} from './product.ts';

withChromium();

let product: Product;
beforeAll(async () => {
  product = await startProductWithAdmin();
});
afterAll(() => product?.stop());

const hourMs = 3_600_000;
/** Seven hours before 7:00, except when the clocks change. */
function midnightBefore(sevenInTheMorning: number): number {
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: timezone });
  const midnight = [6, 7, 8]
    .map((hours) => sevenInTheMorning - hours * hourMs)
    .find((at) => hour.format(at) === '00');
  if (midnight === undefined) throw new Error(`${sevenInTheMorning} is not 7:00 in ${timezone}`);
  return midnight;
}

/** The texts that the tab keeps. */
const keptText = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

test('a session that ends in the schedule form: its word and time are back after signing in', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/schedule?new=');
  await page.getByRole('button', { name: 'Select affable' }).click();
  const form = page.getByRole('region', { name: 'Schedule New Email' });
  const when = form.getByLabel('Scheduled Date & Time *');
  await when.fill(`${dayFromNow(3)}T09:30`);
  await endSession(form.getByRole('button', { name: 'Schedule Email' }));
  await logIn(page);
  await form.getByText('affable', { exact: true }).waitFor();
  expect(pathOf(page)).toBe('/admin/schedule?new=');
  await expect.poll(() => when.inputValue()).toBe(`${dayFromNow(3)}T09:30`);
  expect(await call('listSchedule')).toEqual([]);

  await form.getByRole('button', { name: 'Schedule Email' }).click();
  await waitForToast(page, 'Email scheduled successfully!');
  expect((await call('listSchedule')).map(({ words }) => words.word)).toEqual(['affable']);
  await form.waitFor({ state: 'detached' });
  // The next one starts empty.
  await page.getByRole('button', { name: 'Schedule Email' }).click();
  await expect.poll(() => when.inputValue()).toBe(`${dayFromNow(1)}T07:00`);
});

test('a session that ends in the autopilot’s settings: they are back, unsaved', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/schedule');
  const autopilot = page.getByRole('region', { name: /^Autopilot/ });
  await autopilot.getByRole('button', { name: 'Settings' }).click();
  await autopilot.getByLabel('Time').fill('06:15');
  await autopilot.getByLabel('Mornings ahead').fill('9');
  const saturday = autopilot.getByRole('button', { name: 'Sat' });
  const wasChosen = (await saturday.getAttribute('aria-pressed')) === 'true';
  await saturday.click();
  await endSession(autopilot.getByRole('button', { name: 'Turn on' }));
  await logIn(page);
  await expect.poll(() => autopilot.getByLabel('Time').inputValue()).toBe('06:15');
  expect(pathOf(page)).toBe('/admin/schedule');
  expect(await autopilot.getByLabel('Mornings ahead').inputValue()).toBe('9');
  expect(await saturday.getAttribute('aria-pressed')).toBe(String(!wasChosen));
  expect((await call('getAutopilot')).isOn).toBe(false);
  await autopilot.getByRole('button', { name: 'Close' }).click();
  expect(await keptText(page)).not.toContain('06:15');
});

test('a session that ends while a password is changed: no password is kept, and none was changed', async () => {
  const { page } = await theAdmin({}, product);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const fields = ['Current Password', 'New Password', 'Confirm New Password'];
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  await field('Current Password').fill(admin.password);
  for (const name of fields.slice(1)) await field(name).fill('a new and longer one');
  await endSession(dialog.getByRole('button', { name: 'Change Password' }));
  const kept = await keptText(page);
  expect(kept).not.toContain(admin.password);
  expect(kept).not.toContain('a new and longer one');

  await logIn(page);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  expect(pathOf(page)).toBe('/admin');
  expect(await dialog.count()).toBe(0);
  await page.getByRole('button', { name: 'Change Password' }).click();
  for (const name of fields) expect(await field(name).inputValue()).toBe('');
});

test('a session that ends while a test is sent: the template and the address are back', async () => {
  const { page, call } = await theAdmin({}, product);
  await page.goto('/admin/templates');
  await page.getByLabel('HTML template').fill('<h1>Unsaved {{word}}</h1>');
  const dialog = page.getByRole('dialog', { name: 'Send a test email' });
  const address = dialog.getByLabel('Email address');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await address.fill('owner@example.com');
  await endSession(dialog.getByRole('button', { name: 'Send', exact: true }));
  await logIn(page);
  await page.getByText('Your unsaved changes are back').waitFor();
  expect(pathOf(page)).toBe('/admin/templates');
  expect(await page.getByLabel('HTML template').inputValue()).toBe('<h1>Unsaved {{word}}</h1>');
  expect((await call('listOutbox')).emails).toEqual([]);
  await page.getByRole('button', { name: 'Send a test' }).click();
  expect(await address.inputValue()).toBe('owner@example.com');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('The test email to owner@example.com is in the outbox.').waitFor();
});

test('a tab that stays open turns tomorrow into today at midnight, and sees what changed at a send time', async () => {
  const { page, call } = await theAdmin({}, product);
  // Today's send time has passed, whenever this runs, so the next email is tomorrow's.
  const plan = { isOn: false, days: [...weekdays], ahead: 14 };
  await call('saveAutopilot', { body: { ...plan, time: '00:00' } });
  onTestFinished(async () => {
    await call('saveAutopilot', { body: { ...plan, time: defaultSendTime } });
  });
  const first = await scheduleWord(call, 'petrichor', dayFromNow(1));
  const sendTime = Date.parse(first.scheduledDate);
  const midnight = midnightBefore(sendTime);
  await page.clock.install({ time: midnight - 30_000 });
  await page.goto('/admin');
  const row = (word: string) =>
    page
      .getByRole('region', { name: 'Scheduled emails, newest first' })
      .getByRole('listitem')
      .filter({ hasText: word });
  await row('petrichor').getByText('Upcoming').waitFor();

  const second = await scheduleWord(call, 'zephyr', dayFromNow(2));
  await page.clock.fastForward(60_000);
  await row('petrichor').getByText('Today').waitFor();
  await row('zephyr').getByText('Upcoming').waitFor();

  // The night passes, and the tab is up to date again.
  const third = await scheduleWord(call, 'halcyon', dayFromNow(4));
  await page.clock.fastForward(sendTime - midnight - 90_000);
  await row('halcyon').waitFor();
  for (const { id } of [second, third]) await call('cancelEmail', { params: { id } });
  await row('zephyr').waitFor();
  await page.clock.fastForward(60_000);
  await row('zephyr').waitFor({ state: 'detached' });
  await row('halcyon').waitFor({ state: 'detached' });
  await row('petrichor').getByText('Today').waitFor();
});
