/** How much of each pixel a drawing covers, from 0 to 1. */
export interface Canvas {
  width: number;
  height: number;
  /** Changes of coverage from one pixel to the next, in rows. */
  changes: Float32Array;
}

export function emptyCanvas(width: number, height: number): Canvas {
  // A line at the right edge writes one pixel beyond it.
  return { width, height, changes: new Float32Array(width * height + 2) };
}

/**
 * Adds an edge of a closed outline that is inside the canvas: each pixel gets the area between the edge and the right
 * side of the picture, as a change from the pixel before. Their sums are the exact coverage, with smooth edges.
 */
export function addEdge(canvas: Canvas, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const { width, height, changes } = canvas;
  const direction = y0 < y1 ? 1 : -1;
  const [topX, top, bottomX, bottom] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
  const slope = (bottomX - topX) / (bottom - top);
  const last = Math.min(height, Math.ceil(bottom));
  for (let row = Math.max(0, Math.floor(top)); row < last; row += 1) {
    const from = Math.max(row, top);
    const to = Math.min(row + 1, bottom);
    const [xFrom, xTo] = [topX + (from - top) * slope, topX + (to - top) * slope];
    addSpan(changes, row * width, direction * (to - from), Math.min(xFrom, xTo), Math.max(xFrom, xTo));
  }
}

/** Adds an edge within one row, with a signed height, from `left` to `right`. */
function addSpan(changes: Float32Array, row: number, height: number, left: number, right: number): void {
  const first = Math.floor(left);
  const last = Math.max(first, Math.ceil(right) - 1);
  /** The part of the span to the left of `x`, and of that the area beyond `x`. */
  let covered = 0;
  for (let pixel = first; pixel <= last; pixel += 1) {
    const start = Math.max(left, pixel);
    const end = Math.min(right, pixel + 1);
    const share = right > left ? (end - start) / (right - left) : 1;
    const part = share * height;
    // The part of the pixel to the right of this piece of the edge; the rest goes to the next pixel.
    const inside = part * (pixel + 1 - (start + end) / 2);
    changes[row + pixel] = (changes[row + pixel] ?? 0) + inside + covered;
    covered = part - inside;
  }
  changes[row + last + 1] = (changes[row + last + 1] ?? 0) + covered;
}
