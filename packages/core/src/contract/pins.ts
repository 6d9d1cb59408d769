/** Days that a word can be pinned to by name: those of the United States, unless they are everyone's. */
export const namedDays = [
  'mardi-gras',
  'easter',
  'mothers-day',
  'memorial-day',
  'fathers-day',
  'labor-day',
  'thanksgiving',
  'leap-day',
  'friday-13',
  'spring-equinox',
  'summer-solstice',
  'autumn-equinox',
  'winter-solstice',
] as const;
export type NamedDay = (typeof namedDays)[number];

/** Seasons of the northern hemisphere, from an equinox or solstice to the next. */
export const seasons = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof seasons)[number];

/** When the autopilot should send a word. */
export type Pin =
  | { date: string }
  /** `MM-DD` */
  | { yearly: string }
  | { named: NamedDay }
  | { season: Season };

/**
 * Reads `2026-12-24`, `12-31`, the name of a day or a season.
 *
 * @returns `undefined` for any other text
 */
export function readPin(text: string): Pin | undefined {
  const pin = text.trim().toLowerCase();
  if (/^\d{4}-\d\d-\d\d$/.test(pin)) return isDate(pin) ? { date: pin } : undefined;
  // In a leap year: February 29 is a day that a word can be pinned to.
  if (/^\d\d-\d\d$/.test(pin)) return isDate(`2028-${pin}`) ? { yearly: pin } : undefined;
  const named = namedDays.find((each) => each === pin);
  if (named) return { named };
  const season = seasons.find((each) => each === (pin === 'fall' ? 'autumn' : pin));
  return season && { season };
}

function isDate(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
