import { defaultSendTime } from '@wordrise/core/constants';
import type { Argument, Command, Help, HelpConfiguration, Option } from 'commander';

/** Plain escape codes: the help is shown without loading anything for it. Commander drops them where there are no colours. */
const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
const cyan = (text: string) => `\u001b[36m${text}\u001b[39m`;
const dim = (text: string) => `\u001b[2m${text}\u001b[22m`;

export const helpLayout: HelpConfiguration = {
  minWidthToWrap: 30,
  styleTitle: bold,
  styleCommandText: bold,
  styleSubcommandTerm: cyan,
  styleOptionTerm: cyan,
  styleArgumentTerm: cyan,
  optionDescription: describeOption,
  argumentDescription: describeOption,
  optionTerm: (option) => (option.short ? option.flags : `    ${option.flags}`),
};

/** The whole manual on a page: every command with its one line, by group. */
export const manualLayout: HelpConfiguration = {
  ...helpLayout,
  formatHelp: (program, helper) => {
    const commands = leaves(program).filter((command) => command.summary() !== '');
    const width = Math.max(...commands.map((command) => path(command).length));
    const line = (command: Command) =>
      helper.formatItem(cyan(path(command)), width, command.summary(), helper);
    const groups = Map.groupBy(commands, groupOf);
    return [
      helper.boxWrap(program.description(), helper.helpWidth ?? 80),
      '',
      `${bold('Usage:')} wordrise <command> [options]`,
      '',
      ...[...groups].flatMap(([group, commands]) => [bold(group), ...commands.map(line), '']),
      ...options(program, helper, width),
      '',
    ].join('\n');
  },
};

/** Written under the manual. */
export const manualNotes = () => `
${bold('Examples:')}
  wordrise setup                               a few questions make a .env
  wordrise serve                               then everything is up
  wordrise words fill petrichor limerence      two words from the dictionary
  wordrise schedule add petrichor --tomorrow   tomorrow at ${defaultSendTime}

Each command explains itself with examples: wordrise words import --help

Settings are environment variables, or lines of a .env file in the folder you
are in; \`wordrise config\` lists them. Results go to standard output, everything
else to standard error.

${bold('Exit status:')} 0 done, 1 failed, 2 wrong usage, 130 interrupted ${dim('(Ctrl-C)')}
`;

function options(program: Command, helper: Help, width: number): string[] {
  return [
    bold('Options:'),
    ...helper
      .visibleOptions(program)
      .map((option) => helper.formatItem(cyan(helper.optionTerm(option)), width, option.description, helper)),
  ];
}

/** The commands that do something, in place of the groups they are in. */
export function leaves(command: Command): Command[] {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command];
}

/** Such as `words list`. */
export function path(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${path(parent)} ${command.name()}` : command.name();
}

function groupOf(command: Command): string {
  return command.helpGroup() || (command.parent ? groupOf(command.parent) : '');
}

/** Choices and the default as a person would say them. */
function describeOption({ description, argChoices, defaultValue }: Option | Argument): string {
  const remarks: string[] = [];
  if (argChoices) remarks.push(`${argChoices.slice(0, -1).join(', ')} or ${argChoices.at(-1)}`);
  if (typeof defaultValue === 'string') remarks.push(`${defaultValue} unless you say`);
  return remarks.length > 0 ? `${description} (${remarks.join('; ')})` : description;
}
