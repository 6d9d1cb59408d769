import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { startTestSandbox } from '../packages/core/src/mail/sandbox/testing.ts';

/** Starts a pass in a process of its own, or with `MOVE` (JSON: `id`, `scheduledDate`) the change of an email's time. */
export function startPass(
  databaseUrl: string,
  { options }: Pick<Awaited<ReturnType<typeof startTestSandbox>>, 'options'>,
  more: { MOVE?: string } = {},
): ChildProcess {
  const child = spawn(process.execPath, ['--conditions=source', join(import.meta.dirname, 'pass.child.ts')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: 'x'.repeat(32),
      ICONTACT_API_URL: options.apiUrl,
      ICONTACT_APP_ID: options.appId,
      ICONTACT_API_USERNAME: options.username,
      ICONTACT_API_PASSWORD: options.password,
      ICONTACT_ACCOUNT_ID: options.accountId,
      ICONTACT_CLIENT_FOLDER_ID: options.clientFolderId,
      ICONTACT_LIST_ID: options.listId,
      ICONTACT_CAMPAIGN_ID: options.campaignId,
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
