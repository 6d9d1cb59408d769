import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { icontactSettings } from '../packages/core/src/mail/sandbox/icontact-settings.testing.ts';
import type { Sandbox } from '../packages/core/src/mail/sandbox/sandbox.ts';
import { childScript } from './child-script.ts';

/** The change to an email that is made instead of a pass. */
export interface EmailChange {
  move?: { id: number; scheduledDate: string };
  swap?: { id: number; wordId: number };
  exchange?: [id: number, otherId: number];
}

/** Starts a pass in a separate process, or a change of an email. */
export async function startPass(
  databaseUrl: string,
  { options }: Pick<Sandbox, 'options'>,
  change: EmailChange = {},
): Promise<ChildProcess> {
  const script = await childScript(join(import.meta.dirname, 'pass.child.ts'));
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'x'.repeat(32),
      ...icontactSettings(options),
      CHANGE: JSON.stringify(change),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
