import type { PassDeps } from '../packages/core/src/delivery/run-pass.ts';
import type { MailProvider } from '../packages/core/src/mail/mail-provider.ts';
import { createReaderQueue } from '../packages/core/src/readers/reader-queue.ts';
import { createEmailQueue } from '../packages/core/src/schedule/email-queue.ts';

const render = async ({ word }: { word: string }): ReturnType<PassDeps['render']> => ({
  subject: word,
  html: `<p>${word}</p>`,
  text: word,
  textKey: word,
});

/** What delivery needs, with defaults for everything that a test is not about. */
export function deliveryDeps({
  database,
  now,
  provider,
}: Pick<PassDeps, 'database' | 'now'> & { provider: MailProvider }) {
  return {
    database,
    now,
    timezone: 'America/New_York',
    provider: async () => provider,
    callsLeft: async () => Number.POSITIVE_INFINITY,
    render,
    textKeys:
      async () =>
      ({ word }: { word: string }) =>
        word,
    emails: createEmailQueue({ database, now, onChange: () => {} }),
    readers: createReaderQueue({ database, now, eraseTraces: async () => {} }),
    confirmations: { sendDue: async () => {} },
    bounces: { readMailbox: async () => {} },
    sessions: { countExpired: async () => 0, endExpired: async () => 0 },
    addresses: { clearOld: async () => 0 },
    audit: { clearOld: async () => 0 },
    alerts: { afterPass: async () => {} },
    mornings: { fill: async () => {} },
  };
}
