import { isAbsolute, relative, sep } from 'node:path';

/** As a person would type it: relative to the current folder if it is inside it. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  if (fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere)) return path;
  return `.${sep}${fromHere}`;
}
