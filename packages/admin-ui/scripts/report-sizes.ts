import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type WordField, type WordPage, wordFields } from '@wordrise/core/contract';
import type { Manifest } from 'vite';

const kB = 1000;
/** Compressed, as a browser fetches them on a first visit. */
const budgets = { landingScript: 12 * kB, landingAll: 60 * kB, wordPage: 45 * kB, adminScript: 210 * kB };

export interface SizesInput {
  dist: string;
  app: Manifest;
  /** Built files of the landing page. */
  landing: string[];
  /** Built files of the archive. */
  archive: string[];
}

/** Prints the size of each page, and fails the build if one is over budget. */
export async function reportSizes({ dist, app, landing, archive }: SizesInput): Promise<void> {
  const rows = [
    ...(await landingRows(dist, landing)),
    await wordPageRow(dist, archive),
    ...adminRows(dist, app),
  ];
  for (const { what, bytes, budget } of rows) {
    const over = bytes > budget ? '  OVER BUDGET' : '';
    console.log(`${what.padEnd(44)} ${inKilobytes(bytes)} of ${inKilobytes(budget)}${over}`);
  }
  if (rows.some(({ bytes, budget }) => bytes > budget)) process.exitCode = 1;
}

/** A word's page with everything that a browser fetches to show it; its form loads the widgets when it is used. */
async function wordPageRow(dist: string, files: string[]): Promise<Row> {
  const text = 'Some forty words of text, as a definition, an example or an etymology may have them. '.repeat(
    4,
  );
  const word = { word: 'petrichor', slug: 'petrichor', partOfSpeech: 'noun', definition: text };
  const page: WordPage = {
    word: {
      ...(Object.fromEntries(wordFields.map((field) => [field, text])) as Record<WordField, string>),
      ...word,
      phoneticPronunciation: '/ˈpetrɪˌkɔr/',
      respelling: 'PET-rih-kor',
      day: '2026-11-22',
      sentAt: '2026-11-22T12:00:00.000Z',
      hasVoice: true,
    },
    examples: [
      [text, 'petrichor', text],
      [text, 'petrichor', text],
    ],
    days: ['2026-11-22'],
    hasPodcast: true,
    previous: word,
    next: word,
  };
  const html = (await loadPages(dist)).archivePages(config).word(page);
  const shared = [`${dist}/site/favicon.svg`, `${dist}/../../widgets/dist/style.css`];
  const bytes = [...files.map((file) => `${dist}/site/${file}`), ...shared].map(weigh);
  return {
    what: 'a word’s page, in all',
    bytes: sum(bytes.map((size) => ({ bytes: size }))) + gzipSync(html).length,
    budget: budgets.wordPage,
  };
}

const config = { productName: 'Wordrise', publicUrl: 'https://words.example.com' };

function loadPages(dist: string): Promise<typeof import('@wordrise/admin-ui')> {
  return import(pathToFileURL(`${dist}/index.js`).href);
}

interface Row {
  what: string;
  bytes: number;
  budget: number;
}

async function landingRows(dist: string, files: string[]): Promise<Row[]> {
  const html = (await loadPages(dist)).renderLanding(config);
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

/** Each page with everything it loads: the entry, the layout of the admin area, and its own chunks. */
function adminRows(dist: string, app: Manifest): Row[] {
  return Object.entries(app)
    .filter(([source, { isDynamicEntry }]) => isDynamicEntry && /-(page|route)\.tsx$/.test(source))
    .map(([source]) => {
      const files = new Set<string>();
      const layout = /\/(login|setup)-page/.test(source) ? [] : ['src/shell/admin-layout.tsx'];
      for (const start of ['index.html', ...layout, source]) collect(app, start, files);
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
  // Fonts are already compressed, so servers do not compress them again.
  return path.endsWith('.woff2') ? body.length : gzipSync(body).length;
}

function sum(files: { bytes: number }[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function inKilobytes(bytes: number): string {
  return `${(bytes / kB).toFixed(1)} kB`.padStart(9);
}
