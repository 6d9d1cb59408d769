import { defineCommand } from '../command-line/define-command.ts';

const switchTo = defineCommand({
  name: 'switch',
  summary: 'move readers and emails to another provider',
  details:
    'Run it with EMAIL_PROVIDER unchanged and the settings of the other provider added. It checks these settings and the other provider, counts the readers and lists the pending emails; without --apply it changes nothing. With --apply, pending emails are cancelled at the old provider and wait here for the new one, and the lists of readers are synchronized: readers who left one get nothing from the other. From that point processes with the old EMAIL_PROVIDER send nothing, so that nobody gets an email from both. Safe to run again after an interruption.',
  argument: {
    name: '<provider>',
    help: 'where to',
    choices: ['smtp', 'icontact', 'smtp-sandbox', 'sandbox'],
  },
  options: {
    apply: { help: 'do it; without it nothing changes' },
    allowMissing: {
      help: 'switch even if many readers are not on the list at iContact: they will get no more emails',
    },
  },
  examples: ['wordrise provider switch smtp', 'wordrise provider switch smtp --apply'],
  load: async () => (await import('./switch-provider.ts')).switchProvider,
});

export const providerCommands = {
  name: 'provider',
  summary: 'who sends the emails',
  commands: [switchTo],
};
