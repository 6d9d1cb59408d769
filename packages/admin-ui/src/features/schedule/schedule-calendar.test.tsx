import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CalendarDayView } from '@wordrise/core/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shiftDay } from '../../kit/calendar-days.ts';
import { scheduleItem } from '../../testing/builders.ts';
import { type Answers, type Call, refuse } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const timezone = 'America/New_York';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T15:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const words: Record<string, string> = { '2026-12-02': 'petrichor', '2026-12-04': 'halcyon' };

/** Words on two days of the week of Tuesday, December 1. */
function calendar({ search }: Call) {
  const from = search.get('from') ?? '2026-12-01';
  const days = Array.from({ length: Number(search.get('days') ?? 42) }, (_, at): CalendarDayView => {
    const day = shiftDay(from, at);
    const scheduledDate = `${day}T12:00:00.000Z`;
    const word = words[day];
    const email = { wordId: 1, definition: 'A definition.', scheduledDate, status: 'scheduled' as const };
    return {
      day,
      sendTime: scheduledDate,
      state: day <= '2026-12-01' ? 'past' : 'open',
      isLeftFree: day === '2026-12-06',
      emails: word === undefined ? [] : [{ id: Number(day.slice(8)), word, ...email }],
    };
  });
  return { days, timezone };
}

async function openCalendar(answers: Answers = {}) {
  const app = renderApp({
    path: '/admin/schedule',
    answers: {
      listProviderSends: [],
      calendarDays: (call) => calendar(call),
      moveEmail: scheduleItem().scheduled_emails,
      exchangeEmails: [scheduleItem().scheduled_emails, scheduleItem().scheduled_emails],
      ...answers,
    },
  });
  const card = within(await screen.findByRole('region', { name: 'Calendar' }));
  const moves = () => app.server.callsOf('moveEmail').map(({ path, body }) => [path.split('/').at(-1), body]);
  return { ...app, card, moves };
}

const toast = () => document.querySelector('[data-toasts]')?.textContent;
const to = (scheduledDate: string) => ({ scheduledDate });

test('shows two weeks from today, and the month behind a switch', async () => {
  const { user, card } = await openCalendar();
  const fortnight = card.getByRole('list', { name: 'Mornings, Dec 1 – Dec 14' });
  const days = within(fortnight).getAllByRole('listitem');
  expect(days.slice(0, 7).map((day) => day.textContent)).toEqual([
    'Tue 1',
    'Wed 2petrichor',
    'Thu 3No word',
    'Fri 4halcyon',
    'Sat 5No word',
    'Sun 6Left empty',
    'Mon 7No word',
  ]);
  expect(days).toHaveLength(14);
  await user.click(card.getByRole('button', { name: 'Next two weeks' }));
  expect(await card.findByRole('list', { name: 'Mornings, Dec 15 – Dec 28' })).toBeTruthy();
  await user.click(card.getByRole('button', { name: 'Month' }));
  const month = await card.findByRole('list', { name: 'Mornings, December 2026' });
  await waitFor(() => expect(within(month).getAllByRole('listitem')).toHaveLength(35));
});

test('the focus follows a word that is moved with the keyboard', async () => {
  const { user, card, server } = await openCalendar();
  card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }).focus();
  const moved = (call: Call) => {
    const { days, ...rest } = calendar(call);
    const emails = days.flatMap((day) => day.emails.filter(({ word }) => word === 'petrichor'));
    const there = days.map((day) =>
      day.day === '2026-12-03'
        ? { ...day, emails }
        : { ...day, emails: day.emails.filter(({ word }) => word !== 'petrichor') },
    );
    return { ...rest, days: there };
  };
  server.answer({ calendarDays: moved });
  await user.keyboard('{Enter}{ArrowRight}{Enter}');
  const there = await card.findByRole('button', { name: 'Thu, Dec 3, petrichor. Move' });
  await waitFor(() => expect(document.activeElement).toBe(there));
});

