import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { variables } from '@wordrise/core/settings';
import { collect, command, dryRun, examples, run } from '../command-line/command.ts';

export const setupCommand = () =>
  withSettings(
    command(
      'setup',
      'walk through everything a new installation needs',
      'Asks where the data lives, who sends the emails, which dictionary to use and who the admin is, tests the credentials, and stores the answers in the database, where the admin area changes them. What is needed before the database is open, such as its address, is written to .env, which only you can read. A setting that .env already has is changed there; its other lines stay unchanged. Every question has a flag, so that setup can run without a terminal; a setting that is neither given nor set before keeps its default. Use --answers or --password-stdin for passwords, so that nobody else sees them.',
    ),
  )
    .option('--set <NAME=value>', 'any other setting; may be repeated', collect)
    .option(
      '--answers <file>',
      'read settings, ADMIN_USERNAME and ADMIN_PASSWORD as NAME=value lines; - is standard input',
    )
    .option('--admin <username>', 'create the admin account')
    .option('--password-stdin', "read the admin's password from standard input")
    .option('--starter-words', 'put the starter words into an empty library')
    .option('--no-starter-words', 'leave the library empty')
    .option('--no-checks', 'do not test the credentials')
    .option('--yes', 'change an existing .env without asking')
    .option(...dryRun)
    .addHelpText(
      ...examples(
        'wordrise setup',
        'wordrise setup --timezone Europe/Paris --email-provider sandbox',
        'wordrise setup --admin owner --password-stdin < password.txt',
        'wordrise setup --answers answers.env --dry-run',
        'wordrise setup --yes --answers - < answers.env',
      ),
    )
    .action(run(async () => (await import('./setup.ts')).setup));

export const configCommand = () =>
  command(
    'config',
    'list the settings, or change one',
    'Settings are environment variables, lines of a .env file in the folder you are in, or stored in the database, where the admin area changes them; the environment wins, then .env. With --set and --unset a stored one is changed, which counts at once in every process. Secrets are never shown. Exits with 1 if a setting is wrong.',
  )
    .argument('[name]', 'only this setting')
    .option('--all', 'on a terminal, also what few installations need')
    .option('--set <value>', 'store it in the database; - is standard input, as for secrets')
    .option('--unset', 'remove it from the database: its default counts again')
    .option('--update-scheduled', 'replace scheduled emails that have the old text')
    .option(...dryRun)
    .addHelpText(
      ...examples(
        'wordrise config',
        'wordrise config TIMEZONE',
        'wordrise config PRODUCT_NAME --set "Word of the Day" --update-scheduled',
        'wordrise config SMTP_PASSWORD --set - < password.txt',
        'wordrise config PRODUCT_NAME --unset',
        'wordrise config --json | jq -r ".settings[] | select(.set).name"',
      ),
    )
    .action(run(async () => (await import('./config.ts')).config));

/** An option for each setting that setup asks for: `--data-dir` for `DATA_DIR`. */
function withSettings<C extends CommandUnknownOpts>(command: C): C {
  for (const { name, purpose, secret, setup } of variables) {
    if (!setup) continue;
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`;
    const help = secret ? `${purpose} (better in --answers)` : purpose;
    command.addOption(new Option(`${flag} <${setup.placeholder}>`, help).helpGroup('Settings:'));
  }
  return command;
}
