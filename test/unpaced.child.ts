/**
 * Loaded into a command by `NODE_OPTIONS`: shortens its pauses between calls to a provider, which are a second each,
 * and its retry delays. For tests of commands that use a provider, not of the pace.
 */

import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const wait = timers.setTimeout;
timers.setTimeout = (ms = 0, ...rest) => wait(ms < 100 ? ms : ms / 100, ...rest);
syncBuiltinESMExports();
