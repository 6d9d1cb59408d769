import { expect, test } from 'vitest';
import { progress } from '../testing/builders.ts';
import { paceOf, paceText, withSample } from './running-sends.tsx';
import { nextPollMs } from './sends.ts';

const second = 1000;

test('the pace covers the last half minute', () => {
  let samples = withSample([], { at: 0, done: 0 });
  expect(paceOf(samples)).toBeUndefined();
  samples = withSample(samples, { at: 2 * second, done: 20 });
  expect(paceOf(samples)).toBeUndefined();
  samples = withSample(samples, { at: 10 * second, done: 100 });
  expect(paceOf(samples)).toBe(10);
  samples = withSample(samples, { at: 40 * second, done: 700 });
  expect(paceOf(samples)).toBe(20);
});

test('the pace is measured again after emails were queued again', () => {
  const samples = withSample([{ at: 0, done: 500 }], { at: 10 * second, done: 400 });
  expect(samples).toEqual([{ at: 10 * second, done: 400 }]);
});

test.each([
  [48.4, 5808, '48 a second, about 2 minutes left'],
  [1000, 500, '1,000 a second, less than a minute left'],
  [0.5, 30, '30 a minute, about 1 minute left'],
  [2, 36_000, '2 a second, about 5 hours left'],
  [0, 10, '0 a minute'],
])('%d a second with %d left reads: %s', (pace, left, text) => {
  expect(paceText(pace, left)).toBe(text);
});

const at = new Date('2026-12-01T12:00:00Z');

test.each([
  ['every 2 seconds while emails go out', [progress()], null, 2000],
  ['every 2 seconds while readers are listed', [progress({ status: 'preparing' })], null, 2000],
  ['rarely while it is paused', [progress({ status: 'paused' })], null, 15_000],
  ['rarely while only retries are left', [progress({ queued: 0, inFlight: 0, deferred: 3 })], null, 15_000],
  ['not at all once all are sent', [progress({ status: 'sent' })], null, false],
  ['when the next one is due', [], '2026-12-01T12:10:00.000Z', 600_000],
  ['within the hour, as it may be moved', [], '2026-12-03T12:00:00.000Z', 3_600_000],
  ['rarely when the next one is late', [], '2026-12-01T11:00:00.000Z', 15_000],
] as const)('sends are polled %s', (_, sends, nextAt, expected) => {
  expect(nextPollMs(sends, nextAt, at)).toBe(expected);
});
