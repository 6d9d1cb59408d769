import type { Output } from './output.ts';
import { cutToWidth, displayWidth, figure, oneLine, padToWidth } from './text.ts';

export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
  /** Colors the cell after it has been measured. */
  paint?: (cell: string, row: Row) => string;
  align?: 'right';
  /** A column that is cut if the terminal is narrow. */
  flexible?: true;
}

const gap = '  ';

/** The least width of a flexible column that is cut. */
const leastWidth = 10;

/**
 * On a terminal: aligned columns as wide as the terminal, the widest flexible one cut first. Elsewhere: one line per
 * row, full values separated by tabs, no titles, for `cut`, `awk` and `sort`. Empty without rows.
 */
export function table<Row>(out: Output, rows: readonly Row[], columns: readonly Column<Row>[]): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => columns.map((column) => oneLine(column.value(row))));
  if (out.width === undefined) return cells.map((line) => line.join('\t')).join('\n');
  const widths = columns.map((column, at) =>
    Math.max(displayWidth(column.title), ...cells.map((line) => displayWidth(line[at] ?? ''))),
  );
  const flexible = [...columns.keys()].filter((at) => columns[at]?.flexible);
  shrink(widths, flexible, out.width - gap.length * (columns.length - 1));
  const titles = columns.map(({ title }, at) => place(title, at, out.paint.dim));
  return [
    join(titles),
    ...cells.map((line, row) => join(line.map((cell, at) => placeCell(cell, at, row)))),
  ].join('\n');

  function placeCell(cell: string, at: number, row: number): string {
    const paint = columns[at]?.paint;
    return place(cell, at, paint ? (text) => paint(text, rows[row] as Row) : (text) => text);
  }

  function place(cell: string, at: number, paint: (text: string) => string): string {
    const width = widths[at] ?? 0;
    const cut = cutToWidth(cell, width);
    const padding = padToWidth('', width - displayWidth(cut));
    if (columns[at]?.align === 'right') return padding + paint(cut);
    return at === columns.length - 1 ? paint(cut) : paint(cut) + padding;
  }
}

/** Narrows these columns, the widest first, until all fit or none can be narrower. */
function shrink(widths: number[], flexible: readonly number[], room: number): void {
  for (let over = widths.reduce((sum, width) => sum + width, -room); over > 0; over -= 1) {
    const widest = Math.max(...flexible.map((at) => widths[at] ?? 0));
    const at = flexible.find((column) => widths[column] === widest);
    if (at === undefined || widest <= leastWidth) return;
    widths[at] = widest - 1;
  }
}

function join(cells: string[]): string {
  return cells.join(gap).trimEnd();
}

/** Says which part of a list its table shows, and how to see the next. */
export function notePage(
  out: Output,
  { page, limit }: { page: number; limit: number },
  { count, total, hasMore }: { count: number; total: number; hasMore: boolean },
  { what, ifNone }: { what: string; ifNone: string },
): void {
  if (count === 0) {
    out.note(total === 0 ? ifNone : `There are ${figure(total)} ${what}, and no page ${page}.`);
    return;
  }
  const first = (page - 1) * limit + 1;
  const next = hasMore ? ` The next page: --page ${page + 1}` : '';
  out.note(`Showing ${figure(first)} to ${figure(first + count - 1)} of ${figure(total)} ${what}.${next}`);
}
