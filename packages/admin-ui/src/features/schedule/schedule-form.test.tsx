import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ScheduledEmailView, UnusedWordsPage } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleItem } from '../../testing/builders.ts';
import {
  type Answers,
  type Call,
  held,
  json,
  refuse,
  runningSystem,
  unreachable,
} from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const words = [
  { id: 7, word: 'petrichor', definition: 'The smell of rain on dry ground.' },
  { id: 8, word: 'halcyon', definition: 'Calm and peaceful.' },
];
const firstPage: UnusedWordsPage = { words, total: 45, hasMore: true };
const scheduled: ScheduledEmailView = scheduleItem({ word: 'petrichor' }).scheduled_emails;

beforeEach(() => {
  // Only the date: the page's timers keep running. In New York it is still the last of November.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T03:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openForm(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/schedule',
    answers: { listProviderSends: [], listUnusedWords: firstPage, scheduleEmail: scheduled, ...answers },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Schedule Email' }));
  const card = within(await screen.findByRole('region', { name: 'Schedule New Email' }));
  const submit = () => card.getByRole('button', { name: 'Schedule Email' }) as HTMLButtonElement;
  async function select(word = 'petrichor') {
    await app.user.click(await card.findByRole('button', { name: `Select ${word}` }));
  }
  const asked = () =>
    app.server.callsOf('listUnusedWords').map(({ search }) => Object.fromEntries(search) as object);
  return { ...app, card, submit, select, asked };
}

const dateField = () => screen.getByLabelText('Scheduled Date & Time *') as HTMLInputElement;
const letter = (name: string) => screen.getByRole('button', { name });
const searchBox = () => screen.getByRole('searchbox', { name: 'Search unused words' }) as HTMLInputElement;

test('the button opens and closes the form, and gets the focus back', async () => {
  const { user, place } = await openForm();
  const [toggle] = screen.getAllByRole('button', { name: 'Schedule Email' }) as [HTMLElement];
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(place()).toBe('/admin/schedule?new=');

  await user.click(toggle);
  expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull();
  expect(place()).toBe('/admin/schedule');
  expect(document.activeElement).toBe(toggle);
});

test('Cancel closes it too', async () => {
  const { user, card } = await openForm();
  await user.click(card.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull();
});

test('presets tomorrow at seven in the installation’s zone, and names the zone', async () => {
  await openForm();
  // In UTC it is the first of December, in New York the evening before.
  expect(dateField().value).toBe('2026-12-01T07:00');
  expect(screen.getByText('Time zone: New York (America/New_York)')).toBeDefined();
  expect(screen.getByText('Goes out Tuesday, December 1, 2026 at 7:00 AM · New York')).toBeDefined();
});

test('the preset is in the time zone of the installation, even if that loads late', async () => {
  const system = held({ ...runningSystem, timezone: 'Pacific/Kiritimati' });
  const opening = openForm({ system: system.answer });
  system.release();
  await opening;
  await waitFor(() => expect(dateField().value).toBe('2026-12-02T07:00'));
});

test('lists unused words with their definitions, twenty at a time', async () => {
  const { user, card, asked, server } = await openForm();
  const list = within(await card.findByRole('list'));
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'petrichorThe smell of rain on dry ground.Select',
    'halcyonCalm and peaceful.Select',
  ]);
  expect(card.getByText('45 unused words available')).toBeDefined();
  expect(card.getByText('Page 1 of 3')).toBeDefined();
  expect((card.getByRole('button', { name: 'Previous' }) as HTMLButtonElement).disabled).toBe(true);
  expect(asked()).toEqual([{ page: '1', limit: '20' }]);

  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 2 of 3')).toBeDefined();
  server.answer({ listUnusedWords: { words, total: 45, hasMore: false } });
  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 3 of 3')).toBeDefined();
  expect((card.getByRole('button', { name: 'Next' }) as HTMLButtonElement).disabled).toBe(true);
  await user.click(card.getByRole('button', { name: 'Previous' }));
  expect(await card.findByText('Page 2 of 3')).toBeDefined();
  expect(asked()).toHaveLength(3);
});

test('a letter clears the search, a search clears the letter, and both go to page 1', async () => {
  const { user, card, asked } = await openForm();
  await user.click(await card.findByRole('button', { name: 'Next' }));
  await card.findByText('Page 2 of 3');

  await user.click(letter('P'));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', letter: 'p' }));
  expect(await card.findByText('Page 1 of 3')).toBeDefined();
  expect(letter('P').getAttribute('aria-pressed')).toBe('true');

  await user.click(card.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '2', limit: '20', letter: 'p' }));
  await user.type(searchBox(), 'rain{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', search: 'rain' }));
  expect(letter('P').getAttribute('aria-pressed')).toBe('false');
  expect(letter('All').getAttribute('aria-pressed')).toBe('true');

  await user.click(letter('H'));
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', letter: 'h' }));
  expect(searchBox().value).toBe('');
});

