import { readFileSync } from 'node:fs';
import { addEdge, type Canvas } from './coverage.ts';

export type Face = 'text' | 'ipa';

interface Glyph {
  /** The distance to the next letter, in thousandths of the size. */
  advance: number;
  /** In the format that `drawOutline` reads, in the same unit. */
  outline: string;
}

/** By face and letter; admin-ui/scripts/draw-glyphs.mjs writes the file, and the build copies it. */
const glyphs = new Map<string, Glyph>();
for (const line of readFileSync(new URL('./glyphs.txt', import.meta.url), 'utf8').split('\n')) {
  const [face, letter, advance, outline = ''] = line.split('\t');
  glyphs.set(`${face} ${letter}`, { advance: Number(advance), outline });
}

const glyphOf = (face: Face, letter: string) => glyphs.get(`${face} ${letter}`);

/** Whether there is a shape for each of its letters. */
export function isDrawable(text: string, face: Face): boolean {
  return [...text].every((letter) => glyphOf(face, letter));
}

/** Width in pixels at a size in pixels. */
export function widthOf(text: string, face: Face, size: number): number {
  return (
    [...text].reduce((width, letter) => width + (glyphOf(face, letter)?.advance ?? 0), 0) * (size / 1000)
  );
}

interface Place {
  face: Face;
  size: number;
  /** Where the line of text starts. */
  x: number;
  /** The baseline. */
  y: number;
}

export function drawText(canvas: Canvas, text: string, { face, size, x, y }: Place): void {
  let left = x;
  for (const letter of text) {
    const { advance = 0, outline = '' } = glyphOf(face, letter) ?? {};
    drawOutline(canvas, outline, { left, base: y, scale: size / 1000 });
    left += advance * (size / 1000);
  }
}

type Point = readonly [x: number, y: number];

/** Straight pieces of a curve: at the sizes of a picture they look smooth. */
const pieces = 8;

/**
 * @param outline Steps from point to point, with y pointing down from the baseline: `M` to the start of a closed
 * outline, `L` along a line, `Q` along a quadratic curve by its control point.
 */
function drawOutline(
  canvas: Canvas,
  outline: string,
  { left, base, scale }: { left: number; base: number; scale: number },
): void {
  let [at, start]: Point[] = [
    [0, 0],
    [0, 0],
  ];
  const lineTo = (to: Point) => {
    const [[x0, y0], [x1, y1]] = [at ?? to, to];
    addEdge(canvas, left + x0 * scale, base + y0 * scale, left + x1 * scale, base + y1 * scale);
    at = to;
  };
  /** The position of the pen. It jumps where `lineTo` closes an outline. */
  let pen: Point = [0, 0];
  for (const [, command, numbers = ''] of outline.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [dx = 0, dy = 0, endX, endY] = numbers.split(' ').map(Number);
    const first: Point = [pen[0] + dx, pen[1] + dy];
    pen = endX === undefined || endY === undefined ? first : [first[0] + endX, first[1] + endY];
    if (command === 'M') {
      lineTo(start ?? pen);
      [at, start] = [pen, pen];
    } else if (command === 'L') lineTo(pen);
    else for (const point of curve(at ?? pen, first, pen)) lineTo(point);
  }
  lineTo(start ?? pen);
}

function curve([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point): Point[] {
  return Array.from({ length: pieces }, (_, piece) => {
    const t = (piece + 1) / pieces;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return [a * x0 + b * x1 + c * x2, a * y0 + b * y1 + c * y2];
  });
}
