/** Most specific first: nearly every browser also claims to be the ones below it. */
const browsers = [
  ['Edge', 'Edg'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser'],
  ['Firefox', 'Firefox'],
  ['Firefox', 'FxiOS'],
  ['Chrome', 'CriOS'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
  ['curl', 'curl'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['macOS', 'Mac OS X'],
  ['ChromeOS', 'CrOS'],
  ['Linux', 'Linux'],
] as const;

/** The family of a browser and its system, such as `Firefox on Linux`, from its `User-Agent`. */
export function browserName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([, part]) => userAgent.includes(part))?.[0];
  const [browser = 'Unknown browser', system] = [find(browsers), find(systems)];
  return system === undefined ? browser : `${browser} on ${system}`;
}
