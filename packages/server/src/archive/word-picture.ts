import { fileURLToPath } from 'node:url';
import { Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js';
import { escapeHtml, type SentWord, sunriseLight, sunriseStops } from '@wordrise/core/contract';
import { firstWords } from './first-words.ts';

/** The size for link previews. */
const previewSize = { width: 1200, height: 630 };
const { width, height } = previewSize;
const ink = '#1b2030';
const textWidth = 1040;
/** The text is centered above the sun. */
const textHeight = 372;

/**
 * Made by admin-ui/scripts/picture-fonts.mjs; the build copies them. The first of a family is used, and those after it
 * for the letters that it does not have.
 */
const fontFiles = [
  'newsreader',
  'newsreader-ext',
  'gentium',
  'gentium-ext',
  'gentium-greek',
  'noto-marks',
  'noto-arabic',
  'noto-hebrew',
].map((name) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url)));
const options: ResvgRenderOptions = {
  font: {
    // What a machine has differs, and takes long to read.
    loadSystemFonts: false,
    fontFiles,
  },
};

interface Face {
  family: string;
  /** All the letters it has. */
  letters: RegExp;
}

const textFaces: Face[] = [
  { family: 'Newsreader', letters: /^[ -~\u00a0-\u00ac\u00ae-\u0131\u0134-\u0148\u014a-\u017e–—‘’“”…]+$/ },
  { family: 'Noto Naskh Arabic', letters: /^[ \u0621-\u065f\u0660-\u066f\u0679-\u06d3،؛؟]+$/ },
  { family: 'Noto Serif Hebrew', letters: /^[ \u05b0-\u05c7\u05d0-\u05ea\u05be\u05f3\u05f4]+$/ },
];
const spokenFaces: Face[] = [
  { family: 'Gentium Plus, Noto Serif', letters: /^[ -~\u00a0\u0250-\u02afæçðøħŋœβθχˈˌːˑ·ʰʲʷ]+$/ },
];

/** What differs from the built-in look. */
export interface PictureLook {
  accent: string;
}

interface Line {
  text: string;
  family: string;
  size: number;
  /** The distance to the line above, as a multiple of this line's size. */
  leading: number;
}

/**
 * The picture of a link to a word's page: word, pronunciation and definition over a sunrise, as a PNG of 1200 × 630.
 * Most of the work is done by another thread.
 *
 * @returns `undefined` for a word in letters that the fonts do not have
 */
export async function drawWordPicture(
  word: Pick<SentWord, 'word' | 'phoneticPronunciation' | 'partOfSpeech' | 'definition'>,
  productName: string,
  look?: PictureLook,
): Promise<Buffer | undefined> {
  const title = linesOf(word.word, textFaces, 132, 1);
  if (title.length === 0) return undefined;
  const spoken = [word.phoneticPronunciation, word.partOfSpeech].filter(Boolean).join(' · ');
  const lines = [...title, ...linesOf(spoken, spokenFaces, 38, 1.9), ...definitionLines(word.definition)];
  const name = linesOf(productName, textFaces, 34, 1).map((line) => drawn(line, height - 48));
  const drawing = await renderAsync(svg([...placed(lines), ...name].join(''), look), options);
  return drawing.asPng();
}

/** The picture of the podcast: the product's name over the sunrise, as a square PNG of the size that directories ask for. */
export async function drawPodcastPicture(productName: string, look?: PictureLook): Promise<Buffer> {
  const side = 1400;
  const lines = [
    ...linesOf(productName, textFaces, 190, 1),
    ...linesOf('One word each morning', textFaces, 64, 2),
  ];
  let y = side * 0.36;
  const text = lines.map((line, at) => {
    if (at > 0) y += line.size * line.leading;
    return drawn(line, y, side);
  });
  const drawing = await renderAsync(svg(text.join(''), look, { width: side, height: side }), options);
  return drawing.asPng();
}

/** One line, made smaller if it would not fit, or none if there is no face with all its letters. */
function linesOf(text: string, faces: readonly Face[], largest: number, leading: number): Line[] {
  const face = faces.find(({ letters }) => letters.test(text));
  if (!face) return [];
  const { family } = face;
  return [
    {
      text,
      family,
      leading,
      size: Math.min(largest, (largest * textWidth) / widthOf(text, family, largest)),
    },
  ];
}

