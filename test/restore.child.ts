// One restore in a separate process, for the test that kills it at step number KILL_AT. Each change of a file and each
// database statement is a step. With IMAGES, a copy of DATA_DIR before each step is kept there: what a kill at that
// moment would leave.

import { cpSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Client } from 'pg';

const { BACKUP = '', ENV_FILE = '', IMAGES, KILL_AT, ...environment } = process.env;
const killAt = Number(KILL_AT);
let steps = 0;

function step(name: string): void {
  steps += 1;
  console.log(name);
  if (IMAGES) cpSync(environment.DATA_DIR ?? '', join(IMAGES, `${steps}`), { recursive: true });
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Calls of `name` count before they run. */
function count<K extends string>(owner: Record<K, unknown>, name: K): void {
  const original = owner[name] as (...values: unknown[]) => unknown;
  owner[name] = function counted(this: unknown, ...values: unknown[]) {
    step(name);
    return original.apply(this, values);
  };
}

for (const name of ['rename', 'rm', 'mkdir', 'writeFile'] as const)
  count(fs as Record<string, unknown>, name);
syncBuiltinESMExports();
count(Client.prototype as unknown as Record<string, unknown>, 'query');

const { loadConfig } = await import('../packages/core/src/platform/settings/load-config.ts');
const { backups } = await import('../packages/core/src/backup/backups.ts');

await backups.restore(
  {
    config: loadConfig(environment),
    envFile: ENV_FILE,
    environment: {},
    renderSettings: () => ({ text: 'PRODUCT_NAME=Restored\n', leftOut: [] }),
    now: () => new Date(),
  },
  BACKUP,
  { replace: true, confirm: async () => true, replacesOriginal: async () => true },
);
