import { screen, waitFor, within } from '@testing-library/react';
import { noReaders } from '@wordrise/core/contract';
import { afterEach, expect, test } from 'vitest';
import { overview, scheduleItem } from '../../testing/builders.ts';
import { calendarList, openDashboard, region, schedule, stats } from '../../testing/dashboard.tsx';
import { held, refuse } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';

fixDate('2026-12-01T15:00:00Z');
afterEach(() => sessionStorage.clear());

test('counts words and scheduled emails', async () => {
  const { server } = openDashboard();
  const words = await region('Total Words');
  const emails = await region('Scheduled Emails');
  await waitFor(() => expect(words.textContent).toContain('1,284'));
  await waitFor(() => expect(emails.textContent).toBe('Scheduled Emails124 waiting · 8 sent'));
  const [call] = server.callsOf('listWords');
  expect(`${call?.path}?${call?.search}`).toBe('/api/admin/words?page=1&limit=50');
});

test('links to the four pages', async () => {
  openDashboard();
  const links = within(await screen.findByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manage Words', '/admin/words'],
    ['Schedule Email', '/admin/schedule?new='],
    ['Edit Email Template', '/admin/templates'],
    ['Technical Specifications', '/admin/tech-specs'],
  ]);
});

test('recent activity shows five at most', async () => {
  openDashboard({ listSchedule: [...schedule, scheduleItem({ word: 'sixth' }), scheduleItem()] });
  const card = await region('Recent Activity');
  await waitFor(() => expect(within(card).getAllByRole('listitem')).toHaveLength(5));
  // It is named above.
  expect(within(card).queryByText('zephyr')).toBeNull();
});

test('empty: says so and offers the next step', async () => {
  openDashboard({ listSchedule: [], scheduleStats: { ...stats, total: 0, sent: 0 } });
  expect(await screen.findByText('No recent activity')).toBeDefined();
  expect(screen.getByText('No scheduled emails found')).toBeDefined();
  expect(screen.getByText('Nobody has signed up yet')).toBeDefined();
});

test('loading: skeletons that say what they wait for', async () => {
  const words = held({ words: [], total: 0, hasMore: false });
  openDashboard({
    listSchedule: held([]).answer,
    overview: held(overview()).answer,
    listWords: words.answer,
  });
  expect(await screen.findByText('Loading recent activity')).toBeDefined();
  for (const label of ['Loading the email calendar', 'Loading readers', 'Loading the next email']) {
    expect(screen.getByText(label)).toBeDefined();
  }
  expect(screen.getByRole('region', { name: 'Total Words' }).getAttribute('aria-busy')).toBe('true');
});

test.each(['listSchedule', 'scheduleStats', 'listWords'] as const)(
  'when %s fails both lists say so, and trying again works',
  async (failing) => {
    const { user, server } = openDashboard({ [failing]: refuse(503, 'database.unreachable', 'Away.') });
    const card = await region('Recent Activity');
    expect(await within(card).findByText('Error: One or more API calls failed')).toBeDefined();
    expect(screen.getAllByText('Error: One or more API calls failed')).toHaveLength(2);

    server.answer({
      listWords: { words: [], total: 5, hasMore: false },
      scheduleStats: stats,
      listSchedule: schedule,
    });
    await user.click(within(card).getByRole('button', { name: 'Try again' }));
    expect(await within(card).findByText('candor')).toBeDefined();
    expect(screen.queryByText('Error: One or more API calls failed')).toBeNull();
    // Only what failed was requested again.
    expect(server.callsOf(failing)).toHaveLength(2);
    expect(server.calls.filter(({ name }) => name === 'listWords' && failing !== name).length).toBeLessThan(
      2,
    );
  },
);

test('counts readers and draws the last days, with a table for screen readers', async () => {
  const perDay = [
    { day: '2026-11-29', count: 2 },
    { day: '2026-11-30', count: 0 },
    { day: '2026-12-01', count: 7 },
  ];
  openDashboard({
    overview: overview({
      readers: {
        total: 18_430,
        byStatus: { ...noReaders, subscribed: 18_423, unconfirmed: 4, bounced: 3 },
        perDay,
      },
    }),
  });
  const card = await region('Readers');
  await waitFor(() => expect(card.textContent).toContain('18,423'));
  expect(card.textContent).toContain(
    'readers on the list; not counted: 4 unconfirmed, 3 who left or bounced. 9 new readers in the last 3 days.',
  );
  expect(card.textContent).toContain('7 new readers on Dec 1');
  const rows = within(within(card).getByRole('table', { name: 'New readers per day' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['Nov 292', 'Nov 300', 'Dec 17']);
  expect(card.querySelectorAll('rect')).toHaveLength(3);
});

test('a failing overview does not affect the rest', async () => {
  openDashboard({ overview: refuse(500, 'internal', 'Something went wrong on our side.') });
  expect(await screen.findByText('The readers could not be counted')).toBeDefined();
  expect(await calendarList()).toBeDefined();
});
