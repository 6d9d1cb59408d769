import type { CommandGroup, Section } from './define-command.ts';

const aliases: Record<string, string> = { ls: 'list', rm: 'remove' };

/** Options of every command, which may precede it. None of them takes a value. */
const movable = ['--json', '--quiet', '-q', '--no-color', '--help', '-h', '--dry-run'];

/**
 * Puts what was typed into the only order that the parser knows: the command, then its options.
 * `help words list` becomes `words list --help`, and `--json words ls` becomes `words list --json`.
 */
export function arrangeWords(sections: readonly Section[], typed: readonly string[]): string[] {
  const words = typed[0] === 'help' ? askForHelp(sections, typed.slice(1)) : [...typed];
  const command: string[] = [];
  const moved: string[] = [];
  while (words[0] !== undefined) {
    const [word] = words;
    if (movable.includes(word)) moved.push(word);
    else if (command.length === 0 && !word.startsWith('-')) command.push(word);
    else if (command.length === 1 && isGroup(sections, command[0]) && !word.startsWith('-')) {
      command.push(aliases[word] ?? word);
    } else break;
    words.shift();
  }
  return [...command, ...moved, ...words];
}

/** Leaves out `--help` for an unknown name, which the parser then reports. */
function askForHelp(sections: readonly Section[], words: readonly string[]): string[] {
  const names = sections.flatMap(({ entries }) => entries.map(({ name }) => name));
  const isUnknown = words[0] !== undefined && !names.includes(words[0]);
  return isUnknown ? [...words] : [...words, '--help'];
}

function isGroup(sections: readonly Section[], name: string | undefined): boolean {
  const groups = sections.flatMap(({ entries }) =>
    entries.filter((entry): entry is CommandGroup => 'commands' in entry),
  );
  return groups.some((group) => group.name === name);
}
