import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import type { Bound, Figure } from './bench.ts';

/** The results of one run, as written to a file for `--compare`. */
export interface Run {
  machine: string;
  node: string;
  commit: string;
  figures: Figure[];
}

export function describeRun(): Omit<Run, 'figures'> {
  const [cpu] = cpus();
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    machine: `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory}`,
    node: process.version,
    commit,
  };
}

const header = ['work', 'ours', 'limit', 'ratio', 'bound', ''];

/** The figures as a Markdown table. */
export function showTable(figures: readonly Figure[], before?: Run): string {
  const rows = figures.map((figure) => [...row(figure), ...(before ? [change(figure, before)] : [])]);
  const titles = before ? [...header, `before (${before.commit})`] : header;
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

export function row({ what, ours, theirs, ratio, unit, bound, isMet }: Figure): string[] {
  return [
    what,
    amount(ours, unit),
    theirs === undefined ? '–' : amount(theirs, unit),
    theirs === undefined ? '–' : ratio.toFixed(2),
    showBound(bound),
    isMet ? 'met' : 'NOT MET',
  ];
}

function change({ what, ours, ratio, unit, theirs }: Figure, { figures }: Run): string {
  const old = figures.find((figure) => figure.what === what);
  if (!old) return '–';
  // Ratios can be compared between days and machines, figures cannot.
  return theirs === undefined
    ? `${amount(old.ours, unit)} → ${amount(ours, unit)}`
    : `${old.ratio.toFixed(2)} → ${ratio.toFixed(2)}`;
}

function amount(value: number, unit: Figure['unit']): string {
  if (unit === 'times') return value.toFixed(2);
  const digits = unit === 'ms' && value < 100 ? 2 : 0;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return unit === 'per second' ? `${number}/s` : `${number} ${unit}`;
}

function showBound(bound: Bound): string {
  if ('most' in bound) return `≤ ${bound.most}`;
  if ('atLeast' in bound) return `≥ ${bound.atLeast}`;
  return bound.plus ? `≤ ${bound.atMost} × + ${bound.plus}` : `≤ ${bound.atMost}`;
}
