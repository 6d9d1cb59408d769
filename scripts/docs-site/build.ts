/**
 * `npm run docs:site`: the documentation as a static site in dist/docs-site, or in the folder that is named, with
 * search. Any web server can serve it, from any folder. Fails on a dead link.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createIndex } from 'pagefind';
import { dark, light } from '../../packages/admin-ui/src/design/palettes.ts';
import { renderPage } from './page.ts';
import { pages, root, unlisted } from './pages.ts';

const output = resolve(process.argv[2] ?? join(root, 'dist/docs-site'));
const design = join(root, 'packages/admin-ui');

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), content);
}

const copy = (from: string, to: string) => cpSync(join(root, from), join(output, to), { recursive: true });

rmSync(output, { recursive: true, force: true });
for (const page of pages) {
  const { html, images } = renderPage(page);
  write(`${page.path}index.html`, html);
  for (const image of images) copy(image, `images/${basename(image)}`);
}
write('style.css', styleSheet());
cpSync(join(design, 'src/design/fonts'), join(output, 'fonts'), { recursive: true });
copy('packages/admin-ui/public/favicon.svg', 'favicon.svg');

const { index } = await createIndex();
if (!index) throw new Error('The search index could not be created.');
await index.addDirectory({ path: output });
await index.writeFiles({ outputPath: join(output, 'pagefind') });

const dead = [...deadLinks(output), ...unlisted.map((file) => `${file} is not in docs/README.md.`)];
if (dead.length > 0) {
  console.error(dead.join('\n'));
  process.exitCode = 1;
}
const shown = relative('', output);
console.log(`${pages.length} pages in ${shown}; ${dead.length} dead links.`);
// Opened from the disk, the pages work, but browsers do not let them search.
console.log(`To read them: python3 -m http.server 8000 --directory ${shown}, then http://localhost:8000`);

/** Broken links and missing files of a built site, as `page: link`. Other sites are not checked. */
function deadLinks(site: string): string[] {
  const files = globSync('**/*.html', { cwd: site }).map((file) => join(site, file));
  return files.flatMap((file) =>
    linksOf(file)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(link, file))
      .map((link) => `${relative(site, file)}: ${link}`),
  );
}

function linksOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
}

function leadsSomewhere(link: string, from: string): boolean {
  const { pathname, hash } = new URL(link, `file://${from}`);
  const path = decodeURIComponent(pathname);
  if (!existsSync(path)) return false;
  const file = statSync(path).isDirectory() ? join(path, 'index.html') : path;
  if (!existsSync(file)) return false;
  return hash === '' || readFileSync(file, 'utf8').includes(` id="${decodeURIComponent(hash.slice(1))}"`);
}

/** The product's colors, and the look of the pages. */
function styleSheet(): string {
  return `:root { ${properties(light)} color-scheme: light; }
@media (prefers-color-scheme: dark) { :root { ${properties(dark)} color-scheme: dark; } }
${readFileSync(join(import.meta.dirname, 'style.css'), 'utf8')}`;
}

function properties(palette: Record<string, string>): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ');
}
