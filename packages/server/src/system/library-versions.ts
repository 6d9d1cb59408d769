import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const libraries = ['koa', 'zod', '@mikro-orm/core', 'handlebars', 'node-schedule'];

/** Read from the packages: during a build, and when the sources run. */
export function libraryVersions(): { name: string; version: string }[] {
  const require = createRequire(import.meta.url);
  return libraries.map((name) => {
    // Not every package exports its package.json.
    const folder = require.resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json')));
    const manifest = readFileSync(join(folder ?? '', name, 'package.json'), 'utf8');
    return { name, version: (JSON.parse(manifest) as { version: string }).version };
  });
}
