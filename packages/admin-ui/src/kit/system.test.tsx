import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { overview, scheduleItem, tomorrow } from '../testing/builders.ts';
import type { Answers } from '../testing/fake-server.ts';
import { fixDate } from '../testing/fix-date.ts';
import { renderApp } from '../testing/render-app.tsx';

// New York, where the installation is, is five hours behind UTC.
fixDate('2026-12-02T04:59:30Z');

async function openDashboard(answers: Answers = {}) {
  const { server } = renderApp({
    path: '/admin',
    answers: {
      listWords: { words: [], total: 1, hasMore: false },
      scheduleStats: { total: 1, pending: 0, scheduled: 1, sent: 0, failed: 0 },
      listSchedule: [scheduleItem({ word: 'halcyon', scheduledDate: '2026-12-02T12:00:00.000Z' })],
      overview: overview(),
      tomorrow: tomorrow(),
      ...answers,
    },
  });
  await screen.findByRole('region', { name: 'Scheduled emails, newest first' });
  return {
    /** The tab becomes visible again at this time. */
    seeAgain(time: string) {
      vi.setSystemTime(new Date(time));
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    },
    fetched: () => server.callsOf('listSchedule').length,
    server,
  };
}

const row = async () =>
  within(await screen.findByRole('region', { name: 'Scheduled emails, newest first' })).getByRole('listitem');

test('at the installation’s midnight, tomorrow becomes today and the lists are refetched', async () => {
  const { seeAgain, fetched } = await openDashboard();
  expect((await row()).textContent).toContain('Upcoming');
  seeAgain('2026-12-02T05:00:00Z');
  await waitFor(() => expect(fetched()).toBe(2));
  expect((await row()).textContent).toContain('Today');
});

test('from an email’s time on, the lists are refetched until it is sent', async () => {
  const email = {
    id: 1,
    wordId: 5,
    word: 'halcyon',
    scheduledDate: '2026-12-02T05:02:00.000Z',
    isDue: false,
    phoneticPronunciation: '',
    definition: '',
  };
  vi.setSystemTime(new Date('2026-12-02T05:00:30Z'));
  const { seeAgain, fetched, server } = await openDashboard({ tomorrow: tomorrow({ email }) });
  seeAgain('2026-12-02T05:01:00Z');
  expect(fetched()).toBe(1);
  seeAgain('2026-12-02T05:02:00Z');
  await waitFor(() => expect(fetched()).toBe(2));
  server.answer({ tomorrow: tomorrow() });
  seeAgain('2026-12-02T05:03:00Z');
  await waitFor(() => expect(fetched()).toBe(3));
  await waitFor(() => expect(server.callsOf('tomorrow').length).toBeGreaterThan(2));
  seeAgain('2026-12-02T05:04:00Z');
  expect(fetched()).toBe(3);
});

test('refetches the lists after the machine slept, but not after a minute in another tab', async () => {
  const { seeAgain, fetched } = await openDashboard();
  seeAgain('2026-12-02T04:59:50Z');
  expect(fetched()).toBe(1);
  // Midnight.
  seeAgain('2026-12-02T05:00:00Z');
  await waitFor(() => expect(fetched()).toBe(2));
  seeAgain('2026-12-02T05:01:00Z');
  expect(fetched()).toBe(2);
  seeAgain('2026-12-02T05:40:00Z');
  await waitFor(() => expect(fetched()).toBe(3));
});
