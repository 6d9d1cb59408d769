import { defineCommand } from '../command-line/define-command.ts';
import { settingOptions } from './setting-options.ts';

export const setupCommand = defineCommand({
  name: 'setup',
  summary: 'walk through everything a new installation needs',
  details:
    'Asks where the data lives, who sends the emails, which dictionary to use and who the admin is, tests the credentials, and writes the answers to .env, which only you can read. Other lines of .env stay unchanged. Every question has a flag, so that setup can run without a terminal; a setting that is neither given nor set before keeps its default. Use --answers or --password-stdin for passwords, so that nobody else sees them.',
  options: {
    ...settingOptions(),
    set: { value: 'NAME=value', help: 'any other setting; may be repeated', repeatable: true },
    answers: {
      value: 'file',
      help: 'read settings, ADMIN_USERNAME and ADMIN_PASSWORD as NAME=value lines; - is standard input',
    },
    admin: { value: 'username', help: 'create the admin account' },
    passwordStdin: { help: "read the admin's password from standard input" },
    starterWords: { help: 'put the starter words into an empty library' },
    noStarterWords: { help: 'leave the library empty' },
    noChecks: { help: 'do not test the credentials' },
    yes: { help: 'change an existing .env without asking' },
  },
  writes: true,
  examples: [
    'wordrise setup',
    'wordrise setup --timezone Europe/Paris --email-provider sandbox',
    'wordrise setup --admin owner --password-stdin < password.txt',
    'wordrise setup --answers answers.env --dry-run',
    'wordrise setup --yes --answers - < answers.env',
  ],
  load: async () => {
    const { setup } = await import('./setup.ts');
    return (cli, options) => setup(cli, { ...options });
  },
});
