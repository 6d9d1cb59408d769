import { limits } from '@wordrise/core/constants';
import { defineCommand } from '../command-line/define-command.ts';

export const auditCommand = defineCommand({
  name: 'audit',
  summary: 'show who signed in and changed what',
  details:
    'Includes what was done with personal data. The newest first, kept for 180 days. Sign-ins refused repeatedly within an hour are one line with a count.',
  options: {
    page: { value: 'number', help: 'which page' },
    limit: { value: 'number', help: `how many on a page, at most ${limits.pageSizeMax}` },
  },
  examples: ['wordrise audit', 'wordrise audit --limit 100 --json'],
  load: async () => (await import('./list-audit.ts')).listAudit,
});
