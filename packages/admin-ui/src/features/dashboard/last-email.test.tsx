import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { aSend, scheduleItem, tomorrow } from '../../testing/builders.ts';
import { openDashboard, region } from '../../testing/dashboard.tsx';
import { emailFacts, runningSystem } from '../../testing/fake-server.ts';
import { fixDate } from '../../testing/fix-date.ts';

fixDate('2026-12-01T15:00:00Z');
afterEach(() => sessionStorage.clear());

const yesterday = { id: 7, word: 'petrichor', scheduledDate: '2026-11-30T12:00:00.000Z' };
const smtp = { ...runningSystem, ...emailFacts.smtp };

test('says how many readers yesterday’s email reached, and leads to their names', async () => {
  openDashboard({
    system: smtp,
    listSchedule: [scheduleItem({ ...yesterday, status: 'sent', sentAt: yesterday.scheduledDate })],
    listSends: {
      sends: [aSend({ ...yesterday, progress: { status: 'sent', recipients: 26, sent: 25, unknown: 1 } })],
      nextAt: null,
    },
  });
  const card = await region('Yesterday');
  const link = await within(card).findByRole('link', { name: '“petrichor” reached 25 of 26 readers' });
  expect(link.getAttribute('href')).toBe('/admin/delivery?email=7');
  const unknown = within(card).getByRole('link', { name: '1 unknown' });
  expect(unknown.getAttribute('href')).toBe('/admin/delivery?email=7');
  expect(card.textContent).toContain('Mon, Nov 30, 2026, 07:00');
});

test('says how many readers wait for a warm-up', async () => {
  openDashboard({
    system: smtp,
    listSchedule: [scheduleItem({ ...yesterday, status: 'sent', sentAt: yesterday.scheduledDate })],
    listSends: {
      sends: [
        aSend({
          ...yesterday,
          progress: {
            status: 'sent',
            recipients: 800,
            sent: 800,
            warmUp: { held: 2300, most: 800, day: 4, days: 30 },
          },
        }),
      ],
      nextAt: null,
    },
  });
  const card = await region('Yesterday');
  await within(card).findByRole('link', { name: '“petrichor” reached 800 of 800 readers' });
  expect(card.textContent).toContain('2,300 readers wait for the warm-up.');
});

test('an email that went out in this very minute is the last one', async () => {
  openDashboard({
    listSchedule: [
      scheduleItem({ ...yesterday, scheduledDate: '2026-12-01T15:00:30.000Z', status: 'sent' }),
      scheduleItem({ ...yesterday, id: 6, word: 'halcyon', status: 'sent' }),
    ],
  });
  const card = await region('Today');
  expect(card.textContent).toContain('“petrichor” was sent');
});

test('an email that did not go out says why, and one that the provider sent has no numbers', async () => {
  const { server, client } = openDashboard({
    listSchedule: [scheduleItem({ ...yesterday, status: 'failed', reason: 'The provider was down.' })],
  });
  const card = await region('Yesterday');
  expect(await within(card).findByRole('link', { name: '“petrichor” did not go out' })).toBeDefined();
  expect(card.textContent).toContain('The provider was down.');
  server.answer({ listSchedule: [scheduleItem({ ...yesterday, status: 'sent' })] });
  await client.invalidateQueries();
  expect(
    await within(card).findByRole('link', { name: '“petrichor” was sent by the email provider' }),
  ).toBeDefined();
});

test('names readers who may or may not have an email, and leads to the page to decide', async () => {
  openDashboard({
    listSchedule: [],
    tomorrow: tomorrow({
      doubts: [{ id: 12, word: 'petrichor', scheduledDate: '2026-11-30T12:00:00.000Z', readers: 40 }],
    }),
  });
  const card = await region('Yesterday');
  expect(card.textContent).toContain('No email has gone out yet.');
  const link = await within(card).findByRole('link', { name: '40 readers may or may not have “petrichor”.' });
  expect(link.getAttribute('href')).toBe('/admin/delivery?email=12');
});

test('no email is on the page three times', async () => {
  const next = { id: 8, word: 'halcyon', scheduledDate: '2026-12-02T12:00:00.000Z' };
  openDashboard({
    listSchedule: [
      scheduleItem({ ...next, status: 'scheduled' }),
      scheduleItem({ ...yesterday, status: 'sent', sentAt: yesterday.scheduledDate }),
    ],
    tomorrow: tomorrow({
      verdict: 'ready',
      email: { ...next, wordId: 1, isDue: false, phoneticPronunciation: '', definition: '' },
    }),
  });
  const list = within(await region('Email Calendar'));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2));
  // It would have nothing to show.
  expect(screen.queryByRole('region', { name: 'Recent Activity' })).toBeNull();
});
