import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, scheduleItem, tomorrow } from '../../testing/builders.ts';
import { type Answers, held, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const stats = { total: 12, pending: 1, scheduled: 3, sent: 8, failed: 0 };
const schedule = [
  scheduleItem({ word: 'petrichor', scheduledDate: '2026-12-03T12:00:00.000Z', status: 'pending' }),
  scheduleItem({ word: 'halcyon', scheduledDate: '2026-12-02T12:00:00.000Z', status: 'scheduled' }),
  scheduleItem({ word: 'solace', scheduledDate: '2026-12-01T12:00:00.000Z', status: 'scheduled' }),
  scheduleItem({
    word: 'zephyr',
    scheduledDate: '2026-11-30T12:00:00.000Z',
    status: 'sent',
    sentAt: '2026-11-30T12:00:00.000Z',
  }),
  scheduleItem({
    word: 'candor',
    scheduledDate: '2026-11-29T12:00:00.000Z',
    status: 'failed',
    reason: 'Away.',
  }),
];

function openDashboard(answers: Answers = {}) {
  return renderApp({
    path: '/admin',
    answers: {
      listWords: { words: [], total: 1284, hasMore: true },
      scheduleStats: stats,
      listSchedule: schedule,
      overview: overview(),
      tomorrow: tomorrow(),
      ...answers,
    },
  });
}

beforeEach(() => {
  // Fakes only the date: the page's timers keep running.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

/** A card, once everything is loaded: all cards replace their skeletons at the same time. */
async function region(name: string | RegExp) {
  await waitFor(() => expect(screen.queryByText('Loading readers')).toBeNull());
  return screen.findByRole('region', { name });
}
/** Shows the month in place of the list. */
async function openMonth(user: UserEvent, name: string) {
  await user.click(within(await region('Email Calendar')).getByRole('button', { name: 'Month' }));
  return screen.findByRole('table', { name });
}
async function calendarList() {
  return within(await region('Scheduled emails, newest first'));
}

test('counts words and scheduled emails', async () => {
  const { server } = openDashboard();
  const words = await region('Total Words');
  const emails = await region('Scheduled Emails');
  await waitFor(() => expect(words.textContent).toContain('1,284'));
  await waitFor(() => expect(emails.textContent).toContain('12'));
  const [call] = server.callsOf('listWords');
  expect(`${call?.path}?${call?.search}`).toBe('/api/admin/words?page=1&limit=50');
});

test('links to the four pages', async () => {
  openDashboard();
  const links = within(await screen.findByRole('navigation', { name: 'Quick links' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manage Words', '/admin/words'],
    ['Schedule Email', '/admin/schedule'],
    ['Edit Email Template', '/admin/templates'],
    ['Technical Specifications', '/admin/tech-specs'],
  ]);
});

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

test('recent activity shows five at most', async () => {
  openDashboard({ listSchedule: [...schedule, scheduleItem({ word: 'sixth' }), scheduleItem()] });
  const card = await region('Recent Activity');
  await waitFor(() => expect(within(card).getAllByRole('listitem')).toHaveLength(5));
  expect(within(card).getAllByRole('listitem')[0]?.textContent).toContain('zephyr');
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
    expect(await within(card).findByText('zephyr')).toBeDefined();
    expect(screen.queryByText('Error: One or more API calls failed')).toBeNull();
    // Only what failed was requested again.
    expect(server.callsOf(failing)).toHaveLength(2);
    expect(server.calls.filter(({ name }) => name === 'listWords' && failing !== name).length).toBeLessThan(
      2,
    );
  },
);

test('says what goes out next and when, with its zone', async () => {
  openDashboard({
    overview: overview({
      next: { id: 1, scheduledDate: '2026-12-02T12:00:00.000Z', status: 'scheduled', word: 'halcyon' },
      tomorrow: true,
    }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('halcyon')).toBeDefined();
  expect(card.textContent).toContain('Goes out Wed, Dec 2, 2026, 07:00\u00a0·\u00a0New\u00a0York.');
  expect(card.textContent).not.toContain('Nothing is scheduled for tomorrow.');
});

const next = {
  id: 1,
  scheduledDate: '2026-12-02T12:00:00.000Z',
  status: 'scheduled' as const,
  word: 'halcyon',
};
const email = {
  id: 1,
  scheduledDate: '2026-12-02T12:00:00.000Z',
  word: 'halcyon',
  phoneticPronunciation: '/ˈhælsiən/',
  definition: 'Calm and happy, as a time remembered.',
};

test('shows the word in full and that it is ready, with its readers', async () => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'ready', email, readers: 1204 }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Ready')).toBeDefined();
  expect(within(card).getByText('/ˈhælsiən/')).toBeDefined();
  expect(within(card).getByText('Calm and happy, as a time remembered.')).toBeDefined();
  expect(card.textContent).toContain('New\u00a0York, in 21 hours, to 1,204 readers.');
});

test('says what puts the email at risk, and what to do', async () => {
  const reasons = [
    {
      code: 'no_pass' as const,
      message: 'The processor has never run.',
      fix: 'Start the server.',
    },
  ];
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'at_risk', email, readers: 1, reasons }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('At risk')).toBeDefined();
  const list = within(card).getByRole('list', { name: 'What puts it at risk' });
  expect(within(list).getByRole('listitem').textContent).toBe(
    'The processor has never run. Start the server.',
  );
  expect(card.textContent).toContain('to 1 reader.');
});

test('shows the next email without a verdict while the verdict is unavailable', async () => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: refuse(503, 'database.unreachable', 'Away.'),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('halcyon')).toBeDefined();
  expect(within(card).queryByText('At risk')).toBeNull();
});

