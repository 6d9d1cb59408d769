import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { candidates, files } from './completion.ts';

const program = createProgram();

const names = (...words: string[]) => candidates(program, words).map((line) => line.split('\t')[0]);

test('lists commands, and only those with the typed beginning', () => {
  expect(names('')).toContain('doctor');
  expect(names('')).not.toContain('__complete');
  expect(names('se')).toEqual(['setup', 'serve', 'sessions']);
  expect(names('words', 'l')).toEqual(['list', 'lookup']);
});

test('explains each after a tab', () => {
  expect(candidates(program, ['doc'])).toEqual(['doctor\tcheck the installation and explain any problems']);
});

test('lists the options of the command', () => {
  expect(names('words', 'import', 'x.csv', '--d')).toEqual(['--dry-run']);
  expect(names('words', 'import', '--')).toContain('--json');
});

test('lists what an option or an argument may be', () => {
  expect(names('schedule', 'list', '--status', 's')).toEqual(['scheduled', 'sent']);
  expect(names('completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test('leaves files to the shell', () => {
  expect(names('words', 'import', '')).toEqual([files]);
  expect(names('words', 'fill', '--file', '')).toEqual([files]);
  expect(names('setup', '--data-dir', '')).toEqual([files]);
});

test('offers nothing if any text is allowed', () => {
  expect(names('words', 'show', '')).toEqual([]);
  expect(names('words', 'list', '--search', '')).toEqual([]);
});
