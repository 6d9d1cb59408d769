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
  const narrow = table(terminal(28), long, all).split('\n');
  expect(narrow[1]).toBe(`${'w'.repeat(9)}…  ${'t'.repeat(9)}…     1`);
});

test('gives each value a line, uncut, if the columns do not fit', () => {
  expect(table(terminal(20), [{ word: 'éclat', text: '', count: 3 }, ...rows.slice(0, 1)], columns)).toBe(
    [
      'WORD  éclat',
      'SENT  3',
      '',
      'WORD  petrichor',
      'TEXT  The smell of rain on dry ground.',
      'SENT  12',
    ].join('\n'),
  );
});

test('does not cut what people copy: it is narrowed last, and a longer one is on its own line', () => {
  const [, text, count] = columns;
  const address: Column<Row> = { title: 'WORD', value: ({ word }) => word, whole: true };
  const all = [count, address, text].flatMap((column) => column ?? []);
  const long = [{ word: 'w'.repeat(30), text: 't'.repeat(30), count: 4 }, ...rows.slice(0, 1)];
  expect(table(terminal(40), long, all)).toBe(
    [
      'SENT  WORD                    TEXT',
      `   4  ${'w'.repeat(30)}`,
      `                              ${'t'.repeat(9)}…`,
      '  12  petrichor               The smell…',
    ].join('\n'),
  );
  expect(table(terminal(80), long, all).split('\n')[1]).toBe(`   4  ${'w'.repeat(30)}  ${'t'.repeat(30)}`);
});

test('leaves out what a narrow terminal has no room for, but not elsewhere', () => {
  const some = columns.map((column) => (column.title === 'TEXT' ? { ...column, from: 40 } : column));
  expect(table(terminal(39), rows, some).split('\n')[1]).toBe('petrichor    12');
  expect(table(terminal(40), rows, some).split('\n')[1]).toContain('The smell of rain');
  expect(table(terminal(undefined), rows, some)).toContain('The smell of rain on dry ground.');
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
