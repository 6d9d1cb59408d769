// What `wordrise process --watch` does, for the run whose database fails. It ends when its parent does.

import { keepPassing, loadConfig, openWordrise } from '@wordrise/core';

const wordrise = await openWordrise(loadConfig(process.env));
const ignore = () => {};
const passing = keepPassing(wordrise.processor, { onEvent: ignore, onFinished: ignore, onFailed: ignore });
process.once('SIGTERM', async () => {
  await passing.stop();
  await wordrise.close();
});
