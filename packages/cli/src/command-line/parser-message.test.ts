import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { sections } from '../commands.ts';
import { createProgram } from '../program.ts';
import { commandsOf } from './manual.ts';

const program = createProgram(sections);

function commandAt(path: string): Command {
  return path
    .split(' ')
    .reduce((command, name) => command.commands.find((one) => one.name() === name) ?? command, program);
}

/** For each command, ways to mistype it. */
const mistyped = sections
  .flatMap(({ entries }) => entries.flatMap(commandsOf))
  .flatMap(({ path }) => {
    const { options, registeredArguments } = commandAt(path);
    const [argument] = registeredArguments;
    const required = argument?.required ? [argument.argChoices?.[0] ?? 'x'] : [];
    return [
      ['--unknown-thing'],
      ...(argument?.variadic ? [] : [['x', 'y', 'z']]),
      ...(argument?.required ? [[]] : []),
      ...(argument?.argChoices ? [['no choice']] : []),
      ...options.filter((option) => option.required).map(({ long }) => [...required, long ?? '']),
      ...options
        .filter((option) => option.argChoices)
        .map(({ long }) => [...required, long ?? '', 'no choice']),
    ].map((typed) => [...path.split(' '), ...typed]);
  });

/** The parser's own words. */
const raw = /error:|argument missing|is invalid|Allowed choices|Expected \d|undefined|command-argument/i;

test('every mistyped command gets a sentence and the help of that command', async () => {
  expect(mistyped.length).toBeGreaterThan(150);
  for (const words of mistyped) {
    // A parser remembers what it has parsed.
    const { message, hint } = await createProgram(sections, words[0])
      .parseAsync(words, { from: 'user' })
      .then(() => ({ message: 'nothing was wrong', hint: '' }))
      .catch((error) => error);
    expect(message, words.join(' ')).toMatch(/^(?:[A-Z]|--|wordrise ).*[.?]$/s);
    expect(message, words.join(' ')).not.toMatch(raw);
    expect(hint, words.join(' ')).toMatch(/^See: wordrise .*--help$/);
  }
});

test.each([
  { typed: 'words list --limit', says: '--limit needs a value: --limit <number>.' },
  { typed: 'words list --per zz', says: "Unknown option '--per'." },
  {
    typed: 'completion tcsh',
    says: 'It cannot be “tcsh”. Choose one of: bash, zsh, fish.',
  },
  {
    typed: 'schedule list --status x',
    says: '--status cannot be “x”. Choose one of: pending, scheduled, sent, failed.',
  },
  {
    typed: 'process --watch --dry-run',
    says: '--watch cannot be used together with --dry-run. Leave one of them out.',
  },
  {
    typed: 'words show ad hoc',
    says: 'wordrise words show takes one argument, and got: ad, hoc. Put a text with spaces in quotes.',
  },
  { typed: 'process now', says: 'wordrise process takes no argument, and got: now.' },
])('$typed: $says', async ({ typed, says }) => {
  await expect(createProgram(sections).parseAsync(typed.split(' '), { from: 'user' })).rejects.toMatchObject({
    name: 'UsageError',
    message: says,
  });
});
