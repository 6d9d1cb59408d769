// One pass in a process of its own, for the tests that kill it.

import { openProductDatabase } from '../entities.ts';
import { createIcontactProvider } from '../mail/icontact/icontact.ts';
import { createReaderQueue } from '../readers/reader-queue.ts';
import { createEmailQueue } from '../schedule/email-queue.ts';
import { loadConfig } from '../settings/load-config.ts';
import { callPolicy } from './policy.ts';
import { runPass } from './run-pass.ts';

const config = loadConfig(process.env);
if (config.email.provider !== 'icontact') throw new Error('this wants a provider');
const database = await openProductDatabase(config.database);
const { icontact } = config.email;
const provider = createIcontactProvider({
  ...callPolicy,
  ...icontact,
  minIntervalMs: 0,
  timeoutMs: 20_000,
});
const render = async ({ word }: { word: string }) => ({ subject: word, html: `<p>${word}</p>`, text: word });
const now = () => new Date();
await runPass({
  database,
  now,
  provider: async () => provider,
  callsLeft: async () => Number.POSITIVE_INFINITY,
  render,
  emails: createEmailQueue({ database, now, onChange: () => {} }),
  readers: createReaderQueue({ database, now }),
  sessions: { countExpired: async () => 0, endExpired: async () => 0 },
});
await database.close();
