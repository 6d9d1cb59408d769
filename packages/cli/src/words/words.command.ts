import { conflictPolicies, fileFormats, limits } from '@wordrise/core/constants';
import { type Command, Option } from 'commander';
import { defineCommand, defineGroup } from '../command-line/define-command.ts';

export const wordsCommands = () =>
  defineGroup('words', 'the library of words', [
    list(),
    show(),
    add(),
    edit(),
    remove(),
    importWords(),
    exportWords(),
    lookup(),
    fill(),
  ]);

const list = () =>
  defineCommand({
    name: 'list',
    summary: 'show the library, a page at a time',
    declare: (command) =>
      command
        .option('--search <text>', 'words that have it in the word or the definition')
        .option('--letter <letter>', 'words with this first letter')
        .option('--unused', 'only words that were never sent and do not wait to be')
        .option('--page <number>', 'which page')
        .option('--limit <number>', `words on a page, at most ${limits.pageSizeMax}`),
    examples: [
      'wordrise words list --letter p',
      'wordrise words list --search rain --limit 10',
      'wordrise words list --unused --json | jq -r ".words[].word"',
    ],
    load: async () => (await import('./list-words.ts')).showWords,
  });

const show = () =>
  defineCommand({
    name: 'show',
    summary: 'show one word as its readers will see it',
    declare: (command) => command.argument('<word>', 'its spelling, in any case, or its id'),
    examples: ['wordrise words show petrichor', 'wordrise words show petrichor --json'],
    load: async () => (await import('./show-word.ts')).showWord,
  });

/** The fields of a word under the flags that carry them. */
function fieldFlags(command: Command): Command {
  return command
    .option('--pronunciation <text>', 'how it is said, such as /ˈpetrɪˌkɔr/')
    .option('--part-of-speech <text>', 'such as noun')
    .option('--definition <text>', 'what it means')
    .option('--etymology <text>', 'where it comes from')
    .option('--example1 <sentence>', 'one sentence with it')
    .option('--example2 <sentence>', 'another sentence')
    .option('--tip <text>', 'how to use it in conversation');
}

const add = () =>
  defineCommand({
    name: 'add',
    summary: 'add a word of your own',
    details:
      'All fields are needed. On a terminal you are asked for those without a flag. To have a word written by the dictionary: wordrise words fill.',
    declare: (command) => fieldFlags(command.argument('<word>', 'the new word')),
    writes: true,
    examples: [
      'wordrise words add petrichor',
      'wordrise words add hush --pronunciation /hʌʃ/ --part-of-speech verb …',
    ],
    load: async () => (await import('./add-word.ts')).addWord,
  });

const edit = () =>
  defineCommand({
    name: 'edit',
    summary: "change a word's text",
    details:
      'Changes the fields that have a flag. On a terminal and without a flag you are asked for all of them, the present text offered.',
    declare: (command) =>
      fieldFlags(
        command
          .argument('<word>', 'its spelling, in any case, or its id')
          .option('--word <spelling>', 'the new spelling'),
      ),
    writes: true,
    examples: [
      'wordrise words edit petrichor',
      'wordrise words edit petrichor --tip "Say it when it rains."',
    ],
    load: async () => (await import('./edit-word.ts')).editWord,
  });

const remove = () =>
  defineCommand({
    name: 'remove',
    summary: 'take a word out of the library',
    details: 'The record of emails that were sent with it stays.',
    declare: (command) =>
      command
        .argument('<word>', 'its spelling, in any case, or its id')
        .option('--yes', 'remove it without asking'),
    writes: true,
    examples: ['wordrise words remove petrichor', 'wordrise words remove petrichor --yes'],
    load: async () => (await import('./remove-word.ts')).removeWord,
  });

const importWords = () =>
  defineCommand({
    name: 'import',
    summary: 'read words from a CSV or JSON lines file of any size',
    details:
      'CSV needs a header row with the eight fields (word, phoneticPronunciation, partOfSpeech, definition, etymology, example1, example2, conversationTip) in any order; commas, semicolons or tabs, with or without a BOM. Rows are stored in batches, each whole or not at all. After an interruption run the same command again: with "skip", words that are there already are passed over. Exits with 1 where rows were refused.',
    declare: (command) =>
      command
        .argument('<file>', 'the file, or - for standard input')
        .addOption(
          new Option('--on-conflict <what>', 'what to do with a word that is there already')
            .choices(conflictPolicies)
            .default('skip'),
        )
        .addOption(new Option('--format <format>', 'instead of recognizing it').choices(fileFormats))
        .option('--errors <file>', 'write refused rows and why to this file; mend it and feed it in again'),
    writes: true,
    examples: [
      'wordrise words import words.csv',
      'wordrise words import words.csv --dry-run',
      'wordrise words import words.csv --on-conflict update --errors refused.csv',
      'gunzip -c words.jsonl.gz | wordrise words import -',
    ],
    load: async () => (await import('./import-words.ts')).importWords,
  });

const exportWords = () =>
  defineCommand({
    name: 'export',
    summary: 'write the whole library as CSV or JSON lines',
    declare: (command) =>
      command
        .argument('[file]', 'where to; standard output without it')
        .addOption(
          new Option('--format <format>', 'csv unless the file is called .jsonl').choices(fileFormats),
        )
        .option('--yes', 'write over a file that is there already'),
    writes: true,
    examples: [
      'wordrise words export words.csv',
      'wordrise words export --format jsonl | gzip > words.jsonl.gz',
    ],
    load: async () => (await import('./export-words.ts')).exportWords,
  });

const fileOption = ['--file <file>', 'a word a line; - is standard input'] as const;

const lookup = () =>
  defineCommand({
    name: 'lookup',
    summary: 'look words up in the dictionary without saving them',
    details: 'With --json one object a line. Exits with 1 where a word was not found.',
    declare: (command) => command.argument('[words...]', 'the words').option(...fileOption),
    examples: ['wordrise words lookup limerence', 'wordrise words lookup --file words.txt --json'],
    load: async () => (await import('./look-up-words.ts')).lookUpWords,
  });

const fill = () =>
  defineCommand({
    name: 'fill',
    summary: 'look words up and save them to the library',
    details:
      'Words that are in the library already are not looked up, so after Ctrl-C, or when the day\'s lookups are used up, the same command goes on where it stopped. With --json one object a line, the last one of type "report". Exits with 1 where a word was not found.',
    declare: (command) =>
      command
        .argument('[words...]', 'the words')
        .option(...fileOption)
        .option(
          '--not-found <file>',
          'keep words that were not found in this file, and ask no more for them',
        ),
    writes: true,
    examples: [
      'wordrise words fill petrichor limerence',
      'wordrise words fill --file words.txt --not-found missing.txt',
      'wordrise words fill --file words.txt --dry-run',
    ],
    load: async () => (await import('./fill-words.ts')).fillWords,
  });
