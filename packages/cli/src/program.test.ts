import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { commandsOf } from './command-line/manual.ts';
import { sections } from './commands.ts';
import { createProgram } from './program.ts';

const program = createProgram(sections);
const commands = sections
  .flatMap(({ entries }) => entries.flatMap(commandsOf))
  .map(({ path }) => [path, commandAt(path)] as const);

function commandAt(path: string): Command {
  return path.split(' ').reduce((command, name) => {
    const next = command.commands.find((one) => one.name() === name);
    if (!next) throw new Error(`There is no command ${path}.`);
    return next;
  }, program);
}

/** The output of `--help`, including examples. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}

test('has every command of the manual', () => {
  expect(commands.map(([name]) => name).toSorted()).toEqual(
    [
      'admin disable-second-factor',
      'admin reset-password',
      'admin status',
      'audit',
      'alert test',
      'backup',
      'bounces ingest',
      'autopilot off',
      'autopilot on',
      'autopilot skip',
      'autopilot status',
      'autopilot unskip',
      'completion',
      'config',
      'doctor',
      'migrate',
      'origins allow',
      'origins list',
      'origins remove',
      'privacy set',
      'privacy show',
      'process',
      'provider switch',
      'restore',
      'schedule add',
      'schedule cancel',
      'schedule fill',
      'schedule list',
      'schedule move',
      'schedule pause',
      'schedule resume',
      'schedule show',
      'schedule stats',
      'schedule stop',
      'schedule swap',
      'schedule update',
      'serve',
      'sessions end',
      'sessions list',
      'setup',
      'signups export',
      'signups import',
      'signups list',
      'signups remove',
      'signups show',
      'template preview',
      'template restore',
      'template set',
      'template show',
      'template test',
      'template versions',
      'tomorrow',
      'words add',
      'words check',
      'words edit',
      'words export',
      'words fill',
      'words import',
      'words list',
      'words lookup',
      'words remove',
      'words show',
    ].toSorted(),
  );
});

test.each(commands)('%s explains itself with examples and takes the common options', (name, command) => {
  const help = helpOf(command);
  expect(help).toContain(`Usage: wordrise ${name}`);
  expect(help).toContain(`Examples:\n`);
  expect(help.slice(help.indexOf('Examples:'))).toContain(`wordrise ${name}`);
  for (const option of ['--json', '--quiet', '--no-color', '--help']) expect(help).toContain(option);
});

test.each(commands)('%s fits a terminal of 80 columns', (_name, command) => {
  expect(
    helpOf(command)
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});

test('shows every command with its one line in the manual', () => {
  const manual = helpOf(program);
  expect(manual.split('\n').filter((line) => line.length > 80)).toEqual([]);
  for (const [name, command] of commands) {
    expect(manual).toMatch(
      new RegExp(`^  ${name} +${command.summary().replace(/[.*+?^$()[\]]/g, '\\$&')}$`, 'm'),
    );
  }
});

const readers = [
  'admin status',
  'audit',
  'autopilot status',
  'completion',
  'config',
  'doctor',
  'origins list',
  'schedule list',
  'schedule show',
  'schedule stats',
  'serve',
  'sessions list',
  'signups list',
  'signups show',
  'tomorrow',
];
const lookers = [
  'alert test',
  'privacy show',
  // Without --apply.
  'provider switch',
  'template preview',
  'template show',
  'template test',
  'template versions',
  'words list',
  'words lookup',
  'words show',
];

test('everything that writes has a dry run', () => {
  const without = commands
    .filter(([, command]) => !command.options.some(({ long }) => long === '--dry-run'))
    .map(([name]) => name);
  expect(without.toSorted()).toEqual([...readers, ...lookers].toSorted());
});
