// Sends the welcome emails that are due, in a separate process, for the tests that kill it.
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { smtpPolicy } from '../packages/core/src/mail/policy.ts';
import { openSmtp } from '../packages/core/src/mail/smtp/row.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { createMailingList } from '../packages/core/src/readers/mailing-list.ts';
import { sendWelcomes } from '../packages/core/src/schedule/send-welcomes.ts';
import { passDeps } from './pass-deps.ts';

const config = loadConfig(process.env);
const { email } = config;
if (email.provider !== 'smtp') throw new Error('this needs a mail server');
const database = await openProductDatabase(config.database);
const now = () => new Date(process.env.NOW ?? '');
const opened = openSmtp(
  {
    config,
    database,
    now,
    calls: { timeoutMs: 20_000, minIntervalMs: 0, readRetries: 0, readRetriesWithinMs: 0 },
    smtpPolicy,
    list: createMailingList({ database, now }),
    beforeCall: async () => {},
    checkBackoff: async () => {},
    onBackoff: async () => {},
    keep: (one) => one,
  },
  async () => email.smtp,
);
const provider = await opened.provider();
await sendWelcomes(
  {
    ...passDeps({ database, now, provider }),
    welcome: { text: 'Welcome.' },
    serviceMail: opened.serviceMail,
  },
  { onEvent: () => {}, signal: undefined },
);
await database.close();
process.exit();
