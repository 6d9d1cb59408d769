import { expect, test } from 'vitest';
import { fileOfPasted } from './pasted-list.ts';

test.each([
  ['ada@example.com\ngrace@example.com', ['ada@example.com,', 'grace@example.com,']],
  [
    'ada@example.com, grace@example.com; mary@example.com',
    ['ada@example.com,', 'grace@example.com,', 'mary@example.com,'],
  ],
  ['ada@example.com grace@example.com', ['ada@example.com,', 'grace@example.com,']],
  [
    'Ada Lovelace <ada@example.com>, "Hopper, Grace" <grace@example.com>',
    ['ada@example.com,Ada Lovelace', 'grace@example.com,"Hopper, Grace"'],
  ],
  ['ada@example.com (Ada)', ['ada@example.com,Ada']],
  ['Ada\tada@example.com', ['ada@example.com,Ada']],
  ['ada@example.com, Ada\r\n\r\ngrace@example.com', ['ada@example.com,Ada', 'grace@example.com,']],
  ['mailto:ada@example.com', ['ada@example.com,']],
  [
    'not an address\nada@example.com, grace@example.com, nobody',
    ['not an address,', 'ada@example.com,', 'grace@example.com,', 'nobody,'],
  ],
  ['', []],
])('reads %j', (text, rows) => {
  const [header, ...found] = fileOfPasted(text).trimEnd().split('\n');
  expect(header).toBe('email,full name');
  expect(found).toEqual(rows);
});

test('a table with a header row stays as it is', () => {
  const table = 'Email\tName\nada@example.com\tAda\n';
  expect(fileOfPasted(table)).toBe(table);
});
