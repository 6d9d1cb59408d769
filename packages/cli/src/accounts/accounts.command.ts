import { defineCommand } from '../command-line/define-command.ts';

const status = defineCommand({
  name: 'status',
  summary: 'show the account and its second factor',
  options: {},
  examples: ['wordrise admin status', 'wordrise admin status --json'],
  load: async () => (await import('./second-factor.ts')).showStatus,
});

const disableSecondFactor = defineCommand({
  name: 'disable-second-factor',
  summary: 'sign in with the password alone again',
  details: 'For the owner of the machine who has lost the authenticator app and the recovery codes.',
  options: {},
  writes: true,
  examples: ['wordrise admin disable-second-factor'],
  load: async () => (await import('./second-factor.ts')).disableSecondFactor,
});

export const accountsCommands = {
  name: 'admin',
  summary: 'the admin account',
  commands: [
    defineCommand({
      name: 'reset-password',
      summary: "set the admin's password without the old one",
      details:
        'For the owner of the machine who has forgotten it. Every session ends, and logins that were refused after too many attempts are allowed again. Without a terminal the password is read from standard input.',
      options: { passwordStdin: { help: 'read the new password from standard input' } },
      writes: true,
      examples: [
        'wordrise admin reset-password',
        'wordrise admin reset-password --password-stdin < password.txt',
      ],
      load: async () => (await import('./reset-password.ts')).resetPassword,
    }),
    status,
    disableSecondFactor,
  ],
};
