// Creates ../server/src/archive/fonts, the letters in the pictures of words: Newsreader for the text, Gentium Plus for
// the pronunciation, Noto for Arabic and Hebrew. Run only when the look changes; the results are committed, so a build
// needs neither this script nor its dependencies:
//
//   npm install --no-save subset-font @fontsource/gentium-plus @fontsource/noto-serif \
//     @fontsource/noto-naskh-arabic @fontsource/noto-serif-hebrew
//   node scripts/picture-fonts.mjs
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const ascii = range(0x20, 0x7e);
const latin = `${range(0xa0, 0x17f)}‐–—‘’“”…`;
const ipa = `${range(0x250, 0x2af)}æçðøħŋœβθχ·ʰʲʷ‿\u00a0`;

const newsreader = '@fontsource-variable/newsreader/files/newsreader';
const gentium = '@fontsource/gentium-plus/files/gentium-plus';
const noto = (name) => `@fontsource/noto-${name}`;
const axes = { opsz: 72, wght: 500 };
const fonts = [
  { to: 'newsreader', from: `${newsreader}-latin-opsz-normal.woff2`, text: ascii + latin, axes },
  { to: 'newsreader-ext', from: `${newsreader}-latin-ext-opsz-normal.woff2`, text: latin, axes },
  { to: 'gentium', from: `${gentium}-latin-400-normal.woff2`, text: ascii + ipa },
  { to: 'gentium-ext', from: `${gentium}-latin-ext-400-normal.woff2`, text: ipa },
  { to: 'gentium-greek', from: `${gentium}-greek-400-normal.woff2`, text: ipa },
  // The package of Gentium lacks the marks of stress and length.
  {
    to: 'noto-marks',
    from: `${noto('serif')}/files/noto-serif-latin-ext-400-normal.woff2`,
    text: 'ˈˌːˑʰʲʷ‿',
  },
  {
    to: 'noto-arabic',
    from: `${noto('naskh-arabic')}/files/noto-naskh-arabic-arabic-500-normal.woff2`,
    text: ` ${range(0x600, 0x6ff)}`,
  },
  {
    to: 'noto-hebrew',
    from: `${noto('serif-hebrew')}/files/noto-serif-hebrew-hebrew-500-normal.woff2`,
    text: ` ${range(0x590, 0x5ff)}`,
  },
];

for (const { to, from, text, axes: variationAxes } of fonts) {
  const file = await readFile(new URL(import.meta.resolve(from)));
  const subset = await subsetFont(file, text, { targetFormat: 'sfnt', variationAxes });
  await writeFile(new URL(`../../server/src/archive/fonts/${to}.ttf`, import.meta.url), subset);
  console.log(`${to}.ttf ${subset.length} bytes`);
}
