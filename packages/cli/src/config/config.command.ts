import { defineCommand } from '../command-line/define-command.ts';

export const configCommand = defineCommand({
  name: 'config',
  summary: 'list the settings: set or not, default, purpose',
  details:
    'Settings are environment variables, or lines of a .env file in the folder you are in; the environment wins. Secrets are never shown. Exits with 1 if a setting is wrong.',
  argument: { name: '[name]', help: 'only this setting' },
  examples: [
    'wordrise config',
    'wordrise config TIMEZONE',
    'wordrise config --json | jq -r ".settings[] | select(.set).name"',
  ],
  load: async () => (await import('./config.ts')).showConfig,
});
