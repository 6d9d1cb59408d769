import type { ChildProcess } from 'node:child_process';
import type { Sandbox } from '../packages/core/src/mail/sandbox/icontact-server.ts';
import { icontactSettings } from '../packages/core/src/mail/sandbox/icontact-settings.testing.ts';
import { startScript } from './child-script.ts';

/** The change to an email that is made instead of a pass. */
export interface EmailChange {
  move?: { id: number; scheduledDate: string };
  swap?: { id: number; wordId: number };
  exchange?: [id: number, otherId: number];
}

/** Starts a pass in a separate process, or a change of an email. */
export function startPass(
  databaseUrl: string,
  { options }: Pick<Sandbox, 'options'>,
  change: EmailChange = {},
): Promise<ChildProcess> {
  return startScript('pass.child.ts', {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'x'.repeat(32),
    ...icontactSettings(options),
    CHANGE: JSON.stringify(change),
  });
}
