import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import {
  conflictPolicies,
  fileFormats,
  limits,
  type WordField,
  type WordFieldOptions,
  wordFields,
  wordFieldTable,
} from '@wordrise/core/constants';
import { command, dryRun, examples, group, run } from '../command-line/command.ts';
import { flagOf } from '../command-line/text.ts';

const existing = ['<word>', 'its spelling, in any case, or its id'] as const;

/** The fields of a word as options of `wordrise words add` and `edit`. */
function withFields<Values extends unknown[], Given extends OptionValues>(
  command: Command<Values, Given>,
  fields: readonly WordField[],
): Command<Values, Given & WordFieldOptions> {
  for (const field of fields) {
    const { name, value, help } = wordFieldTable[field].option;
    command.option(`${flagOf(name)} <${value}>`, help);
  }
  return command as unknown as Command<Values, Given & WordFieldOptions>;
}

export const wordsCommands = () =>
  group('words', 'the library of words', [
    command('list', 'show the library, a page at a time')
      .option('--search <text>', 'words that contain it in the word or the definition')
      .option('--letter <letter>', 'words with this first letter')
      .option('--unused', 'only words that were never sent and are not scheduled')
      .option('--page <number>', 'which page')
      .option('--limit <number>', `words on a page, at most ${limits.pageSizeMax}`)
      .addHelpText(
        ...examples(
          'wordrise words list --letter p',
          'wordrise words list --search rain --limit 10',
          'wordrise words list --unused --json | jq -r ".words[].word"',
        ),
      )
      .action(run(async () => (await import('./words.ts')).showWords)),
    command('show', 'show one word as its readers will see it')
      .argument(...existing)
      .addHelpText(...examples('wordrise words show petrichor', 'wordrise words show petrichor --json'))
      .action(run(async () => (await import('./words.ts')).showWord)),
    withFields(
      command(
        'add',
        'add a word of your own',
        'On a terminal you are asked for each required field without a flag. The quotation, teaser, level, tags and the like are optional. To let the dictionary write the word: wordrise words fill.',
      ).argument('<word>', 'the new word'),
      wordFields.filter((field) => field !== 'word'),
    )
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words add petrichor',
          'wordrise words add hush --pronunciation /hʌʃ/ --part-of-speech verb …',
        ),
      )
      .action(run(async () => (await import('./edit-word.ts')).addWord)),
    withFields(
      command(
        'edit',
        "change a word's text",
        'Changes the fields that have a flag. On a terminal, without a flag, you are asked for each required field and shown its current text; --editor opens all fields in an editor.',
      ).argument(...existing),
      wordFields,
    )
      .option('--update-scheduled', 'replace scheduled emails that have the old text')
      .option('--editor', 'open the text in $VISUAL or $EDITOR')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words edit petrichor',
          'wordrise words edit petrichor --tip "Say it when it rains."',
          'wordrise words edit petrichor --tip "Sniff." --update-scheduled',
        ),
      )
      .action(run(async () => (await import('./edit-word.ts')).editWord)),
    command('remove', 'remove a word from the library', 'The record of emails sent with it stays.')
      .argument(...existing)
      .option('--yes', 'remove it without asking')
      .option(...dryRun)
      .addHelpText(...examples('wordrise words remove petrichor', 'wordrise words remove petrichor --yes'))
      .action(run(async () => (await import('./words.ts')).removeWord)),
    command(
      'import',
      'read words from a CSV or JSON lines file',
      `CSV needs a header row with the fields of a word (${wordFields.map((field) => (wordFieldTable[field].required ? field : `${field}?`)).join(', ')}; those with a question mark are optional) in any order; commas, semicolons or tabs, with or without a BOM. Columns with other names are ignored, with a warning. Rows are stored in batches, each completely or not at all. After an interruption run the same command again: with "skip", words already in the library are skipped. Exits with 1 if rows were refused.`,
    )
      .argument('<file>', 'the file, or - for standard input')
      .addOption(
        new Option('--on-conflict <what>', 'what to do with a word that is already in the library')
          .choices(conflictPolicies)
          .default('skip'),
      )
      .addOption(new Option('--format <format>', 'if it is not recognized').choices(fileFormats))
      .option(
        '--errors <file>',
        'write refused rows and the reasons to this file; fix it and import it again',
      )
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words import words.csv',
          'wordrise words import words.csv --dry-run',
          'wordrise words import words.csv --on-conflict update --errors refused.csv',
          'gunzip -c words.jsonl.gz | wordrise words import -',
        ),
      )
      .action(run(async () => (await import('./import-words.ts')).importWords)),
    command(
      'add-starters',
      'add the built-in words',
      'The second pack: 366 words, each with a level and a teaser for the inbox. The first pack, 366 words too, is added if the library has none of its words. Words that are already in the library stay as they are, so the command can be repeated.',
    )
      .option(...dryRun)
      .addHelpText(...examples('wordrise words add-starters --dry-run', 'wordrise words add-starters'))
      .action(run(async () => (await import('./words.ts')).addStarters)),
    command(
      'suggestions',
      'show the favorite words of readers',
      'Shows how many readers on the list named each word, and whether the library has it. First names are of readers who agreed to be named; give one to a word with wordrise words edit --suggested-by.',
    )
      .option('--dismiss <word>', 'leave a word out of this list')
      .option('--restore <word>', 'take a dismissed word back')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words suggestions',
          'wordrise words suggestions --dismiss asdf',
          'wordrise words suggestions --json | jq -r ".suggestions[].word"',
        ),
      )
      .action(run(async () => (await import('./suggestions.ts')).showSuggestions)),
    command(
      'record',
      'add recordings, so that readers can hear words',
      'Each file is named after its word, such as petrichor.mp3; a space can be a hyphen. Takes MP3, AAC, M4A and Opus, up to 2 MB and two minutes. A recording replaces the earlier one.',
    )
      .argument('[files...]', 'the files; with --remove, the words')
      .option('--word <word>', 'the word of a single file of any name')
      .option('--remove', 'remove the recordings of these words')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words record petrichor.mp3',
          'wordrise words record takes/*.m4a --dry-run',
          'wordrise words record take-3.m4a --word petrichor',
          'wordrise words record petrichor --remove',
        ),
      )
      .action(run(async () => (await import('./record-words.ts')).recordWords)),
    command('export', 'write the whole library as CSV or JSON lines')
      .argument('[file]', 'where to; standard output without it')
      .addOption(
        new Option('--format <format>', 'csv unless the file name ends in .jsonl').choices(fileFormats),
      )
      .option('--yes', 'overwrite an existing file')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words export words.csv',
          'wordrise words export --format jsonl | gzip > words.jsonl.gz',
        ),
      )
      .action(run(async () => (await import('./words.ts')).exportWords)),
    command(
      'check',
      'find words that need work before they are sent',
      'Checks spelling, pronunciation, definition, examples, wording and length, and compares each word with the rest of the library. --fix fixes what is certain, such as the notation of a pronunciation, HTML or a repeated word; --fix --dry-run shows it first. Exits with 1 if a word has findings.',
    )
      .argument('[words...]', 'the words')
      .option('--fix', 'fix what needs no judgment')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words check',
          'wordrise words check petrichor --fix',
          'wordrise words check --json | jq -r ".words[].word"',
        ),
      )
      .action(run(async () => (await import('./check-words.ts')).checkWords)),
    command(
      'remembered',
      'show which words readers still know',
      'Counts what readers pressed on the page of an earlier word, three days and three weeks after it was sent, and their answers to the quizzes of weekly emails. The answers are anonymous.',
    )
      .addHelpText(...examples('wordrise words remembered', 'wordrise words remembered --json'))
      .action(run(async () => (await import('./remembered.ts')).showRemembered)),
    command(
      'lookup',
      'look words up in the dictionary, saving nothing',
      'With --json one object per line. Exits with 1 if a word was not found.',
    )
      .argument('[words...]', 'the words')
      .option('--file <file>', 'one word per line; - is standard input')
      .option('--sense <number>', 'another of its senses, by the number that the lookup lists')
      .addHelpText(
        ...examples(
          'wordrise words lookup limerence',
          'wordrise words lookup elusive --sense 2',
          'wordrise words lookup --file words.txt --json',
        ),
      )
      .action(run(async () => (await import('./look-up-words.ts')).lookUpWords)),
    command(
      'fill',
      'look words up and save them to the library',
      'Words that are already in the library are not looked up, so after Ctrl-C, or when the day\'s lookups are used up, the same command continues where it stopped. With --json one object per line, the last one of type "report". Exits with 1 if a word was not found.',
    )
      .argument('[words...]', 'the words')
      .option('--file <file>', 'one word per line; - is standard input')
      .option(
        '--not-found <file>',
        'record words that were not found in this file, and do not look them up again',
      )
      .option('--sense <number>', 'save another of its senses, by the number that a lookup lists')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise words fill lantern elusive',
          'wordrise words fill --file words.txt --not-found missing.txt',
          'wordrise words fill --file words.txt --dry-run',
        ),
      )
      .action(run(async () => (await import('./fill-words.ts')).fillWords)),
  ]);
