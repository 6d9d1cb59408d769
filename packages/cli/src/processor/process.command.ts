import { timings } from '@wordrise/core/constants';
import { defineCommand } from '../command-line/define-command.ts';

export const processCommand = defineCommand({
  name: 'process',
  summary: 'send readers and emails to the provider',
  details:
    'Prints one line per event, and on a terminal the progress of an email sent by SMTP. Exits with 1 if something needs your attention. With --quiet only those lines are printed, which suits cron. It may run at the same time as a server or another pass: they share the work. Ctrl-C ends it at the next step. With --json each line is an object of type "event", the last one of type "report".',
  options: {
    watch: {
      help: `a pass every ${timings.processorEveryMinutes} minutes until Ctrl-C`,
      conflicts: ['dryRun'],
    },
  },
  writes: true,
  examples: [
    'wordrise process',
    'wordrise process --watch',
    'wordrise process --quiet || echo "have a look"',
    'wordrise process --json | jq -r "select(.type == \\"event\\").message"',
  ],
  load: async () => (await import('./process.ts')).processOnce,
});
