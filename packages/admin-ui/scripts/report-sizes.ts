import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';

const kB = 1000;
/** Compressed, as a browser fetches them on a first visit. */
const budgets = { landingScript: 12 * kB, landingAll: 60 * kB, adminScript: 180 * kB };

export interface SizesInput {
  dist: string;
  app: Manifest;
  /** Built files of the landing page. */
  landing: string[];
}

/** Prints the size of each page, and fails the build if one is over budget. */
export async function reportSizes({ dist, app, landing }: SizesInput): Promise<void> {
  const rows = [...(await landingRows(dist, landing)), ...adminRows(dist, app)];
  for (const { what, bytes, budget } of rows) {
    const over = bytes > budget ? '  OVER BUDGET' : '';
    console.log(`${what.padEnd(44)} ${inKilobytes(bytes)} of ${inKilobytes(budget)}${over}`);
  }
  if (rows.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1;
}

interface Row {
  what: string;
  bytes: number;
  budget: number;
}

async function landingRows(dist: string, files: string[]): Promise<Row[]> {
  const { renderLanding }: typeof import('@wordrise/admin-ui') = await import(
    pathToFileURL(`${dist}/index.js`).href
  );
  const html = renderLanding({
    productName: 'Wordrise',
    publicUrl: 'https://words.example.com',
  });
  const own = files.map((file) => ({ file, bytes: weigh(`${dist}/site/${file}`) }));
  const widgets = ['wordrise-widgets.js', 'style.css']
    .map((file) => ({ file, path: `${dist}/../../widgets/dist/${file}` }))
    .map(({ file, path }) => ({ file, bytes: weigh(path) }));
  const all = [...own, ...widgets];
  const script = sum(all.filter(({ file }) => file.endsWith('.js')));
  const whole = sum(all) + gzipSync(html).length + weigh(`${dist}/site/favicon.svg`);
  return [
    { what: 'landing page, script', bytes: script, budget: budgets.landingScript },
    { what: 'landing page, in all', bytes: whole, budget: budgets.landingAll },
  ];
}

/** Each page with everything it loads: the entry, the admin area's layout and its own chunks. */
function adminRows(dist: string, app: Manifest): Row[] {
  const frame = 'src/shell/admin-layout.tsx';
  return Object.entries(app)
    .filter(([source, { isDynamicEntry }]) => isDynamicEntry && /-(page|route)\.tsx$/.test(source))
    .map(([source]) => {
      const isAdmin = !/\/(login|setup|not-found)-page\.tsx$/.test(source);
      const files = new Set<string>();
      for (const start of ['index.html', source, ...(isAdmin ? [frame] : [])]) collect(app, start, files);
      return {
        what: `${source.split('/').at(-1)?.replace('.tsx', '')}, script`,
        bytes: sum([...files].map((file) => ({ bytes: weigh(`${dist}/site/${file}`) }))),
        budget: budgets.adminScript,
      };
    });
}

function collect(manifest: Manifest, source: string, files: Set<string>): void {
  const chunk = manifest[source];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files);
}

function weigh(path: string): number {
  const body = readFileSync(path);
  // Fonts are compressed already; servers leave them as they are.
  return path.endsWith('.woff2') ? body.length : gzipSync(body).length;
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function inKilobytes(bytes: number): string {
  return `${(bytes / kB).toFixed(1)} kB`.padStart(9);
}
