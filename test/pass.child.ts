// One pass in a process of its own, or one change of a time, for the tests that kill it.

import { callPolicy } from '../packages/core/src/delivery/policy.ts';
import { runPass } from '../packages/core/src/delivery/run-pass.ts';
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { createIcontactProvider } from '../packages/core/src/mail/icontact/icontact.ts';
import { moveEmail } from '../packages/core/src/schedule/move-email.ts';
import { loadConfig } from '../packages/core/src/settings/load-config.ts';
import { deliveryDeps } from './delivery-deps.ts';

const config = loadConfig(process.env);
if (config.email.provider !== 'icontact') throw new Error('this needs a provider');
const database = await openProductDatabase(config.database);
const calls = { ...callPolicy, minIntervalMs: 0, timeoutMs: 20_000 };
const provider = createIcontactProvider({ ...calls, ...config.email.icontact });
const deps = deliveryDeps({ database, now: () => new Date(), provider });
if (process.env.MOVE) {
  const { id, ...to }: { id: number; scheduledDate: string } = JSON.parse(process.env.MOVE);
  await moveEmail(deps, id, to);
} else {
  await runPass(deps);
}
await database.close();
