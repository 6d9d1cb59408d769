import type { SentWord } from '@wordrise/core/contract';
import { type Canvas, emptyCanvas } from './coverage.ts';
import { encodePng } from './png.ts';
import { drawSunrise, mix } from './sunrise.ts';
import { drawText, type Face, isDrawable, widthOf } from './text.ts';

/** The size for link previews. */
const width = 1200;
const height = 630;
const ink = [27, 32, 48] as const;
const textWidth = 1040;
/** The text is centered above the sun. */
const textHeight = 372;

let background: Buffer | undefined;

interface Line {
  text: string;
  face: Face;
  size: number;
  /** The distance to the line above, as a multiple of this line's size. */
  leading: number;
}

/**
 * The picture of a link to a word's page: word, pronunciation and definition over a sunrise, as a PNG of 1200 × 630.
 *
 * @returns `undefined` for a word in letters that the fonts do not have
 */
export async function drawWordPicture(
  word: Pick<SentWord, 'word' | 'phoneticPronunciation' | 'partOfSpeech' | 'definition'>,
  productName: string,
): Promise<Buffer | undefined> {
  if (!isDrawable(word.word, 'text')) return undefined;
  const canvas = emptyCanvas(width, height);
  drawLines(canvas, linesOf(word));
  const name = fitted(productName, 'text', 34, 1);
  if (isDrawable(productName, 'text')) drawCentered(canvas, name, height - 48);
  background ??= drawSunrise(width, height);
  return encodePng(inked(background, canvas), width, height);
}

function linesOf(word: Parameters<typeof drawWordPicture>[0]): Line[] {
  const said = [word.phoneticPronunciation, word.partOfSpeech].filter(Boolean).join(' · ');
  const meaning = word.definition.replace(/\s+/g, ' ').trim();
  return [
    fitted(word.word, 'text', 132, 1),
    ...(said !== '' && isDrawable(said, 'ipa') ? [fitted(said, 'ipa', 38, 1.9)] : []),
    ...(isDrawable(meaning, 'text') ? wrapped(meaning) : []),
  ];
}

/** A line, made smaller if it would not fit. */
function fitted(text: string, face: Face, largest: number, leading: number): Line {
  return {
    text,
    face,
    leading,
    size: Math.min(largest, (largest * textWidth) / widthOf(text, face, largest)),
  };
}

/** Two lines, or three smaller ones; text that does not fit ends in "…". */
function wrapped(text: string): Line[] {
  const two = broken(text, 40);
  const [size, lines] = two.length <= 2 ? [40, two] : [35, broken(text, 35)];
  const shown = lines.slice(0, 3);
  if (lines.length > 3) shown.push(`${shown.pop()?.replace(/[,;.:]$/, '')}…`);
  return shown.map((line, at) => fitted(line, 'text', size, at === 0 ? 1.8 : 1.25));
}

function broken(text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(longer, 'text', size) <= textWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return text === '' ? [] : lines;
}

function drawLines(canvas: Canvas, lines: Line[]): void {
  const total = lines.reduce((sum, { size, leading }, at) => sum + size * (at === 0 ? 0.72 : leading), 0);
  let y = Math.max(40, (textHeight - total) / 2 + 20);
  for (const [at, line] of lines.entries()) {
    y += line.size * (at === 0 ? 0.72 : line.leading);
    drawCentered(canvas, line, y);
  }
}

function drawCentered(canvas: Canvas, { text, face, size }: Line, y: number): void {
  drawText(canvas, text, { face, size, x: (width - widthOf(text, face, size)) / 2, y });
}

function inked(picture: Buffer, { changes }: Canvas): Buffer {
  const pixels = Buffer.from(picture);
  let sum = 0;
  for (let i = 0; i < width * height; i += 1) {
    sum += changes[i] ?? 0;
    const coverage = Math.min(1, Math.abs(sum));
    if (coverage < 0.004) continue;
    const at = i * 3;
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    pixels.set(mix([red, green, blue], ink, coverage), at);
  }
  return pixels;
}
