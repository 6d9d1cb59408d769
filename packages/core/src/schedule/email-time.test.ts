import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../platform/calendar.ts';
import { emailTime, readStoredTime, storedTime } from './email-time.ts';

const zone = 'America/New_York';
const at = (...zones: string[]) => ({
  times: zones.map((timezone) => ({ timezone, sendTime: null })),
});
const instants = ({ scheduledDate, firstAt, lastAt }: ReturnType<typeof emailTime>) =>
  [scheduledDate, firstAt, lastAt].map((each) => each.toISOString());

test('an email belongs to the day and goes out at the time that the owner’s clocks show', () => {
  const instant = new Date('2026-12-02T04:30:00.250Z');
  const time = emailTime(instant, zone);
  expect(time).toEqual({
    day: '2026-12-01',
    localTime: '23:30:00.250',
    timezone: zone,
    scheduledDate: instant,
    firstAt: instant,
    lastAt: instant,
  });
});

test('without zones of readers, it is due for all of them at once', () => {
  const utc = '2026-12-01T12:00:00.000Z';
  expect(instants(emailTime({ day: '2026-12-01', time: '07:00' }, zone))).toEqual([utc, utc, utc]);
});

test('its day begins in the first zone and ends in the last', () => {
  const zones = ['Europe/Berlin', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Etc/GMT+12', zone];
  expect(instants(emailTime({ day: '2027-01-01', time: '07:00' }, zone, at(...zones)))).toEqual([
    '2027-01-01T12:00:00.000Z',
    '2026-12-31T17:00:00.000Z',
    '2027-01-01T19:00:00.000Z',
  ]);
});

test('the owner’s zone counts even if no reader is there', () => {
  expect(
    instants(emailTime({ day: '2027-01-01', time: '07:00' }, 'Etc/GMT+12', at('Europe/Berlin'))),
  ).toEqual(['2027-01-01T19:00:00.000Z', '2027-01-01T06:00:00.000Z', '2027-01-01T19:00:00.000Z']);
});

test('a time that the owner’s clocks skip moves forward there, and stays what it is elsewhere', () => {
  // On this night the clocks of New York skip the hour after 2:00; those of Phoenix never change.
  const time = emailTime({ day: '2027-03-14', time: '02:30' }, zone, at('America/Phoenix'));
  expect(time).toMatchObject({ day: '2027-03-14', localTime: '02:30' });
  expect(instants(time)).toEqual([
    '2027-03-14T07:30:00.000Z',
    '2027-03-14T07:30:00.000Z',
    '2027-03-14T09:30:00.000Z',
  ]);
});

test('readers with a time of their own get it then, where they live', () => {
  const times = [
    { timezone: 'Asia/Tokyo', sendTime: '21:30' },
    { timezone: zone, sendTime: '06:00' },
  ];
  expect(instants(emailTime({ day: '2027-01-01', time: '07:00' }, zone, { times }))).toEqual([
    '2027-01-01T12:00:00.000Z',
    '2027-01-01T11:00:00.000Z',
    '2027-01-01T12:30:00.000Z',
  ]);
});

test('readers whose time has passed get it with the first ones whose time has not', () => {
  const times = ['Pacific/Auckland', 'Asia/Tokyo', 'Europe/Berlin'].map((timezone) => ({
    timezone,
    sendTime: null,
  }));
  const now = new Date('2027-01-01T03:00:00Z');
  expect(instants(emailTime({ day: '2027-01-01', time: '07:00' }, zone, { times, now }))).toEqual([
    '2027-01-01T12:00:00.000Z',
    '2027-01-01T06:00:00.000Z',
    '2027-01-01T12:00:00.000Z',
  ]);
});

test('an instant is kept, even the second of two with the same clock time', () => {
  const second = '2026-11-01T06:30:00.000Z';
  const time = emailTime(new Date(second), zone);
  expect(time).toMatchObject({ day: '2026-11-01', localTime: '01:30' });
  expect(instants(time)).toEqual([second, second, second]);
});

test('in any zones, an email is due within a day or so, once for each of them, first to last', () => {
  const zones = fc.subarray([...Intl.supportedValuesOf('timeZone')], { maxLength: 8 });
  const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));
  const clock = fc
    .integer({ min: 0, max: 1439 })
    .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
  fc.assert(
    fc.property(day, clock, zones, (of, time, others) => {
      const { scheduledDate, firstAt, lastAt } = emailTime({ day: of, time }, zone, at(...others));
      expect(firstAt <= scheduledDate && scheduledDate <= lastAt).toBe(true);
      // From UTC+14 to UTC-12, and an hour for clocks that are changed.
      expect(lastAt.getTime() - firstAt.getTime()).toBeLessThanOrEqual(27 * 3_600_000);
      const alone = others.map((each) => emailTime({ day: of, time }, each).scheduledDate.getTime());
      expect(Math.min(scheduledDate.getTime(), ...alone)).toBe(firstAt.getTime());
      expect(Math.max(scheduledDate.getTime(), ...alone)).toBe(lastAt.getTime());
    }),
    { numRuns: 60 },
  );
});

test('a time is the same after it was stored as JSON', () => {
  const time = emailTime({ day: '2026-12-01', time: '07:00' }, zone, at('Asia/Tokyo'));
  expect(readStoredTime(JSON.parse(JSON.stringify(storedTime(time))))).toEqual(time);
});
