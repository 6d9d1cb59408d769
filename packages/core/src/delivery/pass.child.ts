// One pass in a process of its own, for the tests that kill it.

import { openProductDatabase } from '../entities.ts';
import { createIcontactProvider } from '../mail/icontact/icontact.ts';
import { loadConfig } from '../settings/load-config.ts';
import { runPass } from './run-pass.ts';

const config = loadConfig(process.env);
if (config.email.provider !== 'icontact') throw new Error('this wants a provider');
const database = await openProductDatabase(config.database);
const provider = createIcontactProvider({ ...config.email.icontact, minIntervalMs: 0, timeoutMs: 20_000 });
const render = async ({ word }: { word: string }) => ({ subject: word, html: `<p>${word}</p>`, text: word });
await runPass({ database, provider, render, now: () => new Date() }, (event) =>
  process.stdout.write(`${JSON.stringify(event)}\n`),
);
await database.close();
