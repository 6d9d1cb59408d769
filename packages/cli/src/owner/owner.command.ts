import { limits } from '@wordrise/core/constants';

import { command, dryRun, examples, group, run } from '../command-line/command.ts';

export const accountsCommands = () =>
  group('admin', 'the admin account', [
    command(
      'reset-password',
      "set the admin's password without the old one",
      'For the owner of the machine who has forgotten it. Every session ends, and logins that were refused after too many attempts are allowed again. Without a terminal the password is read from standard input.',
    )
      .option('--password-stdin', 'read the new password from standard input')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise admin reset-password',
          'wordrise admin reset-password --password-stdin < password.txt',
        ),
      )
      .action(run(async () => (await import('./accounts.ts')).resetPassword)),
    command('status', 'show the account and its two-step sign-in')
      .addHelpText(...examples('wordrise admin status', 'wordrise admin status --json'))
      .action(run(async () => (await import('./accounts.ts')).showStatus)),
    command(
      'disable-second-factor',
      'sign in with the password alone again',
      'For the owner of the machine who has lost the authenticator app and the recovery codes.',
    )
      .option(...dryRun)
      .addHelpText(...examples('wordrise admin disable-second-factor'))
      .action(run(async () => (await import('./accounts.ts')).disableSecondFactor)),
  ]);

export const sessionsCommands = () =>
  group('sessions', 'where the admin is signed in', [
    command('list', 'show where the admin is signed in')
      .addHelpText(...examples('wordrise sessions list', 'wordrise sessions list --json'))
      .action(run(async () => (await import('./accounts.ts')).listSessions)),
    command('end', 'sign out one session, or all of them')
      .argument('[id]', 'the id that “sessions list” shows')
      .option('--all', 'sign out everywhere')
      .option(...dryRun)
      .addHelpText(...examples('wordrise sessions end 3q2-7wAAb3Jk0aQd', 'wordrise sessions end --all'))
      .action(run(async () => (await import('./accounts.ts')).endSessions)),
  ]);

export const auditCommand = () =>
  command(
    'audit',
    'show who signed in and changed what',
    'Includes what was done with personal data. The newest entry comes first. Entries are kept for 180 days. Repeated refused sign-ins within an hour are one line with a count.',
  )
    .option('--page <number>', 'which page')
    .option('--limit <number>', `how many on a page, at most ${limits.pageSizeMax}`)
    .addHelpText(...examples('wordrise audit', 'wordrise audit --limit 100 --json'))
    .action(run(async () => (await import('./audit.ts')).listAudit));

const site = ['<site>', 'its address, such as https://blog.example.com'] as const;

export const originsCommands = () =>
  group('origins', 'other sites with the signup form', [
    command('list', 'show sites that may embed the form, or tried to')
      .addHelpText(
        ...examples('wordrise origins list', 'wordrise origins list --json | jq -r .refused[].origin'),
      )
      .action(run(async () => (await import('./origins.ts')).listOrigins)),
    command(
      'allow',
      'let a site embed the signup form',
      'Adds the site to those in WIDGET_ORIGINS. Running servers apply it within seconds. * allows every site. https and http, with and without www, are different sites.',
    )
      .argument(...site)
      .option(...dryRun)
      .addHelpText(...examples('wordrise origins allow https://blog.example.com'))
      .action(run(async () => (await import('./origins.ts')).allowOrigin)),
    command(
      'remove',
      'take a site off the list',
      'It may no longer embed the form. A site that was refused is forgotten.',
    )
      .argument(...site)
      .option(...dryRun)
      .addHelpText(...examples('wordrise origins remove https://blog.example.com'))
      .action(run(async () => (await import('./origins.ts')).removeOrigin)),
  ]);

export const privacyCommands = () =>
  group('privacy', 'the privacy page', [
    command('show', 'print the text of the privacy page')
      .addHelpText(...examples('wordrise privacy show > privacy.md'))
      .action(run(async () => (await import('./privacy.ts')).showPrivacy)),
    command(
      'set',
      'use another text on the privacy page',
      'The text is Markdown: # starts the title, ## a heading, [label](https://…) is a link. HTML is shown as text. Earlier versions stay in the database. A running server shows the text within 10 seconds.',
    )
      .argument('[file]', 'the text, or - for standard input')
      .option('--default', 'go back to the built-in text, which follows the settings')
      .option(...dryRun)
      .addHelpText(...examples('wordrise privacy set privacy.md', 'wordrise privacy set --default'))
      .action(run(async () => (await import('./privacy.ts')).setPrivacy)),
  ]);
