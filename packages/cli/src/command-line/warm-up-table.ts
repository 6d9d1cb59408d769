import type { WarmUpDay } from '@wordrise/core/contract';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { figure, shortDay } from './text.ts';

/** The calendar of a warm-up. */
export function warmUpTable(out: Output, days: readonly WarmUpDay[], today?: string): string {
  return table(out, days, [
    {
      title: 'DAY',
      value: ({ day }) => shortDay(day),
      paint: (cell, { day }) => (day === today ? out.paint.bold(cell) : cell),
    },
    { title: 'AT MOST', value: ({ most }) => figure(most), align: 'right' },
    { title: 'READERS', value: ({ readers }) => figure(readers), align: 'right' },
    { title: 'WAITING', value: ({ waiting }) => figure(waiting), align: 'right' },
  ]);
}
