import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The process's environment, which takes precedence over the `.env` file in the working folder, if there is one. */
export function readEnvironment(folder = process.cwd()): Record<string, string | undefined> {
  const file = join(folder, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}
