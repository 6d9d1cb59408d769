import { type Command, Option } from 'commander';
import { defineCommand } from '../command-line/define-command.ts';

/** Settings with a flag of their own; the flag is the variable's name. */
export const settingFlags = {
  DATA_DIR: ['folder', 'where the data lives'],
  DATABASE_URL: ['url', 'sqlite:PATH or postgres://…'],
  PRODUCT_NAME: ['name', 'the name that readers see'],
  PUBLIC_URL: ['url', 'the address that visitors use'],
  TIMEZONE: ['zone', 'what 07:00 means, such as Europe/Paris'],
  EMAIL_PROVIDER: ['name', 'who sends the emails: icontact or sandbox'],
  ICONTACT_APP_ID: ['id', 'iContact: application id'],
  ICONTACT_API_USERNAME: ['name', 'iContact: user name'],
  ICONTACT_API_PASSWORD: ['key', 'iContact: application password (better in --answers)'],
  ICONTACT_ACCOUNT_ID: ['id', 'iContact: account'],
  ICONTACT_CLIENT_FOLDER_ID: ['id', 'iContact: client folder'],
  ICONTACT_LIST_ID: ['id', 'iContact: the list that readers join'],
  ICONTACT_CAMPAIGN_ID: ['id', 'iContact: the sender'],
  DICTIONARY: ['name', 'where words are looked up: merriam-webster or wordnet'],
  MERRIAM_WEBSTER_API_KEY: ['key', 'key of the Collegiate dictionary'],
  BOT_CHECK: ['name', 'who checks signups for bots: recaptcha or off'],
  RECAPTCHA_SITE_KEY: ['key', 'reCAPTCHA v3: site key'],
  RECAPTCHA_SECRET_KEY: ['key', 'reCAPTCHA v3: secret key'],
} as const;
export type SettingWithFlag = keyof typeof settingFlags;

export interface SetupOptions extends Partial<Record<string, unknown>> {
  set?: string[];
  answers?: string;
  admin?: string;
  passwordStdin?: boolean;
  starterWords?: boolean;
  checks: boolean;
  yes?: boolean;
}

export const setupCommand = () =>
  defineCommand({
    name: 'setup',
    summary: 'walk through everything a new installation needs',
    details:
      'Asks where the data lives, who sends the emails, which dictionary to use and who the admin is, tries the credentials out, and writes the answers to .env (for you alone to read). What .env says besides stays. Every question has a flag, so that it runs without a terminal too; what is neither given nor set before keeps its default. Passwords belong into --answers or --password-stdin, where nobody else sees them.',
    declare,
    writes: true,
    examples: [
      'wordrise setup',
      'wordrise setup --timezone Europe/Paris --email-provider sandbox',
      'wordrise setup --admin owner --password-stdin < password.txt',
      'wordrise setup --answers answers.env --dry-run',
      'wordrise setup --yes --answers - < answers.env',
    ],
    load: async () => (await import('./setup.ts')).setup,
  });

function declare(command: Command): Command {
  for (const [name, [placeholder, text]] of Object.entries(settingFlags)) {
    command.addOption(new Option(`${flagOf(name)} <${placeholder}>`, text).helpGroup('Settings:'));
  }
  return command
    .option('--set <NAME=value>', 'any other setting; may be repeated', collect)
    .option(
      '--answers <file>',
      'read settings, ADMIN_USERNAME and ADMIN_PASSWORD as NAME=value lines; - is standard input',
    )
    .option('--admin <username>', 'create the admin account')
    .option('--password-stdin', "read the admin's password from standard input")
    .option('--starter-words', 'put the starter words into an empty library')
    .option('--no-starter-words', 'leave the library empty')
    .option('--no-checks', 'do not try the credentials out')
    .option('--yes', 'change an existing .env without asking');
}

/** `DATA_DIR` is `--data-dir`. */
export function flagOf(name: string): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}
