// Loaded into a server with `--import`: answers each message with its memory after garbage collection.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

process.on('message', () => {
  collectGarbage();
  process.send?.(process.memoryUsage());
});
// It must not keep the server from ending.
process.channel?.unref();