test('All clears search and letter', async () => {
  const { user, asked } = await openForm();
  await user.type(searchBox(), 'rain{Enter}');
  await waitFor(() => expect(asked().at(-1)).toEqual({ page: '1', limit: '20', search: 'rain' }));
  await user.click(letter('All'));
  expect(searchBox().value).toBe('');
  // The first page comes from the cache.
  expect(await screen.findByText('45 unused words available')).toBeDefined();
});

test('says when nothing matches, and shows everything again', async () => {
  const { user, card, server } = await openForm();
  server.answer({ listUnusedWords: { words: [], total: 0, hasMore: false } });
  await user.click(letter('X'));
  expect(await card.findByText('No unused word starts with X.')).toBeDefined();
  expect(card.queryByText(/unused words available/)).toBeNull();
  await user.click(card.getByRole('button', { name: 'Show all unused words' }));
  expect(await card.findByText('45 unused words available')).toBeDefined();
});

test('says when every word has been used, and where to add more', async () => {
  const { card } = await openForm({ listUnusedWords: { words: [], total: 0, hasMore: false } });
  expect(await card.findByText('Every word has been used')).toBeDefined();
  expect(card.getByRole('link', { name: 'Add words' }).getAttribute('href')).toBe('/admin/words?panel=add');
});

test('shows that words are loading, and that fetching them failed', async () => {
  const answer = held(firstPage);
  const { card, user, server } = await openForm({ listUnusedWords: answer.answer });
  expect(card.getByText('Loading unused words')).toBeDefined();
  answer.release();
  await card.findByText('petrichor');

  server.answer({ listUnusedWords: refuse(503, 'database.unreachable', 'Away.') });
  await user.click(letter('P'));
  expect(await card.findByText('Failed to fetch unused words')).toBeDefined();
  server.answer({ listUnusedWords: firstPage });
  await user.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('petrichor')).toBeDefined();
});

test('goes to the last page when the requested one no longer exists', async () => {
  const { user, card, server, asked } = await openForm();
  await card.findByText('Page 1 of 3');
  server.answer({
    listUnusedWords: ({ search }: Call) =>
      search.get('page') === '1'
        ? { words, total: 2, hasMore: false }
        : { words: [], total: 2, hasMore: false },
  });
  await user.click(card.getByRole('button', { name: 'Next' }));
  expect(await card.findByText('Page 1 of 1')).toBeDefined();
  expect(asked().length).toBeGreaterThan(1);
});

test('a selected word replaces the list until Change', async () => {
  const { user, card, select, submit } = await openForm();
  expect(submit().disabled).toBe(true);
  // The hint at the word also describes the disabled button.
  const hint = within(card.getByRole('group', { name: 'Word' })).getByText('Please select a word first');
  expect(submit().getAttribute('aria-describedby')).toBe(hint.id);

  await select();
  expect(card.queryByRole('list')).toBeNull();
  expect(card.queryByRole('searchbox')).toBeNull();
  expect(card.getByText('petrichor')).toBeDefined();
  expect(card.queryByText('Please select a word first')).toBeNull();
  expect(submit().disabled).toBe(false);
  expect(document.activeElement).toBe(dateField());

  await user.click(card.getByRole('button', { name: 'Change' }));
  expect(await card.findByText('halcyon')).toBeDefined();
  expect(submit().disabled).toBe(true);
  expect(document.activeElement).toBe(searchBox());
});

test('submitted without a word anyway, it asks for one and sends nothing', async () => {
  const { server } = await openForm();
  fireEvent.submit(dateField().form as HTMLFormElement);
  expect((await screen.findByText('Please select a word first')).className).toContain('wrong');
  expect(server.callsOf('scheduleEmail')).toEqual([]);
});

test('without a date and time it asks for them and sends nothing', async () => {
  const { user, select, submit, server } = await openForm();
  await select();
  fireEvent.input(dateField(), { target: { value: '' } });
  await user.click(submit());
  expect(await screen.findByText('Please select a date and time')).toBeDefined();
  expect(document.activeElement).toBe(dateField());
  expect(server.callsOf('scheduleEmail')).toEqual([]);

  fireEvent.input(dateField(), { target: { value: '2026-12-05T06:30' } });
  await waitFor(() => expect(screen.queryByText('Please select a date and time')).toBeNull());
});

