/** The sandbox's only account, list and sender. Nothing is secret: it only listens on loopback. */
export const sandboxAccount = {
  appId: 'sandbox-application-id',
  username: 'sandbox-api-user',
  password: 'sandbox-api-password',
  accountId: '100001',
  clientFolderId: '200001',
  listId: '300001',
  campaignId: '400001',
} as const;
