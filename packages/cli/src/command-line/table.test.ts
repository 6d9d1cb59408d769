import { Chalk } from 'chalk';
import { expect, test } from 'vitest';
import type { Output } from './output.ts';
import { type Column, table } from './table.ts';

const rows = [
  { word: 'petrichor', text: 'The smell of rain on dry ground.', count: 12 },
  { word: 'éclat', text: 'Brilliance.\nSecond line', count: 3 },
];
type Row = (typeof rows)[number];
const columns: Column<Row>[] = [
  { title: 'WORD', value: ({ word }) => word },
  { title: 'TEXT', value: ({ text }) => text, flexible: true },
  { title: 'SENT', value: ({ count }) => String(count), align: 'right' },
];
const terminal = (width: number | undefined) => ({ width, paint: new Chalk({ level: 0 }) }) as Output;

test('gives the flexible column the remaining width', () => {
  expect(table(terminal(36), rows, columns)).toBe(
    [
      'WORD       TEXT                 SENT',
      'petrichor  The smell of rain…     12',
      'éclat      Brilliance. Second…     3',
    ].join('\n'),
  );
});

test('cuts the widest of the flexible columns first', () => {
  const all = columns.map((column) => ({ ...column, flexible: true as const }));
  const long = [{ word: 'w'.repeat(40), text: 't'.repeat(20), count: 1 }];
  const lines = table(terminal(50), long, all).split('\n');
  expect(lines[1]).toBe(`${'w'.repeat(21)}…  ${'t'.repeat(20)}     1`);
  const narrow = table(terminal(20), long, all).split('\n');
  expect(narrow[1]).toBe(`${'w'.repeat(9)}…  ${'t'.repeat(9)}…     1`);
});

test('is no wider than it needs to be', () => {
  expect(table(terminal(200), rows, columns).split('\n')[1]).toBe(
    'petrichor  The smell of rain on dry ground.    12',
  );
});

test('writes full values separated by tabs without a terminal', () => {
  expect(table(terminal(undefined), rows, columns)).toBe(
    'petrichor\tThe smell of rain on dry ground.\t12\néclat\tBrilliance. Second line\t3',
  );
});

test.each([undefined, 80])('is empty without rows, with no titles either, at a width of %s', (width) => {
  expect(table(terminal(width), [], columns)).toBe('');
});

test('measures before it colors', () => {
  const [word, , count] = columns.map((column) => [column]);
  const bold = [
    ...(word ?? []).map((one) => ({ ...one, paint: (cell: string) => `<${cell}>` })),
    ...(count ?? []),
  ];
  expect(table(terminal(80), rows, bold)).toContain('<éclat>         3');
});
