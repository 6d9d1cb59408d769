// One pass in a process of its own, for the tests that kill it.

import { callPolicy } from '../packages/core/src/delivery/policy.ts';
import { runPass } from '../packages/core/src/delivery/run-pass.ts';
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { createIcontactProvider } from '../packages/core/src/mail/icontact/icontact.ts';
import { loadConfig } from '../packages/core/src/settings/load-config.ts';
import { deliveryDeps } from './delivery-deps.ts';

const config = loadConfig(process.env);
if (config.email.provider !== 'icontact') throw new Error('this needs a provider');
const database = await openProductDatabase(config.database);
const calls = { ...callPolicy, minIntervalMs: 0, timeoutMs: 20_000 };
const provider = createIcontactProvider({ ...calls, ...config.email.icontact });
await runPass(deliveryDeps({ database, now: () => new Date(), provider }));
await database.close();
