import { expect, test } from 'vitest';
import { aSend, scheduleItem } from '../../testing/builders.ts';
import { calendarEntries, filterEntries, latestActivity, nextFilter } from './calendar-entries.ts';

const now = new Date('2026-12-01T15:00:00Z');

test('newest first, marked by the day in the installation’s time zone', () => {
  const entries = calendarEntries(
    [
      scheduleItem({ word: 'yesterday', scheduledDate: '2026-11-30T12:00:00.000Z' }),
      scheduleItem({ word: 'tomorrow', scheduledDate: '2026-12-02T12:00:00.000Z' }),
      // The 2nd in UTC, still the 1st in New York.
      scheduleItem({ word: 'tonight', scheduledDate: '2026-12-02T03:00:00.000Z' }),
    ],
    'America/New_York',
    now,
  );
  expect(entries.map(({ word, when }) => [word, when])).toEqual([
    ['tomorrow', 'upcoming'],
    ['tonight', 'today'],
    ['yesterday', 'past'],
  ]);
});

test('the same evening is already tomorrow elsewhere', () => {
  const [entry] = calendarEntries(
    [scheduleItem({ scheduledDate: '2026-12-02T03:00:00.000Z' })],
    'Asia/Tokyo',
    now,
  );
  expect(entry).toMatchObject({ day: '2026-12-02', when: 'today' });
});

test('an email that is being sent or paused says so, and one that was sent does not', () => {
  const entries = calendarEntries(
    [
      scheduleItem({ id: 3, scheduledDate: '2026-12-02T12:00:00.000Z', status: 'scheduled' }),
      scheduleItem({ id: 2, scheduledDate: '2026-12-01T12:00:00.000Z', status: 'scheduled' }),
      scheduleItem({ id: 1, scheduledDate: '2026-11-30T12:00:00.000Z', status: 'sent' }),
    ],
    'America/New_York',
    now,
    [aSend({ id: 2, progress: { status: 'paused' } }), aSend({ id: 1, progress: { status: 'sent' } })],
  );
  expect(entries.map(({ status, progress }) => [status, progress])).toEqual([
    ['scheduled', undefined],
    ['scheduled', 'paused'],
    ['sent', undefined],
  ]);
});

test('the filter cycles: All, Scheduled, Sent, All', () => {
  expect(nextFilter('All')).toBe('Scheduled');
  expect(nextFilter('Scheduled')).toBe('Sent');
  expect(nextFilter('Sent')).toBe('All');
});

const mixed = calendarEntries(
  [
    scheduleItem({ word: 'Petrichor', status: 'sent' }),
    scheduleItem({ word: 'halcyon', status: 'scheduled' }),
    scheduleItem({ word: 'petrify', status: 'pending' }),
    scheduleItem({ word: 'solace', status: 'failed' }),
  ],
  'UTC',
  now,
);

test.each([
  { search: '', filter: 'All', words: ['Petrichor', 'halcyon', 'petrify', 'solace'] },
  { search: ' PETRI ', filter: 'All', words: ['Petrichor', 'petrify'] },
  { search: '', filter: 'Scheduled', words: ['halcyon'] },
  { search: '', filter: 'Sent', words: ['Petrichor'] },
  { search: 'petri', filter: 'Sent', words: ['Petrichor'] },
  { search: 'halcyon', filter: 'Sent', words: [] },
] as const)('“$search” under $filter: $words', ({ search, filter, words }) => {
  expect(
    filterEntries(mixed, search, filter)
      .map(({ word }) => word)
      .toSorted(),
  ).toEqual(words);
});

test('recent activity is the five emails with the latest events', () => {
  const entries = calendarEntries(
    [
      ...['a', 'b', 'c', 'd', 'e'].map((word, at) =>
        scheduleItem({ word, createdAt: `2026-11-0${at + 1}T00:00:00.000Z` }),
      ),
      scheduleItem({
        word: 'sent today',
        createdAt: '2026-10-01T00:00:00.000Z',
        sentAt: '2026-12-01T12:00:00.000Z',
      }),
    ],
    'UTC',
    now,
  );
  expect(latestActivity(entries).map(({ word }) => word)).toEqual(['sent today', 'e', 'd', 'c', 'b']);
});
