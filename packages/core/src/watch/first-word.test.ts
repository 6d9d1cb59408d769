import { expect, test } from 'vitest';
import { noSmtpLimits } from '../platform/settings/config.ts';
import { describeFirstWord, firstWord, firstWordIn } from './first-steps.ts';

const sandbox = {
  email: { provider: 'sandbox' as const },
  confirmSignups: false,
  timezone: 'America/New_York',
};
const scheduledDate = '2026-11-24T12:00:00.000Z';
const usual = new Date('2026-11-23T12:00:00Z');

test.each([
  {
    why: 'the email that is scheduled',
    scheduled: true,
    isFilled: false,
    at: scheduledDate,
    isPlanned: true,
  },
  {
    why: 'the morning that will be filled',
    scheduled: false,
    isFilled: true,
    at: usual.toISOString(),
    isPlanned: true,
  },
  { why: 'the usual time', scheduled: false, isFilled: false, at: usual.toISOString(), isPlanned: false },
])('names $why', async ({ scheduled, isFilled, at, isPlanned }) => {
  const answer = await firstWord({
    config: sandbox,
    sender: undefined,
    next: async () => ({ next: scheduled ? { scheduledDate } : null }),
    nextMorning: async () => ({ at: usual, isFilled }),
  });
  expect(answer).toEqual({ at, isPlanned, timezone: 'America/New_York', confirmFirst: false, from: null });
});

test('has no time if a warm-up does not reach a new reader yet', async () => {
  const answer = await firstWord({
    config: sandbox,
    sender: undefined,
    next: async () => ({ next: { scheduledDate } }),
    nextMorning: async () => undefined,
    isHeldBack: async () => true,
  });
  expect(answer).toMatchObject({ at: null, isPlanned: false });
});

test('has no time if a whole year is skipped, and shows the sender if emails are sent from here', async () => {
  const smtp = {
    server: { host: 'h', port: 25, security: 'none' as const, user: '', password: '' },
    replyTo: undefined,
    postalAddress: 'x',
    connections: 1,
    limits: noSmtpLimits,
    dkim: undefined,
    bounceAddress: undefined,
    from: { name: 'Words', address: 'word@example.com' },
  };
  const answer = await firstWord({
    config: { ...sandbox, confirmSignups: true },
    sender: smtp,
    next: async () => ({ next: null }),
    nextMorning: async () => undefined,
  });
  expect(answer).toMatchObject({ at: null, isPlanned: false, confirmFirst: true, from: 'word@example.com' });
});

test.each([
  { zone: 'America/New_York', now: '2026-11-23T12:00:00Z', at: scheduledDate, isPlanned: true },
  { zone: 'Europe/Berlin', now: '2026-11-23T12:00:00Z', at: '2026-11-24T06:00:00.000Z', isPlanned: true },
  {
    zone: 'America/Los_Angeles',
    now: '2026-11-23T12:00:00Z',
    at: '2026-11-24T15:00:00.000Z',
    isPlanned: true,
  },
  // It is eight o'clock there already, so that day's word has gone out.
  { zone: 'Asia/Tokyo', now: '2026-11-23T23:00:00Z', at: '2026-11-24T22:00:00.000Z', isPlanned: false },
])('in $zone it comes at seven there', ({ zone, now, at, isPlanned }) => {
  const answer = {
    at: scheduledDate,
    isPlanned: true,
    timezone: 'America/New_York',
    confirmFirst: false,
    from: null,
  };
  const moment = { now: new Date(now), underWay: [] };
  expect(firstWordIn(zone, answer, moment)).toEqual({ ...answer, at, isPlanned, timezone: zone });
  const none = { ...answer, at: null, isPlanned: false };
  expect(firstWordIn(zone, none, moment)).toBe(none);
});

test.each([
  // Its readers have it everywhere east of New York, but not here.
  { zone: 'America/Los_Angeles', now: '2026-11-23T13:00:00Z', at: '2026-11-23T15:00:00.000Z' },
  { zone: 'America/New_York', now: '2026-11-23T11:00:00Z', at: '2026-11-23T12:00:00.000Z' },
  { zone: 'America/New_York', now: '2026-11-23T13:00:00Z', at: scheduledDate },
  { zone: 'Europe/Berlin', now: '2026-11-23T13:00:00Z', at: '2026-11-24T06:00:00.000Z' },
])('at $now in $zone it is an email that is under way, if its time is still to come', ({ zone, now, at }) => {
  const timezone = 'America/New_York';
  const answer = { at: scheduledDate, isPlanned: true, timezone, confirmFirst: false, from: null };
  const underWay = [{ day: '2026-11-23', localTime: '07:00', timezone, at: usual }];
  const found = firstWordIn(zone, answer, { now: new Date(now), underWay });
  expect(found).toEqual({ ...answer, at, timezone: zone });
});

test('is named to someone who confirmed, and promised only if it is planned', () => {
  const next = { at: scheduledDate, isPlanned: true, timezone: 'America/New_York' };
  expect(describeFirstWord(next)).toBe(
    'Your first word comes on Tuesday, November 24, at 7:00 AM (New York time).',
  );
  expect(describeFirstWord({ ...next, isPlanned: false })).toBe(
    'Words usually go out at 7:00 AM (New York time).',
  );
  expect(describeFirstWord({ ...next, at: null })).toBe('Your first word will come by email.');
});
