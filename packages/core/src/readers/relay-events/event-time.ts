/** A time in the format of reports. @param given A date as relays write it, or seconds since 1970. */
export function timeOf(given: string | number | undefined): string | undefined {
  const at = new Date(typeof given === 'number' ? given * 1000 : (given ?? Number.NaN));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
