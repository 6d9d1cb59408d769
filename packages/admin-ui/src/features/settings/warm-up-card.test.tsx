import { screen, within } from '@testing-library/react';
import type { WarmUpView } from '@wordrise/core/contract';
import { expect, test } from 'vitest';
import { fixDate } from '../../testing/fix-date.ts';
import { renderApp } from '../../testing/render-app.tsx';

fixDate('2026-12-04T15:00:00Z');

const day = (nth: number) => new Date(Date.UTC(2026, 11, nth)).toISOString().slice(0, 10);

const warmUp = (fields: Partial<WarmUpView> = {}): WarmUpView => ({
  schedule: 'usual',
  firstDay: day(1),
  today: 4,
  days: 42,
  most: 200,
  held: 0,
  isOver: false,
  isRestSent: false,
  taken: 332,
  readers: 3000,
  everyoneFrom: day(18),
  calendar: Array.from({ length: 18 }, (_, nth) => {
    const most = 200 + 165 * nth;
    return {
      day: day(nth + 1),
      most,
      readers: Math.min(most, 3000),
      waiting: Math.max(0, 3000 - most),
    };
  }),
  ...fields,
});

const open = (view: WarmUpView | null) =>
  renderApp({
    path: '/admin/settings/sending',
    answers: { getSettings: { settings: [], version: 1 }, warmUp: { warmUp: view } },
  });

const card = async () => within(await screen.findByRole('region', { name: 'Warm-up' }));

test('the warm-up is a calendar with today, who gets the emails and who waits', async () => {
  const { user } = open(warmUp());
  const shown = await card();
  expect(shown.getByText('Day 4 of 42')).toBeDefined();
  expect(shown.getByText('332 of at most 695 emails today')).toBeDefined();
  expect(shown.getByText('Fri, Dec 18')).toBeDefined();
  const bar = shown.getByRole('progressbar', { name: 'Readers who get the emails' });
  expect(bar.getAttribute('aria-valuetext')).toBe('695 of 3000');
  const today = shown.getByRole('row', { name: /Today/ });
  expect(within(today).getByRole('rowheader').getAttribute('aria-current')).toBe('date');
  expect(
    within(today)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['695', '695', '2,305']);
  // A few days at first, with the one before.
  expect(shown.getAllByRole('row')).toHaveLength(11);
  await user.click(shown.getByRole('button', { name: 'Show all 18 days' }));
  expect(shown.getAllByRole('row')).toHaveLength(19);
  const last = shown.getByRole('row', { name: /^Fri, Dec 18/ });
  expect(
    within(last)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['3,005', '3,000', '–']);
  await user.click(shown.getByRole('button', { name: 'Show fewer days' }));
  expect(shown.getAllByRole('row')).toHaveLength(11);
});

test('once everyone gets the emails, it says so', async () => {
  open(warmUp({ today: 20 }));
  expect((await card()).getByText('All 3,000 readers get the emails.')).toBeDefined();
});

test('a warm-up that is over says so, and without one there is no card', async () => {
  open(warmUp({ isOver: true, today: 43 }));
  expect((await card()).getByText('The warm-up is over')).toBeDefined();
});

test('without a warm-up there is no card', async () => {
  open(null);
  await screen.findByRole('region', { name: 'Sending' });
  expect(screen.queryByRole('region', { name: 'Warm-up' })).toBeNull();
});

test('if a second mail server carries the rest, nobody waits', async () => {
  open(warmUp({ isRestSent: true }));
  const shown = await card();
  expect(shown.getByText(/^The second mail server carries the rest until/)).toBeDefined();
  expect(shown.getByRole('columnheader', { name: 'Second' })).toBeDefined();
  expect(shown.queryByRole('columnheader', { name: 'Wait' })).toBeNull();
});
