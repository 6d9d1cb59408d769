import { defineCommand } from '../command-line/define-command.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'run the site, the admin area and the processor',
  details:
    'Everything works without a setting: SQLite in ./data, the offline dictionary, and a sandbox instead of iContact that writes each email to ./data/outbox. Logs are JSON lines on standard output. Ctrl-C finishes the work in progress and stops.',
  examples: [
    'wordrise serve',
    'PORT=8080 TIMEZONE=Europe/Paris wordrise serve',
    'PROCESSOR=off wordrise serve     # if cron or systemd runs wordrise process',
  ],
  load: async () => (await import('./serve.ts')).serve,
});
