import { isAbsolute, join } from 'node:path';

/** The default `DATABASE_URL` of a data folder, as one would type it. */
export function sqliteIn(dataDir: string): string {
  const path = join(dataDir, 'wordrise.db');
  return `sqlite:${isAbsolute(path) || path.startsWith('..') ? path : `./${path}`}`;
}
