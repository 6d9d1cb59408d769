import { defineCommand } from '../command-line/define-command.ts';

export const tomorrowCommand = defineCommand({
  name: 'tomorrow',
  summary: 'say whether the next morning’s email will go out',
  details:
    'Asks the email provider too. Exits with 0 if everything is ready, and with 1 if it is at risk or nothing is scheduled, so that monitoring can call it. Before the usual hour it checks today.',
  examples: [
    'wordrise tomorrow',
    'wordrise tomorrow --quiet || echo "look at Wordrise"',
    'wordrise tomorrow --json',
  ],
  load: async () => (await import('./tomorrow.ts')).tomorrow,
});
