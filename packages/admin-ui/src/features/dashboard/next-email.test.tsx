import { waitFor, within } from '@testing-library/react';
import { noReaders } from '@wordrise/core/contract';
import { afterEach, expect, test } from 'vitest';
import { aSend, overview, tomorrow } from '../../testing/builders.ts';
import { openDashboard, region } from '../../testing/dashboard.tsx';
import { emailFacts, refuse, runningSystem } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';

fixDate('2026-12-01T15:00:00Z');
afterEach(() => sessionStorage.clear());

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
  wordId: 5,
  scheduledDate: '2026-12-02T12:00:00.000Z',
  isDue: false,
  word: 'halcyon',
  phoneticPronunciation: '/ˈhælsiən/',
  definition: 'Calm and happy, as a time remembered.',
};

test('shows the word in full and that it is ready, with its readers', async () => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({
      verdict: 'ready',
      email,
      readers: 1204,
      readersByStatus: { ...noReaders, subscribed: 1204, unconfirmed: 4, unsubscribed: 9 },
    }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Ready')).toBeDefined();
  expect(within(card).getByText('/ˈhælsiən/')).toBeDefined();
  expect(within(card).getByText('Calm and happy, as a time remembered.')).toBeDefined();
  expect(card.textContent).toContain('New\u00a0York, in 21 hours, to 1,204 readers (not to 4 unconfirmed).');
});

test('names the other emails of that day', async () => {
  const scheduledDate = '2026-12-02T13:00:00.000Z';
  const others = [
    { id: 2, word: 'hush', scheduledDate, isDue: false },
    { id: 3, word: 'solace', scheduledDate, isDue: false },
  ];
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'ready', email, readers: 1, others }),
  });
  const card = await region('Next email');
  await within(card).findByText('Ready');
  expect(card.textContent?.replace(/\s/g, ' ')).toContain(
    'to 1 reader. Also: “hush”, 08:00; “solace”, 08:00.',
  );
});

test('says what puts the email at risk, and what to do', async () => {
  const reasons = [
    {
      code: 'no_pass' as const,
      message: 'The processor has never run.',
      fix: 'Start the server.',
      advice: 'Start the server.',
      page: null,
    },
    {
      code: 'word_findings' as const,
      message: '“halcyon” needs work.',
      fix: 'Edit the word. For all findings, run: wordrise words check halcyon',
      advice: 'Edit the word.',
      page: '/admin/words?search=halcyon&panel=edit-3',
    },
  ];
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'at_risk', email, readers: 1, reasons }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('At risk')).toBeDefined();
  const list = within(card).getByRole('list', { name: 'What puts it at risk' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The processor has never run. Start the server.',
    '“halcyon” needs work. Edit the word. Edit the word',
  ]);
  expect(within(list).getByRole('link', { name: 'Edit the word' }).getAttribute('href')).toBe(
    '/admin/words?search=halcyon&panel=edit-3',
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
    '/admin/schedule?new=2026-12-02',
  );
});

/** Of 3,100 readers, on its first day. */
const warmUp = {
  schedule: 'usual',
  firstDay: '2026-12-01',
  today: 1,
  days: 42,
  most: 200,
  held: 0,
  isOver: false,
  isRestSent: false,
  taken: 0,
  readers: 3100,
  everyoneFrom: '2026-12-18',
};

test('does not count readers who wait for a warm-up as those who get the next email', async () => {
  const day = { day: '2026-12-01', most: 332, readers: 332, waiting: 2768 };
  openDashboard({
    overview: overview({
      readers: { total: 3100, byStatus: { ...noReaders, subscribed: 3100 }, perDay: [] },
    }),
    warmUp: { warmUp: { ...warmUp, calendar: [day] } },
  });
  const card = await region('Readers');
  await within(card).findByText(/of whom 332 get the emails of today: the others wait for the warm-up/);
});

