import { helpOption, optionsOf, programOptions } from '../command-line/common-options.ts';
import type { Command, CommandGroup, Section } from '../command-line/define-command.ts';
import { flagOf, type OptionDefinition } from '../command-line/options.ts';

/** Instead of a list: the shell completes file names. */
export const files = ':files';

/** The position of the last word on the command line. */
interface Place {
  /** The commands that may follow. */
  entries: readonly (Command | CommandGroup)[];
  options: [name: string, option: OptionDefinition][];
  command: Command | undefined;
  /** Arguments typed before. */
  position: number;
  /** The option whose value comes next. */
  awaiting: OptionDefinition | undefined;
}

/**
 * What may come next on a command line.
 *
 * @param words The words after `wordrise`; the last is the one being typed, possibly empty.
 * @returns one per line, followed by a tab and its explanation; or `files`
 */
export function candidates(sections: readonly Section[], words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  const { entries, options, command, position, awaiting } = findPlace(sections, words.slice(0, -1));
  if (awaiting) return valuesOf(awaiting.choices, awaiting.value, typed);
  if (typed.startsWith('-')) {
    return options
      .filter(([name]) => flagOf(name).startsWith(typed))
      .map(([name, { help }]) => `${flagOf(name)}\t${help}`);
  }
  if (command) {
    const { name, choices } = command.argument ?? {};
    return position === 0 || name?.endsWith('...]') ? valuesOf(choices, name, typed) : [];
  }
  return entries
    .filter(({ name }) => name.startsWith(typed))
    .map(({ name, summary }) => `${name}\t${summary}`);
}

function findPlace(sections: readonly Section[], words: readonly string[]): Place {
  const place: Place = {
    entries: sections.flatMap((section) => section.entries),
    options: Object.entries(programOptions),
    command: undefined,
    position: 0,
    awaiting: undefined,
  };
  for (const word of words) {
    if (place.awaiting) place.awaiting = undefined;
    else if (word.startsWith('-')) place.awaiting = optionAwaiting(place, word);
    else advance(place, word);
  }
  return place;
}

function optionAwaiting({ options }: Place, word: string): OptionDefinition | undefined {
  const [, option] = options.find(([name, { short }]) => word === flagOf(name) || word === `-${short}`) ?? [];
  return option?.value ? option : undefined;
}

function advance(place: Place, word: string): void {
  const next = place.entries.find(({ name }) => name === word);
  if (!next) {
    place.position += 1;
    return;
  }
  place.command = 'commands' in next ? undefined : next;
  place.entries = 'commands' in next ? next.commands : [];
  place.options = place.command ? optionsOf(place.command) : [['help', helpOption]];
}

/** The shells call this on each press of Tab, so that there is one list of commands instead of four. */
export function printCandidates(sections: readonly Section[], words: readonly string[]): void {
  const found = candidates(sections, words);
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
}

/** @param name Placeholder of the value, or name of the argument. */
function valuesOf(choices: readonly string[] | undefined, name: string | undefined, typed: string): string[] {
  if (choices) return choices.filter((choice) => choice.startsWith(typed));
  return /^\W?(file|folder)\W*$/.test(name ?? '') ? [files] : [];
}
