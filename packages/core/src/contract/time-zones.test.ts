import { expect, test } from 'vitest';
import { currentZoneName, listTimeZones } from './time-zones.ts';

test('zones are listed by their current names, once, and all of them can be used', () => {
  const zones = listTimeZones();
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones).toEqual(zones.map(currentZoneName).toSorted());
  for (const name of ['Europe/Kyiv', 'Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'America/Argentina/Buenos_Aires'])
    expect(zones).toContain(name);
  for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
});
