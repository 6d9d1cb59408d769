import { defineCommand } from '../command-line/define-command.ts';
import { updateOption } from '../emails/update-option.ts';

const show = defineCommand({
  name: 'show',
  summary: 'print the template and the subject in use',
  argument: { name: '[version]', help: 'an earlier version, by its id' },
  options: { subject: { help: 'only the subject' } },
  examples: [
    'wordrise template show > email.hbs',
    'wordrise template show --subject',
    'wordrise template show 7 | diff - email.hbs',
  ],
  load: async () => (await import('./show-template.ts')).showTemplate,
});

const set = defineCommand({
  name: 'set',
  summary: 'use another template or subject',
  details:
    'The template is HTML with variables such as {{word}}, and {{#if etymology}}…{{/if}}. A syntax error is refused and its line named; a variable that does not exist is reported. The ten last versions are kept: wordrise template versions.',
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

const versions = defineCommand({
  name: 'versions',
  summary: 'list the last ten versions of the template',
  details: 'The newest first, which is the one in use: when it was saved, by whom, and how.',
  examples: ['wordrise template versions', 'wordrise template versions --json'],
  load: async () => (await import('./list-versions.ts')).listVersions,
});

const restore = defineCommand({
  name: 'restore',
  summary: 'use an earlier version of the template again',
  details: 'It becomes the newest version, so the one in use until then is kept too.',
  argument: { name: '<version>', help: 'its id, as in wordrise template versions' },
  options: updateOption,
  writes: true,
  examples: ['wordrise template restore 7', 'wordrise template restore 7 --dry-run'],
  load: async () => (await import('./restore-template.ts')).restoreTemplate,
});

const wordOption = {
  word: { value: 'word', help: 'a word of the library, or its id' },
} as const;

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
    ...wordOption,
  },
  examples: [
    'wordrise template preview',
    'wordrise template preview email.hbs --out preview.html',
    'wordrise template preview --word petrichor',
  ],
  load: async () => (await import('./preview-template.ts')).previewTemplate,
});

const test = defineCommand({
  name: 'test',
  summary: 'send one test email to one address',
  details:
    'It uses the template in use, is marked [Test], and its unsubscribe links have no effect. With SMTP it goes straight to the address, with a sandbox into the outbox. iContact only sends to a whole list: then the mail server of SMTP_URL sends it, and without one it is refused.',
  argument: { name: '<email>', help: 'whom to send it to' },
  options: wordOption,
  examples: [
    'wordrise template test you@example.com',
    'wordrise template test you@example.com --word petrichor',
  ],
  load: async () => (await import('./test-template.ts')).testTemplate,
});

export const templateCommands = {
  name: 'template',
  summary: 'how the email looks',
  commands: [show, set, preview, test, versions, restore],
};
