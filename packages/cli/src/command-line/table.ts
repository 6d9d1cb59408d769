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
  /**
   * A column that people copy from, such as an address. It is narrowed last and never cut: a longer cell stands on a
   * line of its own.
   */
  whole?: true;
  /** A column that is left out on terminals with fewer columns than this. */
  from?: number;
}

const gap = '  ';

/** The least width of a flexible column that is cut, and of a whole one. */
const leastWidth = { flexible: 10, whole: 20 };

/**
 * On a terminal: aligned columns as wide as the terminal, the widest flexible one cut first. If they do not fit, a line
 * for each value, and nothing is cut. Elsewhere: one line per row, full values separated by tabs, no titles, for `cut`,
 * `awk` and `sort`. Empty without rows.
 */
export function table<Row>(out: Output, rows: readonly Row[], all: readonly Column<Row>[]): string {
  if (rows.length === 0) return '';
  const columns = all.filter(({ from = 0 }) => out.width === undefined || out.width >= from);
  const cells = rows.map((row) => columns.map((column) => oneLine(column.value(row))));
  if (out.width === undefined) return cells.map((line) => line.join('\t')).join('\n');
  const widths = columns.map((column, at) =>
    Math.max(displayWidth(column.title), ...cells.map((line) => displayWidth(line[at] ?? ''))),
  );
  const room = out.width - gap.length * (columns.length - 1);
  const painted = (cell: string, at: number, row: number) =>
    columns[at]?.paint?.(cell, rows[row] as Row) ?? cell;
  for (const kind of ['flexible', 'whole'] as const) {
    const narrowed = [...columns.keys()].filter((at) => columns[at]?.[kind]);
    shrink(widths, narrowed, { room, least: leastWidth[kind] });
  }
  if (sum(widths) > room) return cells.map(stacked).join('\n\n');
  const titles = columns.map(({ title }, at) => place(title, at, out.paint.dim));
  return [join(titles), ...cells.map(placeRow)].join('\n');

  function placeRow(line: readonly string[], row: number): string {
    let placed: string[] = [];
    const lines: string[] = [];
    for (const [at, cell] of line.entries()) {
      if (columns[at]?.whole && at < columns.length - 1 && displayWidth(cell) > (widths[at] ?? 0)) {
        lines.push(join([...placed, painted(cell, at, row)]));
        placed = line.slice(0, at + 1).map((_, before) => ' '.repeat(widths[before] ?? 0));
      } else {
        placed.push(place(cell, at, (text) => painted(text, at, row)));
      }
    }
    return [...lines, join(placed)].join('\n');
  }

  function place(cell: string, at: number, paint: (text: string) => string): string {
    const width = widths[at] ?? 0;
    const cut = columns[at]?.whole ? cell : cutToWidth(cell, width);
    const padding = padToWidth('', width - displayWidth(cut));
    if (columns[at]?.align === 'right') return padding + paint(cut);
    return at === columns.length - 1 ? paint(cut) : paint(cut) + padding;
  }

  function stacked(line: readonly string[], row: number): string {
    const label = Math.max(...columns.map(({ title }) => displayWidth(title)));
    const filled = [...line.entries()].filter(([, cell]) => cell !== '');
    return filled
      .map(([at, cell]) => {
        const title = padToWidth(columns[at]?.title ?? '', label);
        return `${out.paint.dim(title)}${gap}${painted(cell, at, row)}`;
      })
      .join('\n');
  }
}

/** Narrows these columns, the widest first, until all fit or none can be narrower. */
function shrink(
  widths: number[],
  narrowed: readonly number[],
  { room, least }: { room: number; least: number },
): void {
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const widest = Math.max(...narrowed.map((at) => widths[at] ?? 0));
    const at = narrowed.find((column) => widths[column] === widest);
    if (at === undefined || widest <= least) return;
    widths[at] = widest - 1;
  }
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

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
