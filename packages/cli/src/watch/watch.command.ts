import { command, examples, group, run } from '../command-line/command.ts';

export const tomorrowCommand = () =>
  command(
    'tomorrow',
    "check tomorrow's email",
    'Asks the email provider too. Exits with 0 if everything is ready, and with 1 if it is at risk or nothing is scheduled, so that monitoring can call it. Before the usual hour it checks today.',
  )
    .addHelpText(
      ...examples(
        'wordrise tomorrow',
        'wordrise tomorrow --quiet || echo "look at Wordrise"',
        'wordrise tomorrow --json',
      ),
    )
    .action(run(async () => (await import('./watch.ts')).tomorrow));

export const alertCommands = () =>
  group('alert', 'alerts to the owner', [
    command(
      'test',
      'post a test alert to ALERT_WEBHOOK_URL',
      'The test looks like every other alert, and is signed with ALERT_WEBHOOK_SECRET if that is set. Exits with 1 if the webhook does not accept it.',
    )
      .addHelpText(...examples('wordrise alert test'))
      .action(run(async () => (await import('./watch.ts')).testAlert)),
  ]);
