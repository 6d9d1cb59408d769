import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { scheduleItem } from '../../testing/builders.ts';
import { calendarList, openDashboard, openMonth, region } from '../../testing/dashboard.tsx';
import { fixDate } from '../../testing/fix-date.ts';

fixDate('2026-12-01T15:00:00Z');
afterEach(() => sessionStorage.clear());

test('lists the calendar newest first, with day and status', async () => {
  openDashboard();
  const rows = (await calendarList()).getAllByRole('listitem');
  const said = rows.map((row) => ({
    word: row.querySelector('p')?.textContent,
    badges: ['Today', 'Upcoming', 'Scheduled', 'Sent', 'Unknown'].filter(
      (badge) => within(row).queryByText(badge) !== null,
    ),
  }));
  expect(said).toEqual([
    { word: 'petrichor', badges: ['Upcoming', 'Unknown'] },
    { word: 'halcyon', badges: ['Upcoming', 'Scheduled'] },
    { word: 'solace', badges: ['Today', 'Scheduled'] },
    { word: 'zephyr', badges: ['Sent'] },
    { word: 'candor', badges: ['Unknown'] },
  ]);
  expect(rows[0]?.textContent).toContain('Thu, Dec 3, 2026, 07:00');
  expect(rows[4]?.textContent).toContain('Failed: Away.');
});

test('says what holds a scheduled email back', async () => {
  const reason = 'Its time has passed, and the email provider has not sent it.';
  openDashboard({ listSchedule: [scheduleItem({ word: 'solace', status: 'scheduled', reason })] });
  const [row] = (await calendarList()).getAllByRole('listitem');
  expect(row?.textContent).toContain(reason);
  expect(within(await region('Recent Activity')).getByText(reason)).toBeDefined();
});

test('an email that reached nobody is not shown as one that was sent', async () => {
  const reason = 'No reader got it within 6 hours of its time.';
  openDashboard({
    listSchedule: [
      scheduleItem({ id: 2, word: 'zephyr', status: 'sent', scheduledDate: '2026-12-01T12:00:00.000Z' }),
      scheduleItem({
        id: 1,
        word: 'solace',
        status: 'sent',
        reason,
        scheduledDate: '2026-11-30T12:00:00.000Z',
      }),
    ],
  });
  const [, row] = (await calendarList()).getAllByRole('listitem');
  for (const list of [row as HTMLElement, await region('Recent Activity')]) {
    expect(within(list).getByText(`Failed: ${reason}`)).toBeDefined();
    expect(within(list).getByText('Failed')).toBeDefined();
    expect(within(list).queryByText('Sent')).toBeNull();
  }
});

test('the status button cycles All, Scheduled, Sent', async () => {
  const { user } = openDashboard();
  const words = async () =>
    (await calendarList()).getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
  const button = await screen.findByRole('button', { name: /^Status: All/ });
  expect(button.textContent).toBe('All');
  expect(await words()).toHaveLength(5);

  await user.click(button);
  expect(button.textContent).toBe('Scheduled');
  expect(await words()).toEqual(['halcyon', 'solace']);
  await user.click(button);
  expect(button.textContent).toBe('Sent');
  expect(await words()).toEqual(['zephyr']);
  await user.click(button);
  expect(button.textContent).toBe('All');
  expect(await words()).toHaveLength(5);
});

test('searches the calendar, and says when nothing matches', async () => {
  const { user } = openDashboard();
  const search = await screen.findByRole('searchbox', { name: 'Search scheduled emails' });
  await user.type(search, 'HAL{Enter}');
  const list = await calendarList();
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1));

  await user.clear(search);
  await user.type(search, 'nothing like it{Enter}');
  expect(await screen.findByText('No scheduled emails found')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect((await calendarList()).getAllByRole('listitem')).toHaveLength(5);
  expect((search as HTMLInputElement).value).toBe('');
});

test('the calendar shows the list or the month, and remembers which', async () => {
  const first = openDashboard();
  await calendarList();
  expect(screen.queryByRole('table', { name: /^Words by day/ })).toBeNull();
  await openMonth(first.user, 'Words by day, December 2026');
  expect(screen.queryByRole('region', { name: 'Scheduled emails, newest first' })).toBeNull();
  await first.router.navigate('/admin/outbox');
  await screen.findByRole('heading', { name: 'Outbox' });
  await first.router.navigate('/admin');
  expect(await screen.findByRole('table', { name: /^Words by day/ })).toBeDefined();
});

test('draws the month, marks today, and turns to other months', async () => {
  const { user } = openDashboard();
  const month = await openMonth(user, 'Words by day, December 2026');
  expect(within(month).getByRole('button', { current: 'date' }).textContent).toBe('1 solace');
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('table', { name: 'Words by day, November 2026' }).textContent).toContain(
    '30 zephyr',
  );
});

test('the chosen day is shown in full, and the arrow keys move from day to day', async () => {
  const { user } = openDashboard();
  await openMonth(user, 'Words by day, December 2026');
  const detail = () => screen.getByRole('region', { name: /^Chosen day/ });
  const day = (name: string | RegExp) => screen.getByRole('button', { name });
  expect(detail().textContent).toBe('Tue, Dec 1, 07:00solaceScheduled');

  await user.click(day('Dec 3 petrichor (Unknown)'));
  expect(detail().textContent).toBe('Thu, Dec 3, 07:00petrichorUnknown');
  expect(day(/^Dec 3 /).getAttribute('aria-pressed')).toBe('true');

  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(document.activeElement).toBe(day('Dec 4 no email')));
  expect(detail().textContent).toContain('Nothing is scheduled.');
  expect(within(detail()).getByRole('link', { name: 'Choose a word' }).getAttribute('href')).toBe(
    '/admin/schedule?new=2026-12-04',
  );
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(document.activeElement).toBe(day('Nov 27 no email')));
  expect(screen.getByRole('table', { name: 'Words by day, November 2026' })).toBeDefined();
  expect(detail().textContent).toBe('Fri, Nov 27No email went out.');

  // A single tab stop, however many emails the month has.
  const days = within(screen.getByRole('table', { name: /^Words by day/ })).getAllByRole('button');
  expect(days.filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
});

test('another month starts at its first word, the current month at today', async () => {
  const { user } = openDashboard();
  await openMonth(user, 'Words by day, December 2026');
  const chosen = () => screen.getByRole('region', { name: /^Chosen day/ }).textContent;
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(chosen()).toBe('Sun, Nov 29, 07:00candorUnknown');
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(chosen()).toBe('Tue, Dec 1, 07:00solaceScheduled');
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  expect(chosen()).toBe('Fri, Jan 1Nothing is scheduled.Choose a word');
});