test('schedules with the local time, says so, closes and fetches the lists again', async () => {
  const { user, select, submit, server } = await openForm();
  await select();
  await user.click(submit());

  expect(await screen.findByText('Email scheduled successfully!')).toBeDefined();
  expect(server.callsOf('scheduleEmail').map(({ body }) => body)).toEqual([
    { wordId: 7, scheduledDate: '2026-12-01T07:00', status: 'pending' },
  ]);
  // The router closes the form in a transition, which may render after the toast.
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Schedule New Email' })).toBeNull());
  await waitFor(() => expect(server.callsOf('listProviderSends')).toHaveLength(2));

  // Opened again it is reset: nothing selected, the preset time, and a fresh list.
  await user.click(screen.getByRole('button', { name: 'Schedule Email' }));
  expect(await screen.findByRole('button', { name: 'Select petrichor' })).toBeDefined();
  expect(dateField().value).toBe('2026-12-01T07:00');
  expect(server.callsOf('listUnusedWords')).toHaveLength(2);
});

test('says why it is pending if the provider has not accepted it yet', async () => {
  const { user, select, submit } = await openForm({
    scheduleEmail: { ...scheduled, status: 'pending', reason: 'The provider is away. It is tried again.' },
  });
  await select();
  await user.click(submit());
  const saved = 'Saved. It will be sent to iContact as soon as it responds.';
  expect(await screen.findByText(saved)).toBeDefined();
  expect(screen.getByText('The provider is away. It is tried again.')).toBeDefined();
});

test('ignores a second click while it works', async () => {
  const answer = held(scheduled);
  const { user, select, submit, server, card } = await openForm({ scheduleEmail: answer.answer });
  await select();
  await user.click(submit());
  const busy = await card.findByRole('button', { name: 'Scheduling...' });
  await user.click(busy);
  fireEvent.submit(dateField().form as HTMLFormElement);
  expect(server.callsOf('scheduleEmail')).toHaveLength(1);
  answer.release();
  expect(await screen.findByText('Email scheduled successfully!')).toBeDefined();
});

const toast = () => document.querySelector('[data-toasts]')?.textContent;

test.each([
  {
    why: 'the provider refuses',
    scheduleEmail: refuse(502, 'email_provider.refused', 'The email was not scheduled. Bad campaign.'),
    description: 'The email was not scheduled. Bad campaign.',
  },
  {
    why: 'the server refuses without a message',
    scheduleEmail: () => json({}, 500),
    description: 'Failed to schedule email',
  },
  {
    why: 'the server cannot be reached',
    scheduleEmail: unreachable,
    description: 'Failed to schedule email',
  },
])('$why: a toast, and the form keeps its content', async ({ scheduleEmail, description }) => {
  const { user, card, select, submit } = await openForm({ scheduleEmail });
  await select();
  await user.click(submit());
  await waitFor(() => expect(toast()).toBe(`Error${description}`));
  expect(card.getByText('petrichor')).toBeDefined();
  expect(submit().disabled).toBe(false);
});

test('a time that has passed is shown at the field too, until it is changed', async () => {
  const past = 'Mon, Nov 30, 2026, 06:00 has passed. Choose a time in the future.';
  const { user, select, submit } = await openForm({
    scheduleEmail: refuse(400, 'schedule.in_past', past, { scheduledDate: [past] }),
  });
  await select();
  await user.click(submit());
  await waitFor(() => expect(dateField().getAttribute('aria-invalid')).toBe('true'));
  expect(toast()).toBe(`Error${past}`);
  expect(screen.queryByText(/^“petrichor” goes out/)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(dateField()));

  fireEvent.input(dateField(), { target: { value: '2026-12-05T06:30' } });
  await waitFor(() => expect(dateField().getAttribute('aria-invalid')).toBeNull());
});

test('a word that someone else just scheduled has to be chosen again', async () => {
  const { user, card, select, submit, server } = await openForm({
    scheduleEmail: refuse(409, 'schedule.word_waiting', 'There is an email for “petrichor” already.'),
  });
  await select();
  server.answer({ listUnusedWords: { words: words.slice(1), total: 1, hasMore: false } });
  await user.click(submit());
  await waitFor(() => expect(toast()).toBe('ErrorThere is an email for “petrichor” already.'));
  await waitFor(() => expect(card.getByRole('list').textContent).toBe('halcyonCalm and peaceful.Select'));
  expect(submit().disabled).toBe(true);
});
