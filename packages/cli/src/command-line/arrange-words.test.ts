import { expect, test } from 'vitest';
import { sections } from '../commands.ts';
import { arrangeWords } from './arrange-words.ts';

test.each([
  ['words list --json', 'words list --json'],
  ['--json words list', 'words list --json'],
  ['words --json list --limit 5', 'words list --json --limit 5'],
  ['-q process --watch', 'process -q --watch'],
  ['--dry-run words remove hush', 'words remove --dry-run hush'],
  ['words ls', 'words list'],
  ['signups rm a@example.com', 'signups remove a@example.com'],
  // Only after a group: here they are a word to look up and a setting.
  ['words show ls', 'words show ls'],
  ['config rm', 'config rm'],
  ['help', '--help'],
  ['help words', 'words --help'],
  ['help words ls', 'words list --help'],
  ['help wrods', 'wrods'],
  ['words show help', 'words show help'],
  ['words import -- --json', 'words import -- --json'],
  ['--file x words fill', 'words fill --file x'],
  ['--limit 5 words ls', 'words list --limit 5'],
  ['--limit=5 --json words list', 'words list --limit=5 --json'],
  ['words --limit 5 list', 'words list --limit 5'],
  // Some commands have it with a value and some without.
  ['--subject words list', '--subject words list'],
  ['--nonsense words list', '--nonsense words list'],
  ['-- words list', '-- words list'],
  ['', ''],
])('%s', (typed, arranged) => {
  const words = (line: string) => line.split(' ').filter(Boolean);
  expect(arrangeWords(sections, words(typed))).toEqual(words(arranged));
});