test('a warm-up whose rest goes through the second mail server holds nobody back', async () => {
  const day = { day: '2026-12-01', most: 332, readers: 332, waiting: 2768 };
  const { server } = openDashboard({
    overview: overview({
      readers: { total: 3100, byStatus: { ...noReaders, subscribed: 3100 }, perDay: [] },
    }),
    warmUp: { warmUp: { ...warmUp, isRestSent: true, calendar: [day] } },
  });
  const card = await region('Readers');
  await within(card).findByText(/3,100/);
  await waitFor(() => expect(server.callsOf('warmUp')).toHaveLength(1));
  expect(card.textContent).not.toContain('wait for the warm-up');
});

test('says who waits for a warm-up', async () => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({
      verdict: 'ready',
      email,
      readers: 800,
      warmUp: { waiting: 1, day: 4, days: 30, most: 800 },
    }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Ready')).toBeDefined();
  expect(card.textContent).toContain('to 800 readers.');
  expect(card.textContent).toContain('1 reader waits for the warm-up, day 4 of 30: at most 800.');
});

test('says that the email is being sent, to how many readers', async () => {
  openDashboard({
    overview: overview({ next: { ...next, id: 2, word: 'limerence' }, tomorrow: true }),
    tomorrow: tomorrow({
      verdict: 'ready',
      day: '2026-12-01',
      isToday: true,
      email: { ...email, scheduledDate: '2026-12-01T14:59:00.000Z', isDue: true, sent: 1200 },
      readers: 3000,
    }),
  });
  const card = await region('Next email');
  expect(await within(card).findByText('Being sent')).toBeDefined();
  expect(within(card).getByText('halcyon')).toBeDefined();
  expect(card.textContent).toContain('Was due Tue, Dec 1, 2026, 09:59');
  expect(card.textContent).toContain('to 3,000 readers, of whom 1,200 have it.');
});

test.each([
  { sent: 1, says: 'of whom 1 has it.' },
  { sent: 2, says: 'of whom 2 have it.' },
])('$says', async ({ sent, says }) => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'ready', email: { ...email, isDue: true, sent }, readers: 13 }),
  });
  await within(await region('Next email')).findByText('Being sent');
  expect((await region('Next email')).textContent).toContain(`to 13 readers, ${says}`);
});

test('counts who has it as the card of running emails does', async () => {
  openDashboard({
    system: { ...runningSystem, ...emailFacts.smtp },
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ verdict: 'ready', email: { ...email, isDue: true, sent: 130 }, readers: 4000 }),
    listSends: { sends: [aSend({ id: email.id, progress: { sent: 1137 } })], nextAt: null },
  });
  await region('Sending now');
  expect((await region('Next email')).textContent).toContain('to 4,000 readers, of whom 1,137 have it.');
});

test('says that today has no word while there is still time, though tomorrow has one', async () => {
  openDashboard({
    overview: overview({ next, tomorrow: true }),
    tomorrow: tomorrow({ day: '2026-12-01', isToday: true }),
  });
  const card = await region('Next email');
  await within(card).findByText('halcyon');
  expect(card.textContent).toContain('Nothing is scheduled for today.');
  expect(within(card).getByRole('link', { name: 'Choose a word' }).getAttribute('href')).toBe(
    '/admin/schedule?new=2026-12-01',
  );
});

test('names the email for tomorrow that failed, and leads to it', async () => {
  openDashboard({ tomorrow: tomorrow({ failed: { id: 7, word: 'limerence' } }) });
  const card = await region('Next email');
  const link = await within(card).findByRole('link', { name: 'The email with “limerence” failed.' });
  expect(link.getAttribute('href')).toBe('/admin/schedule');
});

const monday = '2026-12-07T12:00:00.000Z';

test('says that tomorrow is a rest day, and shows the email of the next day as ready', async () => {
  openDashboard({
    overview: overview({ next: { ...next, scheduledDate: monday } }),
    tomorrow: tomorrow({
      verdict: 'ready',
      day: '2026-12-07',
      isRestDayTomorrow: true,
      readers: 12,
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
