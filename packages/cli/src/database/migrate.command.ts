import { defineCommand } from '../command-line/define-command.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database up to date',
  details:
    'Every command does this when it opens the database. Run it yourself if a deployment should migrate at a time of its choice. If two run at once, the migrations are applied once.',
  writes: true,
  examples: ['wordrise migrate', 'wordrise migrate --dry-run'],
  load: async () => (await import('./migrate.ts')).migrate,
});
