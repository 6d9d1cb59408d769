import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { type WordField, wordFields } from '../../contract/word-fields.ts';
import { Word } from '../word.ts';
import { refusedRows } from './import-words.ts';

test('returns the rows that an import refuses, with the reasons, so that they can be fixed and imported again', async () => {
  const database = await openTestDatabase('sqlite');
  const goodOf: Partial<Record<WordField, string>> = {
    level: 'rare',
    pin: 'easter',
    themePlace: '1',
    quotationUrl: 'https://books.example',
    voice: 'off',
  };
  const good = wordFields.map((field) => goodOf[field] ?? `${field} of lull`);
  const bad = [
    'sonder',
    '/ˈsɑndɚ/',
    'noun',
    '',
    'Coined; in 2012',
    'One.',
    'Two.',
    'Say "it".',
    ...wordFields.slice(8).map(() => ''),
  ];
  const quoted = (row: string[]) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
  const file = [wordFields.join(','), quoted(good), quoted(bad)].join('\n');
  async function* input() {
    yield Buffer.from(file);
  }
  let csv = '';
  for await (const piece of refusedRows({ database, now: () => new Date() }, input())) csv += piece;
  expect(csv).toBe(
    [
      `${wordFields.join(',')},line,error`,
      `sonder,/ˈsɑndɚ/,noun,,"Coined; in 2012",One.,Two.,"Say ""it""."${','.repeat(wordFields.length - 8)},3,Definition is required`,
      '',
    ].join('\n'),
  );
  expect(await database.em().count(Word)).toBe(0);
});

test.each([
  { separator: ',', mark: '' },
  { separator: ';', mark: '\uFEFF' },
  { separator: '\t', mark: '' },
])(
  'writes refused rows like the file that was imported: separated by $separator, byte order mark “$mark”',
  async ({ separator, mark }) => {
    const database = await openTestDatabase('sqlite');
    const bad = [
      'sonder',
      '/ˈsɑndɚ/',
      'noun',
      '',
      'Coined; in 2012,\tby a blog',
      ...wordFields.slice(5).map(() => ''),
    ];
    const file = [wordFields, bad.map((value) => `"${value}"`)].map((row) => row.join(separator)).join('\n');
    const refused = refusedRows({ database, now: () => new Date() }, [`${mark}${file}`]);
    const csv = (await Array.fromAsync(refused)).join('');
    const [header, row] = csv.split('\n');
    expect(header).toBe(mark + [...wordFields, 'line', 'error'].join(separator));
    expect(row).toContain(
      ['sonder', '/ˈsɑndɚ/', 'noun', '', '"Coined; in 2012,\tby a blog"'].join(separator),
    );
  },
);
