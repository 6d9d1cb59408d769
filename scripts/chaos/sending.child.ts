// What `wordrise process` does, with a clock that is `AHEAD_MS` ahead, for the run that kills it.

import { loadConfig, openWordrise } from '@wordrise/core';

const { AHEAD_MS, ...env } = process.env;
const now = () => new Date(Date.now() + Number(AHEAD_MS));
const wordrise = await openWordrise(loadConfig(env), { now });
do await wordrise.processor.runPass();
while (await wordrise.processor.hasMore());
await wordrise.close();
