import { defineCommand } from '../command-line/define-command.ts';

const ingest = defineCommand({
  name: 'ingest',
  summary: 'read a returned email or a complaint',
  details:
    'Reads a message from standard input, for the pipe of a mail server: each message to BOUNCE_ADDRESS is one call. Understands delivery reports (DSN) and complaints (ARF). An address that does not exist leaves the list at once, a full mailbox after failures on three days, and a complaint at once. Also exits with 0 for a message that says nothing about a reader, so that the mail server does not return it.',
  writes: true,
  examples: ['wordrise bounces ingest < returned.eml', 'wordrise bounces ingest --dry-run < returned.eml'],
  load: async () => (await import('./ingest-bounce.ts')).ingestBounce,
});

export const bouncesCommands = {
  name: 'bounces',
  summary: 'returned emails and complaints',
  commands: [ingest],
};
