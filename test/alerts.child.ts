// One pass with alerts in a separate process, for the test that kills it.
import { loadConfig } from '../packages/core/src/platform/settings/load-config.ts';
import { openWordrise } from '../packages/core/src/wordrise.ts';

const wordrise = await openWordrise(loadConfig(process.env));
await wordrise.processor.runPass();
await wordrise.close();
