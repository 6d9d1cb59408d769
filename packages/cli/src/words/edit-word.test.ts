import { expect, test } from 'vitest';
import { wordOf } from '../../test/run-cli.ts';
import { fromText, toText } from './edit-word.ts';

test('the text of a word reads back as the word', () => {
  const word = wordOf('hush', { definition: 'Two lines,\nand “quotes”.', conversationTip: '' });
  expect(fromText(toText(word))).toEqual(word);
  expect(fromText(toText(word).replaceAll('\n', '\r\n'))).toEqual(word);
});

test.each([
  ['a missing heading', (text: string) => text.replace('## Etymology', ''), '“## Etymology” is missing'],
  ['a heading twice', (text: string) => `${text}\n## Etymology\n`, '“## Etymology” is not expected there'],
  ['an unknown heading', (text: string) => `${text}\n## Origin\n`, '“## Origin” is not expected there'],
  ['text before the first heading', (text: string) => `hello\n${text}`, '“hello” is not expected there'],
])('%s is refused', (_what, change, message) => {
  expect(() => fromText(change(toText(wordOf('hush'))))).toThrow(message);
});
