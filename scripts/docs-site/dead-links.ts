import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Broken links and missing files of a built site, as `page: link`. Other sites are not checked. */
export function deadLinks(site: string): string[] {
  const files = globSync('**/*.html', { cwd: site }).map((file) => join(site, file));
  return files.flatMap((file) =>
    linksOf(file)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link, file))
      .map((link) => `${relative(site, file)}: ${link}`),
  );
}

const linksOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);

function leadsSomewhere(link: string, from: string): boolean {
  const { pathname, hash } = new URL(link, `file://${from}`);
  const path = decodeURIComponent(pathname);
  if (!existsSync(path)) return false;
  const file = statSync(path).isDirectory() ? join(path, 'index.html') : path;
  if (!existsSync(file)) return false;
  return hash === '' || readFileSync(file, 'utf8').includes(` id="${decodeURIComponent(hash.slice(1))}"`);
}
