// Creates ../server/src/pictures/glyphs.txt, the outlines of the letters in the pictures of words: Newsreader for the
// text, Gentium Plus for the pronunciation. Run only when the look changes; the result is committed, so that neither a
// build nor the server needs a parser of fonts:
//
//   npm install --no-save subset-font opentype.js @fontsource/gentium-plus @fontsource/noto-serif
//   node scripts/draw-glyphs.mjs
import { readFile, writeFile } from 'node:fs/promises';
import opentype from 'opentype.js';
import subsetFont from 'subset-font';

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
const ascii = range(0x20, 0x7e);
const latin = `${range(0xa1, 0xff)}āēīōūčšžœŒ\u00a0‐–—‘’“”…`;
const ipa = `${range(0x250, 0x2af)}æçðøħŋœβθχˈˌːˑ·ʰʲʷ‿\u00a0`;

const newsreader = '@fontsource-variable/newsreader/files/newsreader';
const gentium = '@fontsource/gentium-plus/files/gentium-plus';
const axes = { opsz: 72, wght: 500 };
const parts = [
  { face: 'text', from: `${newsreader}-latin-opsz-normal.woff2`, text: ascii + latin, axes },
  { face: 'text', from: `${newsreader}-latin-ext-opsz-normal.woff2`, text: latin, axes },
  { face: 'ipa', from: `${gentium}-latin-400-normal.woff2`, text: ascii + ipa },
  { face: 'ipa', from: `${gentium}-latin-ext-400-normal.woff2`, text: ipa },
  { face: 'ipa', from: `${gentium}-greek-400-normal.woff2`, text: ipa },
  // Its package lacks the marks of stress and length.
  { face: 'ipa', from: '@fontsource/noto-serif/files/noto-serif-latin-ext-400-normal.woff2', text: ipa },
];

/** Steps from point to point, in thousandths of the size; y runs down. */
function outlineOf(glyph) {
  let [atX, atY] = [0, 0];
  const step = (x, y) => {
    const made = [Math.round(x) - atX, Math.round(y) - atY];
    [atX, atY] = [Math.round(x), Math.round(y)];
    return made;
  };
  return glyph
    .getPath(0, 0, 1000)
    .commands.flatMap(({ type, x1, y1, x, y }) =>
      type === 'Z' ? [] : [type + [...(type === 'Q' ? step(x1, y1) : []), ...step(x, y)].join(' ')],
    )
    .join('');
}

const faces = {};
for (const { face, from, text, axes: variationAxes } of parts) {
  const file = await readFile(new URL(import.meta.resolve(from)));
  const subset = await subsetFont(file, text, { targetFormat: 'sfnt', variationAxes });
  const font = opentype.parse(subset.buffer.slice(subset.byteOffset, subset.byteOffset + subset.length));
  faces[face] ??= {};
  for (const letter of text) {
    if (font.charToGlyphIndex(letter) === 0) continue;
    const glyph = font.charToGlyph(letter);
    const advance = Math.round((glyph.advanceWidth * 1000) / font.unitsPerEm);
    faces[face][letter] ??= [advance, outlineOf(glyph)];
  }
}
const lines = Object.entries(faces).flatMap(([face, glyphs]) =>
  Object.entries(glyphs).map(([letter, drawn]) => [face, letter, ...drawn].join('\t')),
);
await writeFile(new URL('../../server/src/pictures/glyphs.txt', import.meta.url), `${lines.join('\n')}\n`);
console.log(lines.length, 'letters');
