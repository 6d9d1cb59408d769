import { icontactSettings, type Sandbox, startSandbox } from '@wordrise/core/testing';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/databases.ts';

/** The settings of an iContact account, which a sandbox on this machine plays. */
export async function givenAccount(
  fields: Record<string, string> = {},
  prepare: (sandbox: Sandbox) => void = () => {},
): Promise<Record<string, string>> {
  const sandbox = await startSandbox({ dataDir: temporaryFolder() });
  onTestFinished(() => sandbox.close());
  prepare(sandbox);
  return {
    EMAIL_PROVIDER: 'icontact',
    ...icontactSettings(sandbox.options),
    ICONTACT_API_URL: sandbox.url,
    ...fields,
  };
}
