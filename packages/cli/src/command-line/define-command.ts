import { sentenceCase } from '@wordrise/core/constants';
import { Command, Option } from 'commander';
import type { Cli } from './cli.ts';

export interface CommonOptions {
  json?: boolean;
  quiet?: boolean;
  dryRun?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: each command names its own options and arguments.
export type Handler = (cli: Cli, options: any, ...args: any[]) => Promise<void>;

export interface CommandDefinition {
  name: string;
  /** One line of the manual, without a full stop. */
  summary: string;
  /** More about it, shown by its own `--help`. */
  details?: string;
  /** Adds arguments and options. */
  declare?: (command: Command) => Command;
  /** Adds `--dry-run`. */
  writes?: boolean;
  examples: readonly string[];
  /** Loads the code only when the command is called, so that `--help` needs neither ORM nor database. */
  load: () => Promise<Handler>;
}

const commonHeading = 'Options of every command:';

const definitions = new WeakMap<Command, CommandDefinition>();

/** A command by name and summary; the rest comes with `declareFully`. */
export function defineCommand(definition: CommandDefinition): Command {
  const command = new Command(definition.name).summary(definition.summary);
  definitions.set(command, definition);
  return command;
}

/**
 * Adds arguments, options, help and what it does. Only to the command that is called: all of them
 * together would take half of the time that `--help` has.
 */
export function declareFully(command: Command): void {
  const definition = definitions.get(command);
  if (!definition) return;
  const { summary, details, declare, writes, examples, load } = definition;
  command.description(details ? `${sentenceCase(summary)}\n\n${details}` : sentenceCase(summary));
  declare?.(command);
  if (writes) command.option('--dry-run', 'report what would happen and write nothing');
  command.addOption(common('--json', 'answer in JSON, with fields that stay the same'));
  command.addOption(common('-q, --quiet', 'only results and errors: no hints, no progress'));
  command.addOption(common('--no-color', 'no colors; NO_COLOR=1 does the same'));
  command.addHelpOption(common('-h, --help', 'show this help'));
  command.addHelpText('after', () => showExamples(command, examples));
  command.action(async (...all: unknown[]) => {
    const { runCommand } = await import('./run-command.ts');
    await runCommand(load, all.at(-2) as CommonOptions, all.slice(0, -2));
  });
}

/** A word that only leads to commands, such as `words`. */
export function defineGroup(name: string, summary: string, commands: readonly Command[]): Command {
  const group = new Command(name).summary(summary).description(sentenceCase(summary));
  for (const command of commands) group.addCommand(command);
  return group.helpCommand(false).addHelpOption(new Option('-h, --help', 'show this help'));
}

function common(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup(commonHeading);
}

export function showExamples(command: Command, examples: readonly string[]): string {
  const title = command.createHelp().styleTitle('Examples:');
  return ['', title, ...examples.map((example) => `  ${example}`)].join('\n');
}
