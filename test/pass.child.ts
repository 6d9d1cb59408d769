// One pass in a separate process, or one change of an email, for the tests that kill it.
import { openProductDatabase } from '../packages/core/src/entities.ts';
import { createIcontactProvider } from '../packages/core/src/mail/icontact/icontact.ts';
import { callPolicy } from '../packages/core/src/mail/policy.ts';
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { runPass } from '../packages/core/src/processor/pass.ts';
import { exchangeEmails } from '../packages/core/src/schedule/exchange-emails.ts';
import { moveEmail, swapWord } from '../packages/core/src/schedule/move-email.ts';
import { passDeps } from './pass-deps.ts';
import type { EmailChange } from './start-pass.ts';

const config = loadConfig(process.env);
if (config.email.provider !== 'icontact') throw new Error('this needs a provider');
const database = await openProductDatabase(config.database);
const calls = { ...callPolicy, minIntervalMs: 0, timeoutMs: 20_000 };
const provider = createIcontactProvider({ ...calls, ...config.email.icontact });
const deps = passDeps({ database, now: () => new Date(), provider });
const { move, swap, exchange }: EmailChange = JSON.parse(process.env.CHANGE ?? '{}');
if (move) await moveEmail(deps, move.id, move);
else if (swap) await swapWord(deps, swap.id, swap);
else if (exchange) await exchangeEmails(deps, ...exchange);
else await runPass(deps);
await database.close();
