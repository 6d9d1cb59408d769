// One pass in a separate process with all that the environment sets, for the tests that kill it.
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { openWordrise } from '../packages/core/src/wordrise.ts';

const wordrise = await openWordrise(loadConfig(process.env));
await wordrise.processor.runPass();
await wordrise.close();
