import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The process's environment over the `.env` file beside the process, if there is one. */
export function readEnvironment(folder = process.cwd()): Record<string, string | undefined> {
  const file = join(folder, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}
