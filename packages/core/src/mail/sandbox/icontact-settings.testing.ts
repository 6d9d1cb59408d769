import type { Sandbox } from './icontact-server.ts';

/** The variables that make a program use a sandbox as if it were iContact. */
export function icontactSettings(options: Sandbox['options']): Record<string, string> {
  return {
    ICONTACT_API_URL: options.apiUrl,
    ICONTACT_APP_ID: options.appId,
    ICONTACT_API_USERNAME: options.username,
    ICONTACT_API_PASSWORD: options.password,
    ICONTACT_ACCOUNT_ID: options.accountId,
    ICONTACT_CLIENT_FOLDER_ID: options.clientFolderId,
    ICONTACT_LIST_ID: options.listId,
    ICONTACT_CAMPAIGN_ID: options.campaignId,
  };
}
