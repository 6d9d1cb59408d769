import { defineCommand } from '../command-line/define-command.ts';

const show = defineCommand({
  name: 'show',
  summary: 'print the text of the privacy page',
  examples: ['wordrise privacy show > privacy.md'],
  load: async () => (await import('./show-privacy.ts')).showPrivacy,
});

const set = defineCommand({
  name: 'set',
  summary: 'use another text on the privacy page',
  details:
    'The text is Markdown: # starts the title, ## a heading, [label](https://…) is a link. HTML is shown as text. Earlier versions stay in the database. A running server shows the text within 10 seconds.',
  argument: { name: '[file]', help: 'the text, or - for standard input' },
  options: { default: { help: 'go back to the built-in text, which follows the settings' } },
  writes: true,
  examples: ['wordrise privacy set privacy.md', 'wordrise privacy set --default'],
  load: async () => (await import('./set-privacy.ts')).setPrivacy,
});

export const privacyCommands = {
  name: 'privacy',
  summary: 'the privacy page',
  commands: [show, set],
};
