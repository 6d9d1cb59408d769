import { describe, expect, test } from 'vitest';
import { forecast } from './forecast.ts';
import type { Rehearsal } from './rehearse.ts';

/** 1,000 emails in a second, after half a second. */
const measured: Rehearsal = {
  readers: 1000,
  database: 'sqlite',
  firstMs: 500,
  lastMs: 1500,
  accepted: 992,
  refused: 3,
  deferred: 5,
  bytesPerDelivery: 200,
  keptDays: 35,
  connections: 5,
};
const answerMs = 1;

describe('a forecast', () => {
  test('scales what was measured to the list', () => {
    expect(forecast(measured, { answerMs, readers: 60_000 })).toEqual({
      readers: 60_000,
      limitedBy: 'this machine',
      perSecond: 1000,
      firstSeconds: 0.5,
      lastSeconds: 60.5,
      databaseBytes: 60_000 * 200 * 35,
      keptDays: 35,
      monthlyPrice: undefined,
      warmUp: [],
      obstacles: [],
    });
  });

  test.each([
    { terms: { perSecond: 14 }, limitedBy: 'per second', perSecond: 14 },
    { terms: { perHour: 3600, perSecond: 14 }, limitedBy: 'per hour', perSecond: 1 },
    { terms: { perHour: 36_000_000, perSecond: 5000 }, limitedBy: 'this machine', perSecond: 1000 },
  ])('is as slow as the slowest: $limitedBy', ({ terms, ...pace }) => {
    expect(forecast(measured, { answerMs, readers: 100, ...terms })).toMatchObject(pace);
  });

  test('says when connections wait for the relay most of the time', () => {
    const slow = forecast(measured, { readers: 1000, answerMs: 4 });
    expect(slow).toMatchObject({ limitedBy: 'connections', perSecond: 1000 });
  });

  test('says what the relay costs in a month', () => {
    expect(forecast(measured, { answerMs, readers: 1000, pricePerThousand: 0.1 }).monthlyPrice).toBeCloseTo(
      3,
    );
  });

  test('says what does not fit', () => {
    const { obstacles } = forecast(measured, {
      answerMs,
      readers: 100_000,
      perDay: 50_000,
      perHour: 1000,
      freeBytes: 1_000_000,
    });
    expect(obstacles).toEqual([
      { kind: 'per-day', allowed: 50_000 },
      { kind: 'late', hours: 6 },
      { kind: 'disk', bytes: 700_000_000, freeBytes: 1_000_000 },
    ]);
  });
});

test('shows the warm-up of a new domain as a calendar', () => {
  const warmUp = { amounts: [200, 400, 800], from: '2026-11-30' };
  expect(forecast(measured, { answerMs, readers: 300, warmUp }).warmUp).toEqual([
    { day: '2026-11-30', most: 200, readers: 200, waiting: 100 },
    { day: '2026-12-01', most: 400, readers: 300, waiting: 0 },
  ]);
});
