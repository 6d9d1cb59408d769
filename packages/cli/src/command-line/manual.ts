import { defaultSendTime } from '@wordrise/core/constants';
import { programOptions } from './common-options.ts';
import type { Command, CommandGroup, Section } from './define-command.ts';
import { flagOf, type OptionDefinition } from './options.ts';
import type { Style } from './style.ts';
import { textWidth, wrapText } from './wrap-text.ts';

const description = 'Wordrise sends one good English word each morning to everyone who signed up.';

const about =
  'Settings are environment variables, or lines of a .env file in the folder you are in; `wordrise config` lists them. Results go to standard output, everything else to standard error.';

const examples = [
  ['wordrise setup', 'answer a few questions'],
  ['wordrise serve', 'then start everything'],
  ['wordrise words fill petrichor limerence', 'two words from the dictionary'],
  ['wordrise schedule add petrichor --tomorrow', `tomorrow at ${defaultSendTime}`],
] as const;

/** The whole manual on one page: every command with its summary, by section. */
export function manual(sections: readonly Section[], { bold, cyan, dim }: Style): string {
  const listed = sections.map(({ heading, entries }) => ({ heading, commands: entries.flatMap(commandsOf) }));
  const width = Math.max(...listed.flatMap(({ commands }) => commands.map(({ path }) => path.length)));
  const line = (term: string, text: string) => entry(cyan(term), term.length, width, text);
  const longest = Math.max(...examples.map(([command]) => command.length));
  return `${wrapText(description, textWidth())}

${bold('Usage:')} wordrise <command> [options]

${listed
  .map(({ heading, commands }) =>
    [bold(heading), ...commands.map(({ path, command }) => line(path, command.summary)), ''].join('\n'),
  )
  .join('\n')}
${bold('Options:')}
${Object.entries(programOptions)
  .map(([name, option]) => line(optionTerm(name, option), option.help))
  .join('\n')}

${bold('Examples:')}
${examples.map(([command, text]) => entry(command, command.length, longest + 1, text)).join('\n')}

${wrapText('Each command explains itself with examples: wordrise help words import', textWidth())}
\`ls\` means list, and \`rm\` means remove.

${wrapText(about, textWidth())}

${wrapText(`${bold('Exit status:')} 0 done, 1 failed, 2 wrong usage, 130 interrupted ${dim('(Ctrl-C)')}`, textWidth())}
`;
}

/** A term and its meaning, in columns; one below the other if they do not fit side by side. */
function entry(term: string, length: number, width: number, text: string): string {
  const indent = ' '.repeat(width + 4);
  if (textWidth() < indent.length + leastTextWidth)
    return `  ${term}\n      ${wrapText(text, textWidth(), '      ')}`;
  return `  ${term}${' '.repeat(width - length)}  ${wrapText(text, textWidth(), indent)}`;
}

const leastTextWidth = 20;

/** A group's commands, or the command itself, each with its path, such as `words list`. */
export function commandsOf(entry: Command | CommandGroup): { path: string; command: Command }[] {
  if (!('commands' in entry)) return [{ path: entry.name, command: entry }];
  return entry.commands.map((command) => ({ path: `${entry.name} ${command.name}`, command }));
}

/** Such as `-q, --quiet` or `--file <file>`. */
export function optionTerm(name: string, { short, value }: OptionDefinition): string {
  return `${short ? `-${short}, ` : ''}${flagOf(name)}${value ? ` <${value}>` : ''}`;
}
