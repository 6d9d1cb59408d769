import { defineCommand } from '../command-line/define-command.ts';

const switchTo = defineCommand({
  name: 'switch',
  summary: 'move readers and emails to another provider',
  details:
    'Run it with EMAIL_PROVIDER as it is, and with the settings of the other provider added. It checks these settings and the other provider, counts the readers and lists the emails that wait; it changes nothing without --apply. With --apply, emails that wait are cancelled at the old provider and wait here for the new one, and the lists of readers are made the same: who left at one of them gets nothing from the other. From then on processes with the old EMAIL_PROVIDER send nothing, so that nobody gets an email from both. Safe to run again after an interruption.',
  argument: {
    name: '<provider>',
    help: 'where to',
    choices: ['smtp', 'icontact', 'smtp-sandbox', 'sandbox'],
  },
  options: {
    apply: { help: 'do it; without it nothing changes' },
    allowMissing: { help: 'also if many readers are not on the list at iContact: they get nothing more' },
  },
  examples: ['wordrise provider switch smtp', 'wordrise provider switch smtp --apply'],
  load: async () => (await import('./switch-provider.ts')).switchProvider,
});

export const providerCommands = {
  name: 'provider',
  summary: 'who sends the emails',
  commands: [switchTo],
};