test('a word is moved with the keyboard and keeps its time of day', async () => {
  const { user, card, moves } = await openCalendar();
  card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }).focus();
  await user.keyboard('{Enter}');
  expect(card.getByRole('status').textContent).toContain('use the arrow keys and Enter');
  // Not into the past.
  await user.keyboard('{ArrowLeft}{ArrowRight}');
  expect(card.getByRole('status').textContent).toBe('“petrichor” to Dec 3');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(toast()).toContain('“petrichor” goes out on Dec 3'));
  expect(moves()).toEqual([['2', to('2026-12-03T07:00')]]);
});

test('a word is moved with two clicks or taps, also onto an empty day', async () => {
  const { user, card, moves, server } = await openCalendar();
  await user.click(card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }));
  expect(card.getByRole('status').textContent).toContain('Select a morning');
  await user.click(card.getByText('1', { selector: 'p' }));
  expect(moves()).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }));
  await user.click(card.getByRole('button', { name: 'Thu, Dec 3: no word. Fill it' }));
  await waitFor(() => expect(toast()).toContain('“petrichor” goes out on Dec 3'));
  expect(moves()).toEqual([['2', to('2026-12-03T07:00')]]);
  expect(server.callsOf('planDays')).toEqual([]);
  await user.click(card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }));
  await user.click(card.getByRole('button', { name: 'Fri, Dec 4, halcyon. Move' }));
  await waitFor(() => expect(server.callsOf('exchangeEmails')).toHaveLength(1));
});

test('Escape leaves a word where it is', async () => {
  const { user, card, moves } = await openCalendar();
  card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }).focus();
  await user.keyboard('{Enter}{ArrowRight}{Escape}{ArrowRight}');
  expect(card.getByRole('status').textContent).toBe('');
  expect(moves()).toEqual([]);
});

test('a word dropped on a taken morning swaps places with its word, in one call', async () => {
  const { card, moves, server } = await openCalendar();
  const [petrichor] = [card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' })];
  const friday = card.getByText('halcyon').closest('li') as HTMLElement;
  fireEvent.dragStart(petrichor);
  fireEvent.dragOver(friday);
  expect(card.getByRole('status').textContent).toBe('“petrichor” to Dec 4, and “halcyon” to Dec 2');
  fireEvent.drop(friday);
  await waitFor(() => expect(toast()).toContain('“halcyon” goes out on Dec 2.'));
  expect(server.callsOf('exchangeEmails')).toMatchObject([
    { path: '/api/admin/schedule/2/exchange', body: { with: 4 } },
  ]);
  expect(moves()).toEqual([]);
});

test('a word that cannot be moved stays, and the reason is shown', async () => {
  const { card } = await openCalendar({
    exchangeEmails: refuse(409, 'schedule.released', 'This email has already been sent.'),
  });
  fireEvent.dragStart(card.getByRole('button', { name: 'Wed, Dec 2, petrichor. Move' }));
  fireEvent.drop(card.getByText('halcyon').closest('li') as HTMLElement);
  await waitFor(() => expect(toast()).toContain('This email has already been sent.'));
});

test('an empty day is filled with one click', async () => {
  const word = { id: 9, word: 'meander', partOfSpeech: 'verb', definition: 'To wind about.' };
  const morning = { day: '2026-12-03', scheduledDate: '2026-12-03T12:00:00.000Z', word, relaxed: [] };
  const library = {
    unusedWords: 1,
    drawnFrom: 1,
    lastsUntil: '2026-12-03',
    lastsLonger: false,
    isLow: true,
    widen: null,
    summary: '1 unused word.',
  };
  const { user, card, server } = await openCalendar({
    planDays: { mornings: [morning], library, timezone },
    scheduleEmail: scheduleItem().scheduled_emails,
  });
  await user.click(card.getByRole('button', { name: 'Thu, Dec 3: no word. Fill it' }));
  await waitFor(() => expect(toast()).toContain('“meander” goes out on Dec 3'));
  expect(server.callsOf('scheduleEmail')[0]?.body).toMatchObject({ wordId: 9, ifDayTaken: 'refuse' });
});
