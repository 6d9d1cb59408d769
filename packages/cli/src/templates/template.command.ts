import { defineCommand } from '../command-line/define-command.ts';
import { updateOption } from '../emails/update-option.ts';

const show = defineCommand({
  name: 'show',
  summary: 'print the template and the subject in use',
  options: { subject: { help: 'only the subject' } },
  examples: ['wordrise template show > email.hbs', 'wordrise template show --subject'],
  load: async () => (await import('./show-template.ts')).showTemplate,
});

const set = defineCommand({
  name: 'set',
  summary: 'use another template or subject',
  details:
    'The template is HTML with variables such as {{word}}, and {{#if etymology}}…{{/if}}. A syntax error is refused and its line named; a variable that does not exist is reported. Earlier versions stay in the database.',
  argument: { name: '[file]', help: 'the template, or - for standard input' },
  options: {
    subject: { value: 'text', help: 'the subject, such as "Word of the day: {{word}}"' },
    default: { help: 'go back to the built-in template and subject' },
    ...updateOption,
  },
  writes: true,
  examples: [
    'wordrise template set email.hbs',
    'wordrise template set --subject "Word of the day: {{word}}"',
    'wordrise template set email.hbs --dry-run',
    'wordrise template set --default',
  ],
  load: async () => (await import('./set-template.ts')).setTemplate,
});

const preview = defineCommand({
  name: 'preview',
  summary: 'render the email with a word from the library',
  details: 'Prints the plain-text part; --html prints the HTML, --out writes it to a file for a browser.',
  argument: {
    name: '[file]',
    help: 'a template to try, or - for standard input; without it the one in use',
  },
  options: {
    subject: { value: 'text', help: 'a subject to try' },
    html: { help: 'print the HTML' },
    out: { value: 'file', help: 'write the HTML to a file' },
  },
  examples: ['wordrise template preview', 'wordrise template preview email.hbs --out preview.html'],
  load: async () => (await import('./preview-template.ts')).previewTemplate,
});

export const templateCommands = {
  name: 'template',
  summary: 'how the email looks',
  commands: [show, set, preview],
};
