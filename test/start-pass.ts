import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { icontactSettings } from '../packages/core/src/mail/sandbox/icontact-settings.testing.ts';
import type { Sandbox } from '../packages/core/src/mail/sandbox/sandbox.ts';

/** Starts a pass in a process of its own, or with `MOVE` (JSON: `id`, `scheduledDate`) the change of an email's time. */
export function startPass(
  databaseUrl: string,
  { options }: Pick<Sandbox, 'options'>,
  more: { MOVE?: string } = {},
): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=source', join(import.meta.dirname, 'pass.child.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'x'.repeat(32),
      ...icontactSettings(options),
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
