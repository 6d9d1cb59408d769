import { sentenceCase } from '@wordrise/core/constants';
import { Command, type CommanderError, Option } from 'commander';
import { accountsCommands } from './accounts/accounts.command.ts';
import { declareFully } from './command-line/define-command.ts';
import { helpLayout, leaves, manualLayout, manualNotes, path } from './command-line/manual.ts';
import { UsageError } from './command-line/usage-error.ts';
import { candidatesCommand, completionCommand } from './completion/completion.command.ts';
import { configCommand } from './config/config.command.ts';
import { migrateCommand } from './database/migrate.command.ts';
import { doctorCommand } from './doctor/doctor.command.ts';
import { processCommand } from './processor/process.command.ts';
import { scheduleCommands } from './schedule/schedule.command.ts';
import { serveCommand } from './serve/serve.command.ts';
import { setupCommand } from './setup/setup.command.ts';
import { signupsCommands } from './signups/signups.command.ts';
import { templateCommands } from './templates/template.command.ts';
import { wordsCommands } from './words/words.command.ts';

/**
 * All commands, as flags and help texts: what they do is loaded when they are called.
 *
 * @param isNeeded Whether a command, such as `words list`, needs its flags and not its name alone.
 */
export function createProgram(isNeeded: (path: string) => boolean = () => true): Command {
  const program = new Command('wordrise')
    // Shown by main.ts, without all this.
    .addOption(new Option('-V, --version', 'show the version'))
    .description('Wordrise sends one good English word each morning to everybody who signed up.')
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .helpCommand(false)
    .addHelpText('after', manualNotes);
  const groups: [string, Command[]][] = [
    ['Begin and look after:', [setupCommand(), serveCommand(), doctorCommand(), configCommand()]],
    ['Words:', [wordsCommands()]],
    ['Schedule and send:', [scheduleCommands(), processCommand()]],
    ['The email:', [templateCommands()]],
    ['Readers:', [signupsCommands()]],
    ['Upkeep:', [migrateCommand(), accountsCommands(), completionCommand()]],
  ];
  for (const [heading, commands] of groups) {
    for (const command of commands) program.addCommand(command.helpGroup(heading));
  }
  program.addCommand(
    candidatesCommand(() => program),
    { hidden: true },
  );
  for (const command of everyCommand(program)) {
    const isLeaf = command.commands.length === 0;
    if (isLeaf && isNeeded(path(command))) declareFully(command);
    if (!isLeaf || isNeeded(path(command))) prepare(command);
  }
  program.configureHelp(manualLayout);
  return program;
}

function prepare(command: Command): void {
  command.configureHelp(helpLayout);
  // Said once, in main.ts, together with every other failure.
  command.configureOutput({ outputError: () => {} });
  command.exitOverride((error: CommanderError) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error;
    const message =
      error.code === 'commander.unknownCommand' ? suggest(command, error.message) : error.message;
    throw new UsageError(plain(message), `See: ${commandLine(command)} --help`);
  });
}

/** Where nothing is spelled alike: a command of that name in one of the groups, such as “words list” for “list”. */
function suggest(command: Command, message: string): string {
  if (message.includes('Did you mean')) return message;
  const typed = /'(.*)'/.exec(message)?.[1];
  const alike = leaves(command).filter((leaf) => leaf.name() === typed);
  return alike.length > 0 ? `${message}\n(Did you mean ${alike.map(path).join(' or ')}?)` : message;
}

/** Commander's message in our words: no “error:”, and a question instead of a remark in brackets. */
function plain(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\n\((Did you mean .*\?)\)$/, '. $1');
  return sentenceCase(text);
}

function commandLine(command: Command): string {
  return command.parent ? `wordrise ${path(command)}` : 'wordrise';
}

export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}
