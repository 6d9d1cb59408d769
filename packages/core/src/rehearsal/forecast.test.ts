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
  relays: [],
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
      relays: [],
      withoutFirst: undefined,
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

describe('with two mail servers', () => {
  const failover = { carries: 'failover', connections: 5 } as const;

  test('that stand in, the first one carries all while it has room, and there is a forecast for the second alone', () => {
    const view = forecast(measured, {
      answerMs,
      readers: 10_000,
      connections: 5,
      pricePerThousand: 0.1,
      second: { ...failover, perSecond: 10, perDay: 4000, pricePerThousand: 1 },
    });
    expect(view).toMatchObject({
      limitedBy: 'this machine',
      perSecond: 1000,
      lastSeconds: 10.5,
      obstacles: [],
    });
    expect(view.relays).toMatchObject([
      { relay: 'first', readers: 10_000, perSecond: 1000, lastSeconds: 10.5 },
      { relay: 'second', readers: 0, lastSeconds: 0 },
    ]);
    expect(view.monthlyPrice).toBeCloseTo(30);
    expect(view.withoutFirst).toEqual({
      limitedBy: 'per second',
      perSecond: 10,
      lastSeconds: 400.5,
      obstacles: [{ kind: 'per-day', allowed: 4000, wanted: 10_000, relay: 'second' }],
    });
  });

  test('what is beyond the hour of the first goes through the second, each at its price', () => {
    const view = forecast(measured, {
      answerMs,
      readers: 10_000,
      connections: 5,
      perHour: 4000,
      pricePerThousand: 0.1,
      second: { ...failover, perSecond: 10, pricePerThousand: 1 },
    });
    expect(view.relays).toMatchObject([
      { relay: 'first', readers: 4000, perSecond: 1000, lastSeconds: 4.5, limitedBy: 'this machine' },
      { relay: 'second', readers: 6000, perSecond: 10, lastSeconds: 604.5, limitedBy: 'per second' },
    ]);
    expect(view).toMatchObject({ limitedBy: 'per second', lastSeconds: 604.5, obstacles: [] });
    expect(view.monthlyPrice).toBeCloseTo(12 + 180);
  });

  test('whose days are used up together leave readers out', () => {
    const { obstacles, relays } = forecast(measured, {
      answerMs,
      readers: 10_000,
      connections: 5,
      perDay: 5000,
      second: { ...failover, perDay: 2000 },
    });
    expect(relays).toMatchObject([{ readers: 5000 }, { readers: 2000 }]);
    expect(obstacles).toEqual([{ kind: 'per-day', allowed: 7000, wanted: 10_000 }]);
  });

  test('by group, the slower one decides, and each can be in the way alone', () => {
    const { obstacles, ...view } = forecast(measured, {
      answerMs,
      readers: 10_000,
      connections: 3,
      second: { carries: 'group', connections: 2, share: 0.3, perHour: 100, perDay: 2500 },
    });
    expect(view.relays).toMatchObject([
      { relay: 'first', readers: 7000, lastSeconds: 7.5 },
      { relay: 'second', limitedBy: 'per hour' },
    ]);
    expect(view.limitedBy).toBe('per hour');
    expect(view.withoutFirst).toBeUndefined();
    expect(obstacles).toEqual([
      { kind: 'per-day', allowed: 2500, wanted: 3000, relay: 'second' },
      { kind: 'late', hours: 6, relay: 'second' },
    ]);
  });

  test('fewer connections to one of them are slower', () => {
    const slow = { ...measured, connections: 10 };
    const { relays } = forecast(slow, {
      answerMs: 10,
      readers: 10_000,
      connections: 8,
      second: { carries: 'group', connections: 2, share: 0.5 },
    });
    expect(relays).toMatchObject([
      { limitedBy: 'connections', perSecond: 800 },
      { limitedBy: 'connections', perSecond: 200, lastSeconds: 25.5 },
    ]);
  });

  test('in a warm-up, the first day goes to the first as far as it is allowed', () => {
    const { relays } = forecast(measured, {
      answerMs,
      readers: 1000,
      connections: 5,
      warmUp: { amounts: [200, 400], from: '2026-11-30' },
      second: { carries: 'warm-up', connections: 5 },
    });
    expect(relays).toMatchObject([{ readers: 200 }, { readers: 800 }]);
  });
});
