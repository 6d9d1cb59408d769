import { defineCommand } from '../command-line/define-command.ts';

const test = defineCommand({
  name: 'test',
  summary: 'post a test alert to ALERT_WEBHOOK_URL',
  details:
    'The test looks like every other alert, and is signed with ALERT_WEBHOOK_SECRET if that is set. Exits with 1 if the webhook does not accept it.',
  examples: ['wordrise alert test'],
  load: async () => (await import('./test-alert.ts')).testAlert,
});

export const alertCommands = {
  name: 'alert',
  summary: 'alerts to the owner',
  commands: [test],
};
