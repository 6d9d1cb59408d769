import type { Command, Option } from 'commander';

/** Instead of a list: the shell completes the names of files. */
export const files = ':files';

/**
 * What may stand at the end of a command line.
 *
 * @param words Those typed behind `wordrise`; the last is the one being typed, perhaps empty.
 * @returns one a line, its explanation behind a tab; or `files`
 */
export function candidates(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? '';
  let command = program;
  let position = 0;
  let awaiting: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (awaiting) {
      awaiting = undefined;
    } else if (word.startsWith('-')) {
      const option = optionsOf(command).find(({ long, short }) => word === long || word === short);
      awaiting = option?.required ? option : undefined;
    } else {
      const next = command.commands.find((one) => one.name() === word);
      if (next) command = next;
      else position += 1;
    }
  }
  if (awaiting) return valuesOf(awaiting.argChoices, placeholder(awaiting), typed);
  if (typed.startsWith('-')) {
    const options = optionsOf(command).filter(({ long }) => long?.startsWith(typed));
    return options.map(({ long, description }) => `${long}\t${description}`);
  }
  if (command.commands.length > 0) {
    return command.commands
      .filter((one) => one.summary() !== '' && one.name().startsWith(typed))
      .map((one) => `${one.name()}\t${one.summary()}`);
  }
  const { registeredArguments } = command;
  const argument = registeredArguments[position] ?? registeredArguments.find(({ variadic }) => variadic);
  return valuesOf(argument?.argChoices, argument?.name() ?? '', typed);
}

function optionsOf(command: Command): Option[] {
  return command.createHelp().visibleOptions(command);
}

function valuesOf(choices: readonly string[] | undefined, name: string, typed: string): string[] {
  if (choices) return choices.filter((choice) => choice.startsWith(typed));
  return /^(file|folder)$/.test(name) ? [files] : [];
}

function placeholder({ flags }: Option): string {
  return /<(.+)>/.exec(flags)?.[1] ?? '';
}
