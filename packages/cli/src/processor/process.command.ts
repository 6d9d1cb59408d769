import { Option } from '@commander-js/extra-typings';
import { timings } from '@wordrise/core/constants';
import { command, dryRun, examples, run } from '../command-line/command.ts';

export const processCommand = () =>
  command(
    'process',
    'send readers and emails to the provider',
    'Prints one line per event, and on a terminal the progress of an email sent by SMTP. Exits with 1 if something needs your attention. With --quiet only those lines are printed, which suits cron. It may run at the same time as a server or another pass: they share the work. Ctrl-C ends it at the next step. With --json each line is an object of type "event", the last one of type "report".',
  )
    .addOption(
      new Option(
        '--watch',
        `a pass every ${timings.processorEveryMinutes} minutes, and when an email is due, until Ctrl-C`,
      ).conflicts(['dryRun']),
    )
    .option(...dryRun)
    .addHelpText(
      ...examples(
        'wordrise process',
        'wordrise process --watch',
        'wordrise process --quiet || echo "have a look"',
        'wordrise process --json | jq -r "select(.type == \\"event\\").message"',
      ),
    )
    .action(run(async () => (await import('./process.ts')).processOnce));
