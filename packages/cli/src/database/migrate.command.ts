import { defineCommand } from '../command-line/define-command.ts';

export const migrateCommand = () =>
  defineCommand({
    name: 'migrate',
    summary: 'bring the database up to date',
    details:
      'Every command does this by itself when it opens the database. Run it by hand where a deployment should do it at a moment of its own. Two at once do it once.',
    writes: true,
    examples: ['wordrise migrate', 'wordrise migrate --dry-run'],
    load: async () => (await import('./migrate.ts')).migrate,
  });
