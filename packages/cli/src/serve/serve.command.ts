import { command, examples, run } from '../command-line/command.ts';

export const serveCommand = () =>
  command(
    'serve',
    'run the site, the admin area and the processor',
    'Everything works without a setting: SQLite in ./data, the offline dictionary, and a sandbox that writes each email to ./data/outbox instead of sending it. Logs are JSON lines on standard output. Ctrl-C finishes the work in progress and stops.',
  )
    .addHelpText(
      ...examples(
        'wordrise serve',
        'PORT=8080 TIMEZONE=Europe/Paris wordrise serve',
        'PROCESSOR=off wordrise serve     # if cron or systemd runs wordrise process',
      ),
    )
    .action(run(async () => (await import('./serve.ts')).serve));
