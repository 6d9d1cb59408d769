import { fileFormats, limits } from '@wordrise/core/constants';
import { Option } from 'commander';
import { defineCommand, defineGroup } from '../command-line/define-command.ts';

export const signupsCommands = () =>
  defineGroup('signups', 'everybody who signed up', [list(), exportSignups(), remove()]);

const list = () =>
  defineCommand({
    name: 'list',
    summary: 'show who signed up, the newest first',
    declare: (command) =>
      command
        .option('--search <text>', 'addresses that have it in them')
        .option('--page <number>', 'which page')
        .option('--limit <number>', `how many on a page, at most ${limits.pageSizeMax}`),
    examples: ['wordrise signups list', 'wordrise signups list --search example.com'],
    load: async () => (await import('./list-signups.ts')).listSignups,
  });

const exportSignups = () =>
  defineCommand({
    name: 'export',
    summary: 'write all signups as CSV or JSON lines',
    details: 'A file is made for you alone to read: addresses are in it.',
    declare: (command) =>
      command
        .argument('[file]', 'where to; standard output without it')
        .addOption(
          new Option('--format <format>', 'csv unless the file is called .jsonl').choices(fileFormats),
        )
        .option('--yes', 'write over a file that is there already'),
    writes: true,
    examples: ['wordrise signups export readers.csv', 'wordrise signups export --format jsonl | wc -l'],
    load: async () => (await import('./export-signups.ts')).exportSignups,
  });

const remove = () =>
  defineCommand({
    name: 'remove',
    summary: 'take a reader off the list and forget them',
    details: 'First at the email provider, then here.',
    declare: (command) =>
      command.argument('<email>', "the reader's address").option('--yes', 'remove without asking'),
    writes: true,
    examples: [
      'wordrise signups remove reader@example.com',
      'wordrise signups remove reader@example.com --yes',
    ],
    load: async () => (await import('./remove-signup.ts')).removeSignup,
  });
