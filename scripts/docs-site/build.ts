/**
 * `npm run docs:site`: the documentation as a static site in dist/docs-site, with search. Any web server can serve it,
 * from any folder. Fails on a dead link.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createIndex } from 'pagefind';
import { deadLinks } from './dead-links.ts';
import { layout } from './layout.ts';
import { pages, root } from './pages.ts';
import { render } from './render.ts';
import { styleSheet } from './style-sheet.ts';

const output = join(root, 'dist/docs-site');
const design = join(root, 'packages/admin-ui');

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), content);
}

const copy = (from: string, to: string) => cpSync(join(root, from), join(output, to), { recursive: true });

rmSync(output, { recursive: true, force: true });
for (const page of pages) {
  const rendered = render(page);
  write(`${page.path}index.html`, layout(page, rendered));
  for (const image of rendered.images) copy(image, `images/${basename(image)}`);
}
write('style.css', styleSheet());
cpSync(join(design, 'src/design/fonts'), join(output, 'fonts'), { recursive: true });
copy('packages/admin-ui/public/favicon.svg', 'favicon.svg');

const { index } = await createIndex();
if (!index) throw new Error('The search index could not be created.');
await index.addDirectory({ path: output });
await index.writeFiles({ outputPath: join(output, 'pagefind') });

const dead = deadLinks(output);
if (dead.length > 0) {
  console.error(dead.join('\n'));
  process.exitCode = 1;
}
console.log(`${pages.length} pages in dist/docs-site; ${dead.length} dead links.`);