test('says when tomorrow has no word, though a later day has one', async () => {
  openDashboard({
    overview: overview({
      next: { id: 1, scheduledDate: '2026-12-05T12:00:00.000Z', status: 'scheduled', word: 'halcyon' },
    }),
  });
  const card = await region('Next email');
  await within(card).findByText('halcyon');
  expect(card.textContent).toContain('Nothing is scheduled for tomorrow.');
  expect(within(card).getByRole('link', { name: 'Choose a word' }).getAttribute('href')).toBe(
    '/admin/schedule',
  );
});

test('counts readers and draws the last days, with a table for screen readers', async () => {
  const perDay = [
    { day: '2026-11-29', count: 2 },
    { day: '2026-11-30', count: 0 },
    { day: '2026-12-01', count: 7 },
  ];
  openDashboard({ overview: overview({ readers: { total: 18_423, perDay } }) });
  const card = await region('Readers');
  await waitFor(() => expect(card.textContent).toContain('18,423'));
  expect(card.textContent).toContain('9 of them new in the last 3 days');
  expect(card.textContent).toContain('7 signups on Dec 1');
  const rows = within(within(card).getByRole('table', { name: 'Signups per day' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual(['Nov 292', 'Nov 300', 'Dec 17']);
  expect(card.querySelectorAll('rect')).toHaveLength(3);
});

test('a failing overview does not affect the rest', async () => {
  openDashboard({ overview: refuse(500, 'internal', 'Something went wrong on our side.') });
  expect(await screen.findByText('The readers could not be counted')).toBeDefined();
  expect(await calendarList()).toBeDefined();
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
  expect(document.activeElement).toBe(day('Dec 4 no email'));
  expect(detail().textContent).toContain('Nothing is scheduled.');
  expect(within(detail()).getByRole('link', { name: 'Choose a word' }).getAttribute('href')).toBe(
    '/admin/schedule?new=2026-12-04',
  );
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(day('Nov 27 no email'));
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

const monday = '2026-12-07T12:00:00.000Z';

test('says that tomorrow is a rest day, and shows the email of the next day as ready', async () => {
  openDashboard({
    overview: overview({ next: { ...next, scheduledDate: monday } }),
    tomorrow: tomorrow({
      ...{ verdict: 'ready', day: '2026-12-07', isRestDayTomorrow: true, readers: 12 },
      email: { ...email, scheduledDate: monday },
    }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Ready')).toBeDefined();
  expect(card.textContent).toContain(
    'No email tomorrow: it is a rest day. The next one goes out Mon, Dec 7, 2026, 07:00',
  );
  expect(card.textContent).not.toContain('Nothing is scheduled');
  expect(within(card).queryByRole('link', { name: 'Choose a word' })).toBeNull();
});

test('names the day without a word that follows rest days', async () => {
  openDashboard({
    overview: overview(),
    tomorrow: tomorrow({ day: '2026-12-07', isRestDayTomorrow: true }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Nothing is scheduled for Mon, Dec 7.')).toBeDefined();
  expect(card.textContent).toContain('No email tomorrow: it is a rest day.');
  expect(within(card).getByRole('link', { name: 'Choose a word' })).toBeDefined();
});
