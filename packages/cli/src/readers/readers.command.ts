import { Option } from '@commander-js/extra-typings';
import { fileFormats, limits, readerStatuses } from '@wordrise/core/constants';
import { collect, command, dryRun, examples, group, run } from '../command-line/command.ts';

export const readersCommands = () =>
  group('readers', 'everyone who signed up', [
    command('list', 'show who signed up, the newest first')
      .option('--search <text>', 'addresses and first names that contain it')
      .addOption(new Option('--state <state>', 'only readers in this state').choices(readerStatuses))
      .option('--campaign <name>', 'only readers who signed up from a link of this campaign')
      .option('--page <number>', 'which page')
      .option('--limit <number>', `how many on a page, at most ${limits.pageSizeMax}`)
      .addHelpText(
        ...examples('wordrise readers list', 'wordrise readers list --search example.com --state refused'),
      )
      .action(run(async () => (await import('./readers.ts')).listReaders)),
    command(
      'show',
      'print everything stored about one reader, as JSON',
      'Use it when someone asks what you store about them. For a removed reader it shows what is still stored, and exits with 1.',
    )
      .argument('<email>', 'the reader’s address')
      .addHelpText(...examples('wordrise readers show reader@example.com > reader.json'))
      .action(run(async () => (await import('./readers.ts')).showReader)),
    command(
      'import',
      'add people who signed up elsewhere',
      'Reads CSV with a header row, or JSON lines: the address, and optionally first name, favorite word, when and where the person signed up, and whether they are still on the list. Exports of listmonk, Mailchimp, Ghost, Keila, Substack, beehiiv, Buttondown, Kit, MailerLite and of Wordrise itself are read as they are. People who left stay out: those who unsubscribed, bounced or complained according to the file are stored as such, and nobody who did so here, has not confirmed or was removed is added again. If a column seems to say who is still on the list in words that are not known, nothing is imported until you say what it means. To bring back someone who has agreed again since, give the row a status and a column consentAt with the time. Only import people who agreed to get these emails: what you write about that is stored with each of them who is added. The next pass puts them on the list.',
    )
      .argument('<file>', 'the file, or - for standard input')
      .option('--consent <text>', 'how they agreed to get the emails; needed if someone is added')
      .option('--errors <file>', 'write refused rows there, with the reason')
      .option(
        '--status-column <name>',
        'a column that says who is still on the list; may be repeated',
        collect,
      )
      .option(
        '--subscribed-value <value>',
        'what such a column contains for people on the list; anything else means that they left; may be repeated',
        collect,
      )
      .option('--ignore-column <name>', 'a column that says nothing about that; may be repeated', collect)
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise readers import old.csv --consent "Blog subscribers" --dry-run',
          'wordrise readers import old.csv --consent "Fair 2025" --errors bad.csv',
          'wordrise readers import old.csv --consent "Fair 2025" --ignore-column State',
        ),
      )
      .action(run(async () => (await import('./import-readers.ts')).importReaders)),
    command(
      'reasons',
      'show why readers left',
      'Shows what readers answered on the page after unsubscribing, within the last year: how many gave each reason, and what the latest wrote. The answers are anonymous. --forget deletes a text by the number in front of it; its reason is still counted.',
    )
      .option('--forget <number>', 'delete this text')
      .option(...dryRun)
      .addHelpText(...examples('wordrise readers reasons', 'wordrise readers reasons --forget 12'))
      .action(run(async () => (await import('./readers.ts')).leavingReasons)),
    command(
      'export',
      'write all readers as CSV or JSON lines',
      'Includes the state of each reader, so that wordrise readers import elsewhere subscribes nobody who has left. The last rows have no address: they are hashes of removed readers. Only you can read the file. For everything about one reader: wordrise readers show.',
    )
      .argument('[file]', 'where to; standard output without it')
      .addOption(
        new Option('--format <format>', 'csv unless the file name ends in .jsonl').choices(fileFormats),
      )
      .option('--yes', 'overwrite an existing file')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise readers export readers.csv',
          'wordrise readers export --format jsonl > readers.jsonl',
        ),
      )
      .action(run(async () => (await import('./readers.ts')).exportReaders)),
    command(
      'remove',
      'take a reader off the list and forget them',
      'If the email provider keeps the list, removes the reader there first, then here. While the provider is down, the reader is only removed here, and a later pass takes the address off its list. Nothing of the address stays in the database file, the sandbox or its outbox, except a keyed hash, so that no import adds it again.',
    )
      .argument('<email>', 'the reader’s address')
      .option('--yes', 'remove without asking')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise readers remove reader@example.com',
          'wordrise readers remove reader@example.com --yes',
        ),
      )
      .action(run(async () => (await import('./readers.ts')).removeReader)),
  ])
    // Its name in earlier versions.
    .alias('signups');

export const bouncesCommands = () =>
  group('bounces', 'returned emails and complaints', [
    command(
      'ingest',
      'read a returned email or a complaint',
      'Reads a message from standard input, for the pipe of a mail server: each message to BOUNCE_ADDRESS is one call. Understands delivery reports (DSN) and complaints (ARF). An address that does not exist leaves the list at once, a full mailbox after failures on three days, and a complaint at once. Also exits with 0 for a message that says nothing about a reader, so that the mail server does not return it.',
    )
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise bounces ingest < returned.eml',
          'wordrise bounces ingest --dry-run < returned.eml',
        ),
      )
      .action(run(async () => (await import('./readers.ts')).ingestBounce)),
  ]);
