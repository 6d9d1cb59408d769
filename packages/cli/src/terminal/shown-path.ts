import { isAbsolute, relative, sep } from 'node:path';

/** As a person would type it: from the folder they are in, where it lies below that. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  if (fromHere === '' || fromHere.startsWith('..') || isAbsolute(fromHere)) return path;
  return `.${sep}${fromHere}`;
}
