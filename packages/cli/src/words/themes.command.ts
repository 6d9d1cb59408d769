import { Option } from '@commander-js/extra-typings';
import { fileFormats, limits } from '@wordrise/core/constants';
import { command, dryRun, examples, group, run } from '../command-line/command.ts';

const existing = ['<theme>', 'its title, in any case, or its id'] as const;
const introduction = [
  '--introduction <text>',
  `what the first email says of the week, up to ${limits.themeIntroductionLength} characters`,
] as const;
const words = [
  '--words <list>',
  'its words in the order of the week, separated by commas; other words leave it',
] as const;

export const themesCommands = () =>
  group('themes', 'weeks of words that belong together', [
    command('list', 'show the themes and how many words they have')
      .addHelpText(
        ...examples('wordrise themes list', 'wordrise themes list --json | jq -r ".themes[].title"'),
      )
      .action(run(async () => (await import('./themes.ts')).listThemes)),
    command('show', 'show a theme with its words in order')
      .argument(...existing)
      .addHelpText(...examples('wordrise themes show Weather', 'wordrise themes show Weather --json'))
      .action(run(async () => (await import('./themes.ts')).showTheme)),
    command(
      'add',
      'add a theme',
      'A word has one theme: a word of another theme moves to this one. A file of words makes themes, too: wordrise words import.',
    )
      .argument('<title>', `its title, up to ${limits.themeLength} characters`)
      .option(...introduction)
      .option(...words)
      .option(...dryRun)
      .addHelpText(...examples('wordrise themes add Rivers --words meander,geyser,billabong'))
      .action(run(async () => (await import('./themes.ts')).addTheme)),
    command('edit', 'change a theme, or the order of its words')
      .argument(...existing)
      .option('--title <title>', 'its new title')
      .option(...introduction)
      .option(...words)
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise themes edit Rivers --title "Rivers and streams"',
          'wordrise themes edit Rivers --words billabong,meander,geyser',
        ),
      )
      .action(run(async () => (await import('./themes.ts')).editTheme)),
    command(
      'schedule',
      'schedule a week of a theme from a day on',
      'Its remaining words go out in their order, one on each free day on which the autopilot sends, at its time. This also works while the autopilot is off. The first day must have no email yet: cancel that first, or choose another day. Later days with an email are passed over.',
    )
      .argument(...existing)
      .requiredOption('--from <day>', 'the first day, YYYY-MM-DD')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise themes schedule Weather --from 2026-12-14 --dry-run',
          'wordrise themes schedule Weather --from 2026-12-14',
        ),
      )
      .action(run(async () => (await import('./themes.ts')).scheduleTheme)),
    command('remove', 'remove a theme', 'Its words stay in the library.')
      .argument(...existing)
      .option('--yes', 'remove it without asking')
      .option(...dryRun)
      .addHelpText(...examples('wordrise themes remove Rivers'))
      .action(run(async () => (await import('./themes.ts')).removeTheme)),
    command(
      'import',
      'read themes from a CSV or JSON lines file',
      'CSV needs a header row with the columns title and introduction. Which words belong to a theme is in the file of words: wordrise words import. Exits with 1 if rows were refused.',
    )
      .argument('<file>', 'the file, or - for standard input')
      .addOption(
        new Option('--on-conflict <what>', 'what to do with a theme that has another introduction')
          .choices(['skip', 'update'] as const)
          .default('skip' as const),
      )
      .addOption(new Option('--format <format>', 'if it is not recognized').choices(fileFormats))
      .option(...dryRun)
      .addHelpText(
        ...examples('wordrise themes import themes.csv --dry-run', 'wordrise themes import themes.csv'),
      )
      .action(run(async () => (await import('./themes.ts')).importThemes)),
    command('export', 'write all themes as CSV or JSON lines')
      .argument('[file]', 'where to; standard output without it')
      .addOption(
        new Option('--format <format>', 'csv unless the file name ends in .jsonl').choices(fileFormats),
      )
      .option('--yes', 'overwrite an existing file')
      .option(...dryRun)
      .addHelpText(...examples('wordrise themes export themes.csv'))
      .action(run(async () => (await import('./themes.ts')).exportThemes)),
  ]);
