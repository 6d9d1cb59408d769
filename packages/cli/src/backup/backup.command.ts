import { defineCommand } from '../command-line/define-command.ts';

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'back everything up while the server runs',
  details:
    'The archive holds the database, the sandbox with its outbox, and the settings; passwords, keys and DATABASE_URL only with --with-secrets. Every file in it has a checksum. With --to, the archive gets a name with the date, and --keep deletes the oldest of those.',
  argument: { name: '[file]', help: 'the archive, such as wordrise.tar.gz' },
  options: {
    to: { value: 'folder', help: 'a folder for archives with the date in their names, for cron' },
    keep: { value: 'number', help: 'with --to: delete the oldest beyond this many' },
    withSecrets: { help: 'include passwords and keys; keep such an archive as safe as the server' },
    yes: { help: 'overwrite an existing file' },
  },
  writes: true,
  examples: [
    'wordrise backup wordrise.tar.gz',
    'wordrise backup --to /var/backups/wordrise --keep 14 --quiet',
  ],
  load: async () => (await import('./backup.ts')).backup,
});

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'verify an archive of backup and restore it',
  details:
    'Everything is verified before anything is changed, and restored completely or not at all, even if it is killed. It goes to DATABASE_URL and DATA_DIR, or their defaults; a .env is written if there is none. A backup of an older version is brought up to date; one of a newer version is refused. Stop the server first.',
  argument: { name: '<file>', help: 'the archive' },
  options: {
    replace: { help: 'replace the existing installation; its data is lost' },
    yes: { help: 'do it without asking' },
  },
  writes: true,
  examples: [
    'wordrise restore wordrise.tar.gz --dry-run',
    'wordrise restore wordrise.tar.gz',
    'wordrise restore wordrise.tar.gz --replace --yes',
  ],
  load: async () => (await import('./restore.ts')).restore,
});
