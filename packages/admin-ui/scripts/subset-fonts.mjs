// Makes src/design/fonts from the fontsource packages. Run only when a font is updated; the results are
// committed, so a build needs neither this script nor its dependencies:
//
//   npm install --no-save subset-font @fontsource-variable/noto-serif && pip install fonttools
//   node scripts/subset-fonts.mjs
//
// The full Newsreader is 130 kB with its axes. The landing page may weigh 60 kB in all, so the display cut is
// pinned to one weight at the largest optical size, its Inter is ASCII, and accents are in files of their own; the admin
// area keeps the weights and letters it uses.
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const ascii = range(0x20, 0x7e);
const punctuation = '\u00a0©·–—‘’“”…•→×';
const latin1 = range(0xa1, 0xff);

const cuts = [
  {
    from: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'),
    to: 'newsreader-display',
    text: ascii + punctuation,
    axes: { opsz: 72, wght: 500 },
  },
  {
    from: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'),
    to: 'accents-newsreader',
    text: latin1,
    axes: { opsz: 72, wght: 500 },
  },
  {
    from: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'),
    to: 'newsreader-text',
    text: ascii + latin1 + punctuation,
    axes: { opsz: 36, wght: { min: 400, max: 600 } },
  },
  {
    from: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-opsz-italic.woff2'),
    to: 'newsreader-text-italic',
    text: ascii + latin1 + punctuation,
    axes: { opsz: 16, wght: 400 },
  },
  {
    from: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'),
    to: 'inter-landing',
    text: ascii + punctuation,
    axes: { opsz: 14, wght: { min: 400, max: 600 } },
  },
  {
    from: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'),
    to: 'accents-inter',
    text: latin1,
    axes: { opsz: 14, wght: { min: 400, max: 600 } },
  },
];

for (const { from, to, text, axes } of cuts) {
  const subset = await subsetFont(await readFile(new URL(from)), text, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  await writeFile(new URL(`../src/design/fonts/${to}.woff2`, import.meta.url), subset);
  console.log(`${to}.woff2 ${subset.length} bytes`);
}

// Pronunciations: their letters are in three files of Noto Serif, and one request is enough.
const phonetic = `${range(0x61, 0x7a)} /[]()-.,;\u00a0’æðŋøœɐɑɒɔəɚɛɜɝɡɪɫɹɾʃʊʌʒʔʰʲʷˈˌːˑθχ·āēīōūüäöȯᵊéñ`;
const folder = mkdtempSync(join(tmpdir(), 'subset-fonts-'));
const parts = [];
for (const script of ['latin', 'latin-ext', 'greek']) {
  const file = `@fontsource-variable/noto-serif/files/noto-serif-${script}-wght-normal.woff2`;
  const part = await subsetFont(await readFile(new URL(import.meta.resolve(file))), phonetic, {
    targetFormat: 'sfnt',
    variationAxes: { wght: 380 },
  });
  parts.push(join(folder, `${script}.ttf`));
  await writeFile(parts.at(-1), part);
}
const merged = join(folder, 'merged.ttf');
execFileSync('pyftmerge', [`--output-file=${merged}`, '--drop-tables=GSUB,GPOS,GDEF,vhea,vmtx', ...parts]);
const phonetics = await subsetFont(await readFile(merged), phonetic, { targetFormat: 'woff2' });
await writeFile(new URL('../src/design/fonts/noto-serif-ipa.woff2', import.meta.url), phonetics);
console.log(`noto-serif-ipa.woff2 ${phonetics.length} bytes`);
