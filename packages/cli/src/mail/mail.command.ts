import { Argument, Option } from '@commander-js/extra-typings';
import { emailProviders } from '@wordrise/core/constants';
import { command, examples, group, run } from '../command-line/command.ts';

export const providerCommands = () =>
  group('provider', 'who sends the emails', [
    command(
      'switch',
      'move readers and emails to another provider',
      'Run it with EMAIL_PROVIDER unchanged and the settings of the other provider added. It checks these settings and the other provider, counts the readers and lists the pending emails; without --apply it changes nothing. With --apply, pending emails are canceled at the old provider and wait here for the new one, and the lists of readers are synchronized: readers who left one get nothing from the other. From that point processes with the old EMAIL_PROVIDER send nothing, so that nobody gets an email from both. Safe to run again after an interruption.',
    )
      .addArgument(new Argument('<provider>', 'where to').choices(emailProviders))
      .option('--apply', 'do it; without it nothing changes')
      .addOption(new Option('--dry-run', 'the same as without --apply').conflicts(['apply']))
      .option(
        '--allow-missing',
        'switch even if many readers are no longer on the list at the old provider: they will get no more emails',
      )
      .addHelpText(...examples('wordrise provider switch smtp', 'wordrise provider switch smtp --apply'))
      .action(run(async () => (await import('./switch-provider.ts')).switchProvider)),
  ]);
