import { conflictPolicies, fileFormats, limits, wordFields } from '@wordrise/core/constants';
import { exportArgument, exportOptions } from '../command-line/common-options.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { updateOption } from '../emails/update-option.ts';
import { fieldOptions } from './field-options.ts';

const existing = { name: '<word>', help: 'its spelling, in any case, or its id' } as const;

const list = defineCommand({
  name: 'list',
  summary: 'show the library, a page at a time',
  options: {
    search: { value: 'text', help: 'words that contain it in the word or the definition' },
    letter: { value: 'letter', help: 'words with this first letter' },
    unused: { help: 'only words that were never sent and are not scheduled' },
    page: { value: 'number', help: 'which page' },
    limit: { value: 'number', help: `words on a page, at most ${limits.pageSizeMax}` },
  },
  examples: [
    'wordrise words list --letter p',
    'wordrise words list --search rain --limit 10',
    'wordrise words list --unused --json | jq -r ".words[].word"',
  ],
  load: async () => (await import('./list-words.ts')).showWords,
});

const show = defineCommand({
  name: 'show',
  summary: 'show one word as its readers will see it',
  argument: existing,
  examples: ['wordrise words show petrichor', 'wordrise words show petrichor --json'],
  load: async () => (await import('./show-word.ts')).showWord,
});

const { word: spelling, ...otherFields } = fieldOptions;

const add = defineCommand({
  name: 'add',
  summary: 'add a word of your own',
  details:
    'All fields are needed. On a terminal you are asked for those without a flag. To let the dictionary write the word: wordrise words fill.',
  argument: { name: '<word>', help: 'the new word' },
  options: otherFields,
  writes: true,
  examples: [
    'wordrise words add petrichor',
    'wordrise words add hush --pronunciation /hʌʃ/ --part-of-speech verb …',
  ],
  load: async () => (await import('./add-word.ts')).addWord,
});

const edit = defineCommand({
  name: 'edit',
  summary: "change a word's text",
  details:
    'Changes the fields that have a flag. On a terminal, without a flag, you are asked for each field and shown its current text; --editor opens all of them in an editor.',
  argument: existing,
  options: {
    word: spelling,
    ...otherFields,
    ...updateOption,
    editor: { help: 'open the text in $VISUAL or $EDITOR' },
  },
  writes: true,
  examples: [
    'wordrise words edit petrichor',
    'wordrise words edit petrichor --tip "Say it when it rains."',
    'wordrise words edit petrichor --tip "Sniff." --update-scheduled',
  ],
  load: async () => (await import('./edit-word.ts')).editWord,
});

const remove = defineCommand({
  name: 'remove',
  summary: 'remove a word from the library',
  details: 'The record of emails sent with it stays.',
  argument: existing,
  options: { yes: { help: 'remove it without asking' } },
  writes: true,
  examples: ['wordrise words remove petrichor', 'wordrise words remove petrichor --yes'],
  load: async () => (await import('./remove-word.ts')).removeWord,
});

const importFile = defineCommand({
  name: 'import',
  summary: 'read words from a CSV or JSON lines file',
  details: `CSV needs a header row with the fields of a word (${wordFields.join(', ')}) in any order; commas, semicolons or tabs, with or without a BOM. Rows are stored in batches, each completely or not at all. After an interruption run the same command again: with "skip", words already in the library are skipped. Exits with 1 if rows were refused.`,
  argument: { name: '<file>', help: 'the file, or - for standard input' },
  options: {
    onConflict: {
      value: 'what',
      help: 'what to do with a word that is already in the library',
      choices: conflictPolicies,
      default: 'skip',
    },
    format: { value: 'format', help: 'if it is not recognized', choices: fileFormats },
    errors: {
      value: 'file',
      help: 'write refused rows and the reasons to this file; fix it and import it again',
    },
  },
  writes: true,
  examples: [
    'wordrise words import words.csv',
    'wordrise words import words.csv --dry-run',
    'wordrise words import words.csv --on-conflict update --errors refused.csv',
    'gunzip -c words.jsonl.gz | wordrise words import -',
  ],
  load: async () => (await import('./import-words.ts')).importWords,
});

const exportAll = defineCommand({
  name: 'export',
  summary: 'write the whole library as CSV or JSON lines',
  argument: exportArgument,
  options: exportOptions,
  writes: true,
  examples: [
    'wordrise words export words.csv',
    'wordrise words export --format jsonl | gzip > words.jsonl.gz',
  ],
  load: async () => (await import('./export-words.ts')).exportWords,
});

const typedWords = { name: '[words...]', help: 'the words' } as const;
const file = { value: 'file', help: 'one word per line; - is standard input' } as const;

const lookup = defineCommand({
  name: 'lookup',
  summary: 'look words up in the dictionary, saving nothing',
  details: 'With --json one object per line. Exits with 1 if a word was not found.',
  argument: typedWords,
  options: { file },
  examples: ['wordrise words lookup limerence', 'wordrise words lookup --file words.txt --json'],
  load: async () => (await import('./look-up-words.ts')).lookUpWords,
});

const fill = defineCommand({
  name: 'fill',
  summary: 'look words up and save them to the library',
  details:
    'Words that are already in the library are not looked up, so after Ctrl-C, or when the day\'s lookups are used up, the same command continues where it stopped. With --json one object per line, the last one of type "report". Exits with 1 if a word was not found.',
  argument: typedWords,
  options: {
    file,
    notFound: {
      value: 'file',
      help: 'record words that were not found in this file, and do not look them up again',
    },
  },
  writes: true,
  examples: [
    'wordrise words fill petrichor limerence',
    'wordrise words fill --file words.txt --not-found missing.txt',
    'wordrise words fill --file words.txt --dry-run',
  ],
  load: async () => (await import('./fill-words.ts')).fillWords,
});

const check = defineCommand({
  name: 'check',
  summary: 'find words that need work before they are sent',
  details:
    'Checks fields, pronunciation, definition, examples and length, and compares each word with the rest of the library. --fix fixes what needs no judgment, such as the notation of a pronunciation. Exits with 1 if a word has findings.',
  argument: typedWords,
  options: { fix: { help: 'fix what needs no judgment' } },
  writes: true,
  examples: [
    'wordrise words check',
    'wordrise words check petrichor --fix',
    'wordrise words check --json | jq -r ".words[].word"',
  ],
  load: async () => (await import('./check-words.ts')).checkWords,
});

export const wordsCommands = {
  name: 'words',
  summary: 'the library of words',
  commands: [list, show, add, edit, remove, importFile, exportAll, check, lookup, fill],
};
