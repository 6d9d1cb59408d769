import { command, dryRun, examples, run } from '../command-line/command.ts';

export const backupCommand = () =>
  command(
    'backup',
    'back everything up while the server runs',
    'The archive holds the database, the sandbox with its outbox, and the settings; passwords, keys and DATABASE_URL only with --with-secrets. Every file in it has a checksum. With --to, the archive gets a name with the date, and --keep deletes the oldest of those.',
  )
    .argument('[file]', 'the archive, such as wordrise.tar.gz')
    .option('--to <folder>', 'a folder for archives with the date in their names, for cron')
    .option('--keep <number>', 'with --to: delete the oldest beyond this many')
    .option('--with-secrets', 'include passwords and keys; keep such an archive as safe as the server')
    .option('--yes', 'overwrite an existing file')
    .option(...dryRun)
    .addHelpText(
      ...examples(
        'wordrise backup wordrise.tar.gz',
        'wordrise backup --to /var/backups/wordrise --keep 14 --quiet',
      ),
    )
    .action(run(async () => (await import('./backup.ts')).backup));

export const restoreCommand = () =>
  command(
    'restore',
    'verify an archive of backup and restore it',
    'Everything is verified before anything is changed, and restored completely or not at all, even if it is killed. It goes to DATABASE_URL and DATA_DIR, or their defaults, also from SQLite to PostgreSQL and back; a .env is written if there is none. A backup of an older version is brought up to date; one of a newer version is refused. Stop the server first. Two copies would send every email twice, so the restored copy sends nothing until you say that the other one is gone: with --replaces-original, when asked, or later with wordrise resume-sending. Going back to a backup of the same installation needs none of this.',
  )
    .argument('[file]', 'the archive')
    .option(
      '--dumped-at <time>',
      'no archive: the PostgreSQL database was filled by pg_restore, from a dump that began at this time, such as 2026-11-26T03:00Z',
    )
    .option('--replace', 'replace the existing installation; its data is lost')
    .option('--replaces-original', 'the backed up installation is stopped for good: this copy may send')
    .option('--yes', 'do it without asking; without --replaces-original, sending is then held')
    .option(...dryRun)
    .addHelpText(
      ...examples(
        'wordrise restore wordrise.tar.gz --dry-run',
        'wordrise restore wordrise.tar.gz --replaces-original',
        'wordrise restore wordrise.tar.gz --replace --yes',
      ),
    )
    .action(run(async () => (await import('./restore.ts')).restore));

export const resumeSendingCommand = () =>
  command(
    'resume-sending',
    'let a restored copy send',
    'A restored copy sends nothing while the installation that its backup was made of may still be sending. Run this once that one is stopped for good. Emails that are more than six hours late by then are not sent.',
  )
    .option(...dryRun)
    .addHelpText(...examples('wordrise resume-sending'))
    .action(run(async () => (await import('./restore.ts')).resumeSending));

export const migrateCommand = () =>
  command(
    'migrate',
    'bring the database up to date',
    'Creates the database if there is none. Every other command brings an existing one up to date when it opens it; serve and setup create one too. Run it yourself to choose when a deployment migrates. If two run at once, the migrations are applied once.',
  )
    .option(...dryRun)
    .addHelpText(...examples('wordrise migrate', 'wordrise migrate --dry-run'))
    .action(run(async () => (await import('./migrate.ts')).migrate));
