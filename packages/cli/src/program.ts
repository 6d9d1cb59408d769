import { sentenceCase } from '@wordrise/core/constants';
import { Argument, Command as CommanderCommand, CommanderError, type Help, Option } from 'commander';
import type { CommonOptions } from './command-line/cli.ts';
import { helpOption, optionsOf, programOptions } from './command-line/common-options.ts';
import type { Command, CommandGroup, Section } from './command-line/define-command.ts';
import { exitStatus } from './command-line/exit-status.ts';
import { commandsOf, manual, optionTerm } from './command-line/manual.ts';
import type { ArgumentDefinition, OptionDefinition } from './command-line/options.ts';
import { parserMessage } from './command-line/parser-message.ts';
import { colored } from './command-line/style.ts';
import { UsageError } from './command-line/usage-error.ts';
import { textWidth } from './command-line/wrap-text.ts';

/** Parses what was typed and runs the command. Help sets the exit status; every other failure is thrown. */
export async function parseAndRun(sections: readonly Section[], words: readonly string[]): Promise<void> {
  try {
    const typed = words.find((word) => !word.startsWith('-'));
    await createProgram(sections, typed).parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help was shown, on request or because a group such as `wordrise words` is not a command.
    process.exitCode = error.code === 'commander.help' ? exitStatus.wrongUsage : exitStatus.done;
  }
}

/**
 * The parser for the commands of these sections.
 *
 * @param typed The command or group needed. The others get only names, which saves a tenth of the time for its help. If
 * omitted, all are complete.
 */
export function createProgram(sections: readonly Section[], typed?: string): CommanderCommand {
  const paths = sections.flatMap(({ entries }) => entries.flatMap(commandsOf)).map(({ path }) => path);
  const program = prepare(new CommanderCommand('wordrise'), paths)
    .addOption(toOption('version', programOptions.version))
    .addHelpOption(toOption('help', helpOption))
    .configureHelp({ formatHelp: () => manual(sections, colored) });
  for (const { entries } of sections) {
    for (const entry of entries) {
      if (typed !== undefined && typed !== entry.name) program.command(entry.name);
      else program.addCommand('commands' in entry ? createGroup(entry, paths) : createCommand(entry, paths));
    }
  }
  return program;
}

function createGroup({ name, summary, commands }: CommandGroup, paths: readonly string[]): CommanderCommand {
  const group = prepare(new CommanderCommand(name), paths)
    .description(sentenceCase(summary))
    .addHelpOption(toOption('help', helpOption));
  for (const command of commands) group.addCommand(createCommand(command, paths));
  return group;
}

function createCommand(definition: Command, paths: readonly string[]): CommanderCommand {
  const { name, summary, details, argument, examples, run } = definition;
  const text = details ? `${sentenceCase(summary)}\n\n${details}` : sentenceCase(summary);
  const command = prepare(new CommanderCommand(name), paths).summary(summary).description(text);
  if (argument) command.addArgument(toArgument(argument));
  for (const [name, option] of optionsOf(definition)) {
    if (name === 'help') command.addHelpOption(toOption(name, option));
    else command.addOption(toOption(name, option));
  }
  return command
    .addHelpText('after', () => showExamples(command.createHelp(), examples))
    .action(async (...values: unknown[]) => {
      const { runCommand } = await import('./command-line/run-command.ts');
      const options = command.opts<CommonOptions & Record<string, unknown>>();
      await runCommand(options, (cli) => run(cli, options, argument && values[0]));
    });
}

function toOption(name: string, definition: OptionDefinition): Option {
  const { choices, default: given, repeatable, conflicts, heading } = definition;
  const option = new Option(optionTerm(name, definition), definition.help);
  if (choices) option.choices(choices);
  if (given !== undefined) option.default(given);
  if (repeatable) option.argParser((value, before: string[] = []) => [...before, value]);
  if (conflicts) option.conflicts([...conflicts]);
  if (heading) option.helpGroup(heading);
  return option;
}

function toArgument({ name, help, choices }: ArgumentDefinition): Argument {
  const argument = new Argument(name, help);
  return choices ? argument.choices(choices) : argument;
}

/** Sets the layout of its help, and reports errors in our words. */
function prepare(command: CommanderCommand, paths: readonly string[]): CommanderCommand {
  return (
    command
      .helpCommand(false)
      .configureHelp({
        minWidthToWrap: 20,
        subcommandTerm: (subcommand) => subcommand.name(),
        styleTitle: colored.bold,
        styleCommandText: colored.bold,
        styleSubcommandTerm: colored.cyan,
        styleOptionTerm: colored.cyan,
        styleArgumentTerm: colored.cyan,
        optionDescription: describeValue,
        argumentDescription: describeValue,
        optionTerm: (option) => (option.short ? option.flags : `    ${option.flags}`),
      })
      // Reported once, in run-program.ts, together with every other failure.
      .configureOutput({ outputError: () => {}, getOutHelpWidth: () => textWidth() })
      .exitOverride((error: CommanderError) => {
        if (error.exitCode === 0 || error.code === 'commander.help') throw error;
        const line = lineOf(command);
        throw new UsageError(parserMessage(error, { command: line, paths }), `See: ${line} --help`);
      })
  );
}

function lineOf(command: CommanderCommand): string {
  return command.parent ? `${lineOf(command.parent)} ${command.name()}` : command.name();
}

/** The choices and the default as text. */
function describeValue({ description, argChoices, defaultValue }: Option | Argument): string {
  const remarks: string[] = [];
  if (argChoices) remarks.push(`${argChoices.slice(0, -1).join(', ')} or ${argChoices.at(-1)}`);
  if (typeof defaultValue === 'string') remarks.push(`default: ${defaultValue}`);
  return remarks.length > 0 ? `${description} (${remarks.join('; ')})` : description;
}

function showExamples(help: Help, examples: readonly string[]): string {
  return ['', help.styleTitle('Examples:'), ...examples.map((example) => `  ${example}`)].join('\n');
}
