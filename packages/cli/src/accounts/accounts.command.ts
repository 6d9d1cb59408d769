import { defineCommand, defineGroup } from '../command-line/define-command.ts';

export const accountsCommands = () =>
  defineGroup('admin', 'the admin account', [
    defineCommand({
      name: 'reset-password',
      summary: "set the admin's password without the old one",
      details:
        'For whoever owns the machine and has forgotten it. Every session ends. Without a terminal the password comes through standard input.',
      declare: (command) => command.option('--password-stdin', 'read the new password from standard input'),
      writes: true,
      examples: [
        'wordrise admin reset-password',
        'wordrise admin reset-password --password-stdin < password.txt',
      ],
      load: async () => (await import('./reset-password.ts')).resetPassword,
    }),
  ]);
