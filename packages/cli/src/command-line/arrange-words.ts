import { optionsOf } from './common-options.ts';
import type { CommandGroup, Section } from './define-command.ts';
import { commandsOf } from './manual.ts';
import { flagOf } from './options.ts';

const aliases: Record<string, string> = { ls: 'list', rm: 'remove' };

/**
 * Puts what was typed into the only order that the parser knows: the command, then its options.
 * `help words list` becomes `words list --help`, and `--limit 5 words ls` becomes `words list --limit 5`.
 */
export function arrangeWords(sections: readonly Section[], typed: readonly string[]): string[] {
  const words = typed[0] === 'help' ? askForHelp(sections, typed.slice(1)) : [...typed];
  const command: string[] = [];
  const moved: string[] = [];
  while (words[0] !== undefined && !isComplete(sections, command)) {
    const [word] = words;
    if (word.startsWith('-')) {
      const length = optionLength(sections, word);
      if (length === undefined) break;
      moved.push(...words.splice(0, length));
    } else {
      command.push(command.length > 0 ? (aliases[word] ?? word) : word);
      words.shift();
    }
  }
  return [...command, ...moved, ...words];
}

function isComplete(sections: readonly Section[], [first, second]: readonly string[]): boolean {
  return second !== undefined || (first !== undefined && !isGroup(sections, first));
}

/** How many words an option takes, its value included. `undefined` if no command has it, or not all agree. */
function optionLength(sections: readonly Section[], word: string): number | undefined {
  const [flag = '', value] = word.split('=', 2);
  const commands = sections.flatMap(({ entries }) => entries.flatMap(commandsOf));
  const meant = commands.flatMap(({ command }) =>
    optionsOf(command).filter(([name, { short }]) => flag === flagOf(name) || flag === `-${short}`),
  );
  const lengths = new Set(meant.map(([, option]) => (option.value && value === undefined ? 2 : 1)));
  return lengths.size === 1 ? [...lengths][0] : undefined;
}

/** Leaves out `--help` for an unknown name, which the parser then reports. */
function askForHelp(sections: readonly Section[], words: readonly string[]): string[] {
  const names = sections.flatMap(({ entries }) => entries.map(({ name }) => name));
  const isUnknown = words[0] !== undefined && !names.includes(words[0]);
  return isUnknown ? [...words] : [...words, '--help'];
}

function isGroup(sections: readonly Section[], name: string): boolean {
  const groups = sections.flatMap(({ entries }) =>
    entries.filter((entry): entry is CommandGroup => 'commands' in entry),
  );
  return groups.some((group) => group.name === name);
}
