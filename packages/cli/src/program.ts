import { Command, CommanderError, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { defaultSendTime, sentenceCase } from '@wordrise/core/constants';
import { autopilotCommands } from './autopilot/autopilot.command.ts';
import {
  backupCommand,
  migrateCommand,
  restoreCommand,
  resumeSendingCommand,
} from './backup/backup.command.ts';
import { define } from './command-line/command.ts';
import { candidates, completionCommand } from './command-line/completion.ts';
import { exitStatus, exitWhenClosed, UsageError } from './command-line/exit.ts';
import { meantBy } from './command-line/near-misses.ts';
import { textWidth } from './command-line/text.ts';
import { doctorCommand } from './doctor/doctor.command.ts';
import { providerCommands } from './mail/mail.command.ts';
import {
  accountsCommands,
  auditCommand,
  originsCommands,
  privacyCommands,
  sessionsCommands,
} from './owner/owner.command.ts';
import { processCommand } from './processor/process.command.ts';
import { bouncesCommands, readersCommands } from './readers/readers.command.ts';
import { rehearseCommand } from './rehearse/rehearse.command.ts';
import { scheduleCommands } from './schedule/schedule.command.ts';
import { serveCommand } from './serve/serve.command.ts';
import { configCommand, setupCommand } from './settings/settings.command.ts';
import { templateCommands } from './template/template.command.ts';
import { alertCommands, tomorrowCommand } from './watch/watch.command.ts';
import { themesCommands } from './words/themes.command.ts';
import { wordsCommands } from './words/words.command.ts';

/** Every command by its name, under its heading in the help. */
const sections: Record<string, Record<string, () => CommandUnknownOpts>> = {
  'Setup and maintenance:': {
    setup: setupCommand,
    serve: serveCommand,
    doctor: doctorCommand,
    config: configCommand,
  },
  'Words:': { words: wordsCommands, themes: themesCommands },
  'Schedule and send:': {
    schedule: scheduleCommands,
    autopilot: autopilotCommands,
    tomorrow: tomorrowCommand,
    process: processCommand,
    rehearse: rehearseCommand,
  },
  'The email:': { template: templateCommands },
  'Readers:': {
    readers: readersCommands,
    bounces: bouncesCommands,
    origins: originsCommands,
    privacy: privacyCommands,
  },
  'Upkeep:': {
    backup: backupCommand,
    restore: restoreCommand,
    'resume-sending': resumeSendingCommand,
    migrate: migrateCommand,
    admin: accountsCommands,
    sessions: sessionsCommands,
    audit: auditCommand,
    alert: alertCommands,
    provider: providerCommands,
    completion: completionCommand,
  },
};

/** Runs the command that was typed. Help sets the exit status; every other failure is thrown. */
export async function parseAndRun(typed: readonly string[]): Promise<void> {
  exitWhenClosed(process.stdout);
  const program = programFor(typed);
  try {
    await program.parseAsync(commandFirst(program, typed), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help was shown, on request or because a group such as `wordrise words` is not a command.
    process.exitCode = error.code === 'commander.help' ? exitStatus.wrongUsage : exitStatus.done;
  }
}

/** The shells call this on each press of Tab, so that there is one list of commands instead of four. */
export function complete(words: readonly string[]): void {
  exitWhenClosed(process.stdout);
  const found = candidates(createProgram(), words);
  if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`);
}

/** The program with all of its commands, each with its options. */
export function createProgram(): CommandUnknownOpts {
  const program = programFor([]);
  for (const { command } of commandsOf(program)) define(command);
  return program;
}

/**
 * The program with what these words may call: if the first names a command, no other, and only commands named by one of
 * the words are defined. All of them would take longer than a short command.
 */
function programFor(typed: readonly string[]): CommandUnknownOpts {
  const program = new Command('wordrise')
    .description('Wordrise sends one good English word each morning to everyone who signed up.')
    .usage('<command> [options]')
    .option('-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(layout)
    // Reported once, in main.ts, together with every other failure.
    .configureOutput({ outputError: () => {}, getOutHelpWidth: () => textWidth() })
    .addHelpText('after', ({ command }) => closing(command.createHelp()));
  const entries = Object.entries(sections).flatMap(([heading, commands]) =>
    Object.entries(commands).map(([name, create]) => ({ heading, name, create })),
  );
  const named = entries.filter(({ name }) => name === typed[0]);
  for (const { heading, create } of named.length > 0 ? named : entries) {
    const entry = create().helpGroup(heading);
    program.addCommand(entry);
    prepare(entry, program, typed);
  }
  for (const { command } of commandsOf(program)) {
    if ([command.name(), ...command.aliases()].some((name) => typed.includes(name))) define(command);
  }
  reportAsUsage(program, typed);
  return program.configureHelp({ ...layout, formatHelp: everyCommand });
}

const layout: Partial<Help> = {
  minWidthToWrap: 12,
  commandUsage: (command) => `${pathOf(command)} ${command.usage()}`,
  subcommandTerm: (command) => command.name(),
  optionTerm: (option) => (option.short ? option.flags : `    ${option.flags}`),
  styleTitle: bold,
  styleCommandText: bold,
  styleSubcommandTerm: cyan,
  styleOptionTerm: cyan,
  styleArgumentTerm: cyan,
  formatItem: beside,
};

/** What a term means is beside it, or below it on a terminal that has no room for two columns. */
function beside(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
  const width = this.helpWidth ?? 80;
  if (!description || width - termWidth >= 26)
    return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
  const below = helper.boxWrap(description, width - 8).replaceAll(/^/gm, ' '.repeat(8));
  return `  ${term}\n${below}`;
}

// Left out again by commander where there are no colors.
function bold(text: string): string {
  return `\u001b[1m${text}\u001b[22m`;
}

function cyan(text: string): string {
  return `\u001b[36m${text}\u001b[39m`;
}

/** `wordrise help --all` has every command on one page, also those in groups. */
function everyCommand(program: CommandUnknownOpts, helper: Help): string {
  const commands = program.commands.flatMap((entry) =>
    commandsOf(entry).map(({ command }) => command.helpGroup(entry.helpGroup())),
  );
  helper.visibleCommands = () => commands;
  helper.subcommandTerm = (command) => pathOf(command).slice('wordrise '.length);
  return Help.prototype.formatHelp.call(helper, program, helper);
}

const firstSteps = {
  'wordrise setup': 'answer a few questions',
  'wordrise serve': 'then start everything',
  'wordrise words fill lantern elusive': 'two words from the dictionary',
  'wordrise schedule add petrichor --tomorrow': `tomorrow at ${defaultSendTime}`,
};

const notes = [
  'Run `wordrise help COMMAND` for examples, such as: wordrise help words import\n`ls` means list, and `rm` means remove.',
  'Settings are environment variables, or lines of a .env file in the folder you are in; `wordrise config` lists them. Results go to standard output, everything else to standard error.',
  'Exit status: 0 done, 1 failed, 2 wrong usage, 130 interrupted (Ctrl-C)',
];

function closing(helper: Help): string {
  helper.prepareContext({ helpWidth: textWidth() });
  const width = Math.max(...Object.keys(firstSteps).map((line) => line.length));
  const steps = Object.entries(firstSteps).map(([line, why]) => helper.formatItem(line, width, why, helper));
  const texts = notes.map((text) => helper.boxWrap(text, textWidth()));
  return ['', helper.styleTitle('Examples:'), ...steps, '', texts.join('\n\n')].join('\n');
}

const aliases: Record<string, string> = { list: 'ls', remove: 'rm' };

/** Gives a command what all of them have. */
function prepare(command: CommandUnknownOpts, parent: CommandUnknownOpts, typed: readonly string[]): void {
  command.copyInheritedSettings(parent);
  reportAsUsage(command, typed);
  for (const child of command.commands) prepare(child, command, typed);
  if (command.commands.length > 0) return;
  const alias = aliases[command.name()];
  if (alias) command.alias(alias);
  command
    .optionsGroup('Options of every command:')
    .option('--json', 'answer in JSON, with fields that stay the same')
    .option('-q, --quiet', 'only results and errors: no hints, no progress')
    .option('--no-color', 'no colors; NO_COLOR=1 does the same')
    .helpOption('-h, --help', 'show this help');
}

function reportAsUsage(command: CommandUnknownOpts, typed: readonly string[]): void {
  command.exitOverride((error) => {
    if (error.exitCode === 0 || error.code === 'commander.help') throw error;
    throw new UsageError(whatIsWrong(error, command), meantBy(typed) ?? `See: ${pathOf(command)} --help`);
  });
}

/** The parser's message as a sentence, with its suggestion. */
function whatIsWrong({ code, message }: CommanderError, command: CommandUnknownOpts): string {
  const [said = '', suggestion] = message.replace(/^error: /, '').split(/\n\(|\)$/);
  // It may be a password.
  const fault = code === 'commander.excessArguments' ? `${said.split(': ', 1)[0]}.` : said;
  const question = suggestion ?? (code === 'commander.unknownCommand' ? inGroup(command) : undefined);
  return question ? `${sentenceCase(fault)} ${question}` : sentenceCase(fault);
}

/** "Did you mean words list?" for `list`. */
function inGroup(command: CommandUnknownOpts): string | undefined {
  const paths = commandsOf(command).map(({ path }) => path);
  const alike = paths.filter((path) => path.split(' ').at(-1) === command.args[0]);
  return alike.length > 0 ? `Did you mean ${alike.join(' or ')}?` : undefined;
}

/** Such as `wordrise words list`. */
function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** The commands that do something, with their paths, such as `words list`. */
export function commandsOf(parent: CommandUnknownOpts): { path: string; command: CommandUnknownOpts }[] {
  if (parent.commands.length === 0)
    return [{ path: pathOf(parent).replace('wordrise ', ''), command: parent }];
  return parent.commands.flatMap(commandsOf);
}

/**
 * Puts what was typed into the only order that the parser knows: the command, then its options.
 * `help words list` becomes `words list --help`, and `--limit 5 words ls` becomes `words ls --limit 5`.
 */
export function commandFirst(program: CommandUnknownOpts, typed: readonly string[]): string[] {
  if (typed.includes('--all') && /^(help|--help|-h)$/.test(typed[0] ?? '')) return ['--help'];
  const asksForHelp = typed[0] === 'help';
  const path: string[] = [];
  const early: string[] = [];
  let rest = asksForHelp ? typed.slice(1) : [...typed];
  let at = program;
  while (at.commands.length > 0) {
    const found = rest.findIndex((word) => childOf(at, word));
    // Something other than an option comes first: it is reported as an unknown command.
    if (found < 0 || (found > 0 && !rest[0]?.startsWith('-')) || rest.slice(0, found).includes('--')) break;
    const word = rest[found] ?? '';
    path.push(word);
    early.push(...rest.slice(0, found));
    rest = rest.slice(found + 1);
    at = childOf(at, word) ?? at;
  }
  // Not for an unknown name, which is then reported.
  const isUnknown = at.commands.length > 0 && rest[0] !== undefined && !rest[0].startsWith('-');
  const help = asksForHelp && !isUnknown ? ['--help'] : [];
  return [...path, ...help, ...early, ...rest];
}

function childOf(parent: CommandUnknownOpts, word: string): CommandUnknownOpts | undefined {
  return parent.commands.find((child) => child.name() === word || child.aliases().includes(word));
}
