import { limits, readerStatuses } from '@wordrise/core/constants';
import { exportArgument, exportOptions } from '../command-line/common-options.ts';
import { defineCommand } from '../command-line/define-command.ts';

const list = defineCommand({
  name: 'list',
  summary: 'show who signed up, the newest first',
  options: {
    search: { value: 'text', help: 'addresses and first names that contain it' },
    state: { value: 'state', help: 'only readers in this state', choices: readerStatuses },
    page: { value: 'number', help: 'which page' },
    limit: { value: 'number', help: `how many on a page, at most ${limits.pageSizeMax}` },
  },
  examples: ['wordrise signups list', 'wordrise signups list --search example.com --state refused'],
  load: async () => (await import('./list-readers.ts')).listReaders,
});

const exportAll = defineCommand({
  name: 'export',
  summary: 'write all signups as CSV or JSON lines',
  details:
    'Only you can read the file: it contains addresses. For everything about one person: wordrise signups show.',
  argument: exportArgument,
  options: exportOptions,
  writes: true,
  examples: ['wordrise signups export readers.csv', 'wordrise signups export --format jsonl | wc -l'],
  load: async () => (await import('./export-readers.ts')).exportReaders,
});

const importAll = defineCommand({
  name: 'import',
  summary: 'add people who signed up elsewhere',
  details:
    'Reads CSV with a header row, or JSON lines: email and first name, and optionally when and where the person signed up; headings of other services are recognized. People who are already there, in any state, are skipped and stay unchanged. People who were removed are skipped too: they come back only by signing up. Only import people who agreed to get these emails: what you write about that is stored with each of them. The next pass puts them on the list.',
  argument: { name: '<file>', help: 'the file, or - for standard input' },
  options: {
    consent: { value: 'text', help: 'how they agreed to get the emails; required' },
    errors: { value: 'file', help: 'write refused rows there, with the reason' },
  },
  writes: true,
  examples: [
    'wordrise signups import old.csv --consent "Blog subscribers" --dry-run',
    'wordrise signups import old.csv --consent "Fair 2025" --errors bad.csv',
  ],
  load: async () => (await import('./import-readers.ts')).importReaders,
});

const show = defineCommand({
  name: 'show',
  summary: 'print everything stored about one person, as JSON',
  details:
    'For someone who asks what you store about them. For a removed reader it shows what is still stored, and exits with 1.',
  argument: { name: '<email>', help: "the person's address" },
  examples: ['wordrise signups show reader@example.com > reader.json'],
  load: async () => (await import('./show-reader.ts')).showReader,
});

const remove = defineCommand({
  name: 'remove',
  summary: 'take a reader off the list and forget them',
  details:
    'First at the email provider, then here. Nothing of the address stays in the database file, the sandbox or its outbox, except a keyed hash, so that no import adds it again.',
  argument: { name: '<email>', help: "the reader's address" },
  options: { yes: { help: 'remove without asking' } },
  writes: true,
  examples: [
    'wordrise signups remove reader@example.com',
    'wordrise signups remove reader@example.com --yes',
  ],
  load: async () => (await import('./remove-reader.ts')).removeReader,
});

export const readersCommands = {
  name: 'signups',
  summary: 'everyone who signed up',
  commands: [list, show, importAll, exportAll, remove],
};
