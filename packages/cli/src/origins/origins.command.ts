import { defineCommand } from '../command-line/define-command.ts';

const list = defineCommand({
  name: 'list',
  summary: 'show which sites may embed the form, or tried',
  examples: ['wordrise origins list', 'wordrise origins list --json | jq -r .refused[].origin'],
  load: async () => (await import('./list-origins.ts')).listOrigins,
});

const site = { name: '<site>', help: 'its address, such as https://blog.example.com' } as const;

const allow = defineCommand({
  name: 'allow',
  summary: 'let a site embed the signup form',
  details:
    'In addition to WIDGET_ORIGINS, which needs a restart; running servers apply it within seconds. https and http, with and without www, are different sites.',
  argument: site,
  writes: true,
  examples: ['wordrise origins allow https://blog.example.com'],
  load: async () => (await import('./change-origins.ts')).allowOrigin,
});

const remove = defineCommand({
  name: 'remove',
  summary: 'take a site off the list',
  details: 'It may no longer embed the form. A site that was refused is forgotten.',
  argument: site,
  writes: true,
  examples: ['wordrise origins remove https://blog.example.com'],
  load: async () => (await import('./change-origins.ts')).removeOrigin,
});

export const originsCommands = {
  name: 'origins',
  summary: 'other sites with the signup form',
  commands: [list, allow, remove],
};
