import { expect, test } from 'vitest';
import { readGloss } from './meanings.ts';

const example = (text: string, author?: string) => ({ text, author });

test.each([
  ['a definition alone', 'a wind', 'a wind', undefined, []],
  [
    'definitions and examples',
    'a wind; a breeze; "a wind rose"; "wind; rain"',
    'a wind; a breeze',
    undefined,
    [example('a wind rose'), example('wind; rain')],
  ],
  [
    'what a word is used of',
    'used of wines; having bubbles; "a used wine"',
    'having bubbles',
    undefined,
    [example('a used wine')],
  ],
  ['a gloss without a meaning', 'used of traffic; "slow traffic"', '', undefined, [example('slow traffic')]],
  ['an abbreviation', 'give s.th. to s.o.', 'give something to someone', undefined, []],
  ['a label', '(computer science) a tree', 'a tree', 'computer science', []],
  ['parentheses that are not a label', '(usually) a tree', 'a tree', 'usually', []],
  [
    'parentheses later on',
    'a tree (of a kind; mostly green)',
    'a tree (of a kind; mostly green)',
    undefined,
    [],
  ],
  [
    'parentheses that never close',
    'a tree (of a kind; mostly green; "green"',
    'a tree (of a kind; mostly green',
    undefined,
    [example('green')],
  ],
  [
    'an author',
    'a wind; "the wind sings"- A. Poet; "it blows" --B. Poet',
    'a wind',
    undefined,
    [example('the wind sings', 'A. Poet'), example('it blows', 'B. Poet')],
  ],
  ['an example after a colon', 'move on: "they moved on"', 'move on', undefined, [example('they moved on')]],
  [
    'an example after e.g.',
    'stiff; as in e.g. "frozen prices"',
    'stiff',
    undefined,
    [example('frozen prices')],
  ],
  [
    'quotation marks in a definition',
    'a demand as in "the call of duty"',
    'a demand as in “the call of duty”',
    undefined,
    [],
  ],
  [
    'mentioned words',
    '(usually followed by `to\') subject; "`to\' it"',
    'subject',
    'usually followed by ‘to’',
    [example('‘to’ it')],
  ],
  [
    'an apostrophe in a mentioned word',
    "a form of `it's' and `Achilles' heel'",
    "a form of ‘it's’ and ‘Achilles' heel’",
    undefined,
    [],
  ],
  ['a remark on a synonym', "done badly; (`brainish' is archaic)", 'done badly', undefined, []],
  ['a dash', 'a wind--a breeze', 'a wind — a breeze', undefined, []],
])('reads %s', (_why, gloss, definition, label, examples) => {
  expect(readGloss(gloss)).toEqual({ definition, label, examples });
});

test('stops before a definition gets too long', () => {
  const part = 'a thing that goes on '.repeat(5).trim();
  expect(readGloss([part, part, part, part].join('; ')).definition).toBe(`${part}; ${part}`);
});
