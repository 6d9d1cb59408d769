import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { overview, scheduleItem, tomorrow } from './builders.ts';
import type { Answers } from './fake-server.ts';
import { renderApp } from './render-app.tsx';

export const stats = { total: 12, pending: 1, scheduled: 3, sent: 8, failed: 0 };
export const schedule = [
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

export function openDashboard(answers: Answers = {}) {
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

/** A card, once everything is loaded: all cards replace their skeletons at the same time. */
export async function region(name: string | RegExp) {
  await screen.findByText('Total Words');
  await waitFor(() => expect(screen.queryByText('Loading readers')).toBeNull());
  return screen.findByRole('region', { name });
}
/** Shows the month in place of the list. */
export async function openMonth(user: UserEvent, name: string) {
  await user.click(within(await region('Email Calendar')).getByRole('button', { name: 'Month' }));
  return screen.findByRole('table', { name });
}
export async function calendarList() {
  return within(await region('Scheduled emails, newest first'));
}
