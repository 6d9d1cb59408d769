import { type Sandbox, startSandbox } from '@wordrise/core/testing';
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
  const { appId, username, password, accountId, clientFolderId, listId, campaignId } = sandbox.options;
  return {
    EMAIL_PROVIDER: 'icontact',
    ICONTACT_API_URL: sandbox.url,
    ICONTACT_APP_ID: appId,
    ICONTACT_API_USERNAME: username,
    ICONTACT_API_PASSWORD: password,
    ICONTACT_ACCOUNT_ID: accountId,
    ICONTACT_CLIENT_FOLDER_ID: clientFolderId,
    ICONTACT_LIST_ID: listId,
    ICONTACT_CAMPAIGN_ID: campaignId,
    ...fields,
  };
}
