import { type NamedDay, type Pin, type Season, seasons } from '../../contract/pins.ts';
import { addDays, calendarDay, weekdayOf } from '../../platform/calendar.ts';

/** The days of a pin in a year, in order; a season has all of its days that begin in that year. */
export function pinDays(pin: Pin, year: number, timezone: string): string[] {
  if ('date' in pin) return pin.date.startsWith(`${year}-`) ? [pin.date] : [];
  if ('yearly' in pin)
    return pin.yearly === '02-29' ? rules['leap-day'](year, timezone) : [`${year}-${pin.yearly}`];
  if ('named' in pin) return rules[pin.named](year, timezone);
  const { first, end } = seasonSpan(pin.season, year, timezone);
  const days: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}

/** From its first day to the first day of the next season, exclusive. Winter ends in the next year. */
function seasonSpan(season: Season, year: number, timezone: string): { first: string; end: string } {
  const next = (seasons.indexOf(season) + 1) % seasons.length;
  return {
    first: startOfSeason(season, year, timezone),
    end: startOfSeason(seasons[next] as Season, next === 0 ? year + 1 : year, timezone),
  };
}

const rules: Record<NamedDay, (year: number, timezone: string) => string[]> = {
  'mardi-gras': (year) => [addDays(easter(year), -47)],
  easter: (year) => [easter(year)],
  'mothers-day': (year) => [nthWeekday(year, 5, 'sun', 2)],
  'memorial-day': (year) => [addDays(nthWeekday(year, 6, 'mon', 1), -7)],
  'fathers-day': (year) => [nthWeekday(year, 6, 'sun', 3)],
  'labor-day': (year) => [nthWeekday(year, 9, 'mon', 1)],
  thanksgiving: (year) => [nthWeekday(year, 11, 'thu', 4)],
  'leap-day': (year) => {
    const day = addDays(`${year}-02-28`, 1);
    return day.endsWith('-29') ? [day] : [];
  },
  'friday-13': (year) =>
    Array.from({ length: 12 }, (_, month) => dayOf(year, month + 1, 13)).filter(
      (day) => weekdayOf(day) === 'fri',
    ),
  'spring-equinox': (year, timezone) => [startOfSeason('spring', year, timezone)],
  'summer-solstice': (year, timezone) => [startOfSeason('summer', year, timezone)],
  'autumn-equinox': (year, timezone) => [startOfSeason('autumn', year, timezone)],
  'winter-solstice': (year, timezone) => [startOfSeason('winter', year, timezone)],
};

function dayOf(year: number, month: number, date: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

function nthWeekday(year: number, month: number, weekday: ReturnType<typeof weekdayOf>, nth: number): string {
  let day = dayOf(year, month, 1);
  while (weekdayOf(day) !== weekday) day = addDays(day, 1);
  return addDays(day, 7 * (nth - 1));
}

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
function easter(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return dayOf(year, Math.floor(days / 31), (days % 31) + 1);
}

/** The day of an equinox or solstice on the calendar of `timezone`. */
function startOfSeason(season: Season, year: number, timezone: string): string {
  return calendarDay(new Date(momentOf(season, year)), timezone);
}

/** Mean equinoxes and solstices as Julian days, for the years 2000 to 3000 (Meeus, Astronomical Algorithms, 27.B). */
const meanMoments: Record<Season, readonly number[]> = {
  spring: [2451623.80984, 365242.37404, 0.05169, -0.00411, -0.00057],
  summer: [2451716.56767, 365241.62603, 0.00325, 0.00888, -0.0003],
  autumn: [2451810.21715, 365242.01767, -0.11575, 0.00337, 0.00078],
  winter: [2451900.05952, 365242.74049, -0.06223, -0.00823, 0.00032],
};

/** Their periodic terms: size, phase and speed in degrees (the same, 27.C). */
const periodicTerms: readonly (readonly [number, number, number])[] = [
  [485, 324.96, 1934.136],
  [203, 337.23, 32964.467],
  [199, 342.08, 20.186],
  [182, 27.85, 445267.112],
  [156, 73.14, 45036.886],
  [136, 171.52, 22518.443],
  [77, 222.54, 65928.934],
  [74, 296.72, 3034.906],
  [70, 243.58, 9037.513],
  [58, 119.81, 33718.147],
  [52, 297.17, 150.678],
  [50, 21.02, 2281.226],
  [45, 247.54, 29929.562],
  [44, 325.15, 31555.956],
  [29, 60.93, 4443.417],
  [18, 155.12, 67555.328],
  [17, 288.79, 4562.452],
  [16, 198.04, 62894.029],
  [14, 199.76, 31436.921],
  [12, 95.39, 14577.848],
  [12, 287.11, 31931.756],
  [12, 320.81, 34777.259],
  [9, 227.73, 1222.114],
  [8, 15.45, 16859.074],
];

const dayMs = 86_400_000;
/** The Julian day of 1970-01-01T00:00Z. */
const julianEpoch = 2440587.5;
/** How far the even time of astronomers is ahead of clocks; it changes by about a second in two years. */
const aheadMs = 69_000;

/** Within about a minute, in milliseconds since 1970. */
export function momentOf(season: Season, year: number): number {
  const millennia = (year - 2000) / 1000;
  const mean = meanMoments[season].reduce((sum, part, power) => sum + part * millennia ** power, 0);
  const centuries = (mean - 2451545) / 36525;
  const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const angle = 35999.373 * centuries - 2.47;
  const swing = 1 + 0.0334 * cosine(angle) + 0.0007 * cosine(2 * angle);
  const terms = periodicTerms.map(([size, phase, speed]) => size * cosine(phase + speed * centuries));
  const julian = mean + (0.00001 * terms.reduce((sum, term) => sum + term, 0)) / swing;
  return (julian - julianEpoch) * dayMs - aheadMs;
}
