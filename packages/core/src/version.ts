import { readFileSync } from 'node:fs';

/** The version of Wordrise: all packages have the same one. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
