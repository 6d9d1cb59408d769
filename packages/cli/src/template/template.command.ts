import { command, dryRun, examples, group, run } from '../command-line/command.ts';

export const templateCommands = () =>
  group('template', 'how the email looks', [
    command('show', 'print the template and the subject in use')
      .argument('[version]', 'an earlier version, by its id')
      .option('--subject', 'only the subject')
      .addHelpText(
        ...examples(
          'wordrise template show > email.hbs',
          'wordrise template show --subject',
          'wordrise template show 7 | diff - email.hbs',
        ),
      )
      .action(run(async () => (await import('./template.ts')).showTemplate)),
    command(
      'set',
      'use another template or subject',
      'The template is HTML with variables such as {{word}}, and {{#if etymology}}…{{/if}}. A syntax error is refused and its line named; a variable that does not exist is reported. The last ten versions are kept: wordrise template versions.',
    )
      .argument('[file]', 'the template, or - for standard input')
      .option('--subject <text>', 'the subject, such as "Word of the day: {{word}}"')
      .option('--default', 'go back to the built-in template and subject')
      .option('--update-scheduled', 'replace scheduled emails that have the old text')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise template set email.hbs',
          'wordrise template set --subject "Word of the day: {{word}}"',
          'wordrise template set email.hbs --dry-run',
          'wordrise template set --default',
        ),
      )
      .action(run(async () => (await import('./template.ts')).setTemplate)),
    command(
      'preview',
      'render the email with a word from the library',
      'Prints the plain-text part; --html prints the HTML, --out writes it to a file for a browser.',
    )
      .argument('[file]', 'a template to try, or - for standard input; without it the one in use')
      .option('--subject <text>', 'a subject to try')
      .option('--html', 'print the HTML')
      .option('--out <file>', 'write the HTML to a file')
      .option('--word <word>', 'a word of the library, or its id')
      .addHelpText(
        ...examples(
          'wordrise template preview',
          'wordrise template preview email.hbs --out preview.html',
          'wordrise template preview --word petrichor',
        ),
      )
      .action(run(async () => (await import('./template.ts')).previewTemplate)),
    command(
      'test',
      'send one test email to one address',
      'The email uses the current template, is marked [Test], and its unsubscribe links have no effect. With SMTP it goes straight to the address, with a sandbox into the outbox. iContact only sends to a whole list: then the mail server of SMTP_HOST sends it, and without one it is refused.',
    )
      .argument('<email>', 'whom to send it to')
      .option('--word <word>', 'a word of the library, or its id')
      .addHelpText(
        ...examples(
          'wordrise template test you@example.com',
          'wordrise template test you@example.com --word petrichor',
        ),
      )
      .action(run(async () => (await import('./template.ts')).testTemplate)),
    command(
      'design',
      'show the design, or change a part of it',
      'The design is how emails and public pages look. It has a logo, a color, type, a header, sections and texts; the email, the public pages, the signup form and the pictures of shared links follow it. A template that was written by hand stays until --replace-html. Every change is a version: wordrise template versions.',
    )
      .argument('[name]', 'only this part, such as accent, type, header, sections or logo')
      .option('--set <value>', 'change it; for a logo, a PNG, JPEG or SVG file; sections with commas')
      .option('--unset', 'go back to the built-in value')
      .option('--replace-html', 'make the email from the design again')
      .option('--update-scheduled', 'replace scheduled emails that have the old text')
      .option(...dryRun)
      .addHelpText(
        ...examples(
          'wordrise template design',
          'wordrise template design accent --set "#0b3d91"',
          'wordrise template design logo --set logo.svg',
          'wordrise template design sections --set examples,etymology,links',
          'wordrise template design headline --unset',
        ),
      )
      .action(run(async () => (await import('./design.ts')).design)),
    command(
      'versions',
      'list the last ten versions of the template',
      'Shows when each was saved, by whom and how. The newest comes first; it is the one in use.',
    )
      .addHelpText(...examples('wordrise template versions', 'wordrise template versions --json'))
      .action(run(async () => (await import('./template.ts')).listVersions)),
    command(
      'restore',
      'use an earlier version of the template again',
      'It becomes the newest version, so the one in use until then is kept too.',
    )
      .argument('<version>', 'its id, as in wordrise template versions')
      .option('--update-scheduled', 'replace scheduled emails that have the old text')
      .option(...dryRun)
      .addHelpText(...examples('wordrise template restore 7', 'wordrise template restore 7 --dry-run'))
      .action(run(async () => (await import('./template.ts')).restoreTemplate)),
  ]);
