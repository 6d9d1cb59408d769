import { defineCommand } from '../command-line/define-command.ts';

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'bring the database up to date',
  details:
    'Creates the database if there is none. Every other command brings an existing one up to date when it opens it; serve and setup create one too. Run it yourself to choose when a deployment migrates. If two run at once, the migrations are applied once.',
  writes: true,
  examples: ['wordrise migrate', 'wordrise migrate --dry-run'],
  load: async () => (await import('./migrate.ts')).migrate,
});
