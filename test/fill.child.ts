// Fills mornings in a separate process, for the tests that kill it.

import { openProductDatabase } from '../packages/core/src/entities.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { openAutopilot } from '../packages/core/src/schedule/autopilot/open-autopilot.ts';
import { storeEmails } from '../packages/core/src/schedule/schedule-email.ts';
import { openWords } from '../packages/core/src/words/open-words.ts';
import { noAudit } from './no-audit.ts';

const database = await openProductDatabase(loadConfig(process.env).database);
const deps = { database, now: () => new Date(process.env.NOW ?? ''), timezone: 'America/New_York' };
const words = openWords({ ...deps, audit: noAudit, needsSetup: async () => false });
const store = storeEmails.bind(undefined, deps);
const cancel = async () => {};
await openAutopilot({ audit: noAudit, ...deps, words, store, cancel }).fill({ onEvent: () => {} });
await database.close();
