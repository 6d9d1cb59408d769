// Uses Intl and not the client's own functions, so that a bug there cannot hide.
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'longOffset',
});

/** An instant such as `2026-09-15T07:00:00-04:00`. */
export function easternTime(at: number): string {
  const { day, clock, offset } = readParts(at);
  return `${day}T${clock}${offset}`;
}

/** An instant such as `2026-09-15 07:00:00`, the format of some records. */
export function bareEasternTime(at: number): string {
  const { day, clock } = readParts(at);
  return `${day} ${clock}`;
}

/** The instant of a `scheduledTime`, or `undefined` for one that is not Eastern Time with its offset. */
export function readScheduledTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || easternTime(at) !== text ? undefined : at;
}

function readParts(at: number) {
  const found = new Map(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${found.get('year')}-${found.get('month')}-${found.get('day')}`,
    clock: `${found.get('hour')}:${found.get('minute')}:${found.get('second')}`,
    offset: (found.get('timeZoneName') ?? '').replace('GMT', ''),
  };
}
