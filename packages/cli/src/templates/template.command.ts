import { defineCommand, defineGroup } from '../command-line/define-command.ts';

export const templateCommands = () =>
  defineGroup('template', 'how the email looks', [show(), set(), preview()]);

const show = () =>
  defineCommand({
    name: 'show',
    summary: 'print the template and the subject in use',
    declare: (command) => command.option('--subject', 'only the subject'),
    examples: ['wordrise template show > email.hbs', 'wordrise template show --subject'],
    load: async () => (await import('./show-template.ts')).showTemplate,
  });

const set = () =>
  defineCommand({
    name: 'set',
    summary: 'put another template or subject in use',
    details:
      'The template is HTML with {{word}} and the like, and {{#if etymology}}…{{/if}}. A syntax error is refused with its line; a variable that does not exist is reported. Earlier versions stay in the database.',
    declare: (command) =>
      command
        .argument('[file]', 'the template, or - for standard input')
        .option('--subject <text>', 'the subject, such as "Word of the day: {{word}}"')
        .option('--default', 'go back to the template and subject that came along'),
    writes: true,
    examples: [
      'wordrise template set email.hbs',
      'wordrise template set --subject "Word of the day: {{word}}"',
      'wordrise template set email.hbs --dry-run',
      'wordrise template set --default',
    ],
    load: async () => (await import('./set-template.ts')).setTemplate,
  });

const preview = () =>
  defineCommand({
    name: 'preview',
    summary: 'render the email with a word from the library',
    details: 'Prints the plain-text part; --html prints the HTML, --out writes it to a file for a browser.',
    declare: (command) =>
      command
        .argument('[file]', 'a template to try, or - for standard input; without it the one in use')
        .option('--subject <text>', 'a subject to try')
        .option('--html', 'print the HTML')
        .option('--out <file>', 'write the HTML to a file'),
    examples: ['wordrise template preview', 'wordrise template preview email.hbs --out preview.html'],
    load: async () => (await import('./preview-template.ts')).previewTemplate,
  });