/** Two lines, or three smaller ones, of about the same length; text that does not fit ends in "…". */
function definitionLines(definition: string): Line[] {
  const text = definition.replace(/\s+/g, ' ').trim();
  // The Arabic and the Hebrew face have no full stop.
  const [shown = '', face] =
    [text, text.replace(/\.$/, '')]
      .map((form) => [form, textFaces.find(({ letters }) => letters.test(form))] as const)
      .find(([, found]) => found) ?? [];
  if (!face) return [];
  const { family } = face;
  const length = widthOf(shown, family, 40) / textWidth;
  // Lines of whole words are not equally long.
  const [count, size] = length <= 1 ? [1, 40] : length <= 1.85 ? [2, 40] : [3, 35];
  const most = Math.floor((shown.length * 2.8 * 40) / (length * 35));
  const broken = balanced(firstWords(shown, most), count);
  const widest = Math.max(...broken.map((line) => widthOf(line, family, size)));
  const fitting = size * Math.min(1, textWidth / widest);
  return broken.map((line, at) => ({ text: line, family, size: fitting, leading: at === 0 ? 1.8 : 1.25 }));
}

/** Breaks a text into lines at the spaces that are nearest to equal parts. */
function balanced(text: string, count: number): string[] {
  if (count === 1) return [text];
  const ideal = text.length / count;
  const [before, after] = [text.lastIndexOf(' ', ideal), text.indexOf(' ', ideal)];
  if (before < 0 && after < 0) return [text];
  const at = after < 0 || (before >= 0 && ideal - before <= after - ideal) ? before : after;
  return [text.slice(0, at), ...balanced(text.slice(at + 1), count - 1)];
}

function placed(lines: Line[]): string[] {
  const total = lines.reduce((sum, { size, leading }, at) => sum + size * (at === 0 ? 0.72 : leading), 0);
  let y = Math.max(40, (textHeight - total) / 2 + 20);
  return lines.map((line, at) => {
    y += line.size * (at === 0 ? 0.72 : line.leading);
    return drawn(line, y);
  });
}

function drawn({ text, family, size }: Line, y: number, across = width): string {
  return `<text x="${across / 2}" y="${y}" text-anchor="middle" font-family="${family}" font-size="${size}">${escapeHtml(text)}</text>`;
}

/** Width in pixels. */
function widthOf(text: string, family: string, size: number): number {
  const line = drawn({ text, family, size, leading: 1 }, size);
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${line}</svg>`, options).getBBox()?.width ?? 0;
}

const builtInLight = {
  sky: ['#dbe6f5', '#ecebef', '#f9e3d2', '#fbcaa0', '#f5a074'],
  glow: '#ffecc4',
  sun: '#fff4d6',
  sea: '#eea27a',
};

/** The sunrise of the landing page, with text above it. */
function svg(text: string, look?: PictureLook, { width, height } = previewSize): string {
  const horizon = Math.round((height * 480) / 630);
  const { sky, glow, sun, sea } = look ? sunriseLight(look.accent).day : builtInLight;
  const stops = sunriseStops.day.map(
    (percent, at) => `<stop${percent === 0 ? '' : ` offset="${percent / 100}"`} stop-color="${sky[at]}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="sky" x2="0" y2="1">
${stops.join('\n')}
</linearGradient>
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1"
 gradientTransform="translate(${width / 2} ${horizon}) scale(${width * 0.6} ${height * 0.6})">
<stop stop-color="${glow}" stop-opacity="0.85"/>
<stop offset="1" stop-color="${glow}" stop-opacity="0"/>
</radialGradient>
<linearGradient id="sea" x2="0" y2="1">
<stop stop-color="${sea}"/>
<stop offset="1" stop-color="#faf7f1"/>
</linearGradient>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<rect width="${width}" height="${height}" fill="url(#glow)"/>
<circle cx="${width / 2}" cy="${horizon}" r="96" fill="${sun}"/>
<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#sea)"/>
<g fill="${ink}">${text}</g>
</svg>`;
}
