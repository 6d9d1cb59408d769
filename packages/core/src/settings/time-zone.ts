/** A time zone in its usual spelling, so that "utc" and "UTC" are the same; `undefined` if there is no such zone. */
export function usualZone(zone: string): string | undefined {
  if (isListed(zone)) return zone;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The machine's time zone, as reported by `Intl`. */
export function machineZone(): string {
  const zone = process.env.TZ ?? linkedZone();
  return isListed(zone) ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The first formatter of a process takes 20 milliseconds, which would delay every command. This list takes 2. */
function isListed(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);
}

function linkedZone(): string {
  try {
    // Importing this module would take every command 4 milliseconds, because Node lists all that it exports.
    const { readlinkSync } = process.getBuiltinModule('node:fs');
    const zone = readlinkSync('/etc/localtime').split('/zoneinfo/')[1] ?? '';
    return zone === 'Etc/UTC' ? 'UTC' : zone;
  } catch {
    return '';
  }
}
