import type { Command } from 'commander';
import { defineCommand } from '../command-line/define-command.ts';
import { settingFlags } from './setting-flags.ts';

export const setupCommand = () =>
  defineCommand({
    name: 'setup',
    summary: 'walk through everything a new installation needs',
    details:
      'Asks where the data lives, who sends the emails, which dictionary to use and who the admin is, tests the credentials, and writes the answers to .env, which only you can read. Other lines of .env stay unchanged. Every question has a flag, so that setup can run without a terminal; a setting that is neither given nor set before keeps its default. Use --answers or --password-stdin for passwords, so that nobody else sees them.',
    declare,
    writes: true,
    examples: [
      'wordrise setup',
      'wordrise setup --timezone Europe/Paris --email-provider sandbox',
      'wordrise setup --admin owner --password-stdin < password.txt',
      'wordrise setup --answers answers.env --dry-run',
      'wordrise setup --yes --answers - < answers.env',
    ],
    load: async () => (await import('./setup.ts')).setup,
  });

function declare(command: Command): Command {
  for (const { option } of settingFlags()) command.addOption(option);
  return command
    .option('--set <NAME=value>', 'any other setting; may be repeated', collect)
    .option(
      '--answers <file>',
      'read settings, ADMIN_USERNAME and ADMIN_PASSWORD as NAME=value lines; - is standard input',
    )
    .option('--admin <username>', 'create the admin account')
    .option('--password-stdin', "read the admin's password from standard input")
    .option('--starter-words', 'put the starter words into an empty library')
    .option('--no-starter-words', 'leave the library empty')
    .option('--no-checks', 'do not test the credentials')
    .option('--yes', 'change an existing .env without asking');
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
