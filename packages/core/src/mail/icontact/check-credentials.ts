import { type Resource, readPages } from './folder.ts';
import type { IcontactHttp } from './http.ts';
import type { IcontactOptions } from './options.ts';
import { accountShape, clientFolderShape } from './shapes.ts';

type Listed<T> = Pick<Resource<T>, 'many' | 'shape' | 'id'>;

const pageSize = 100;
const accounts: Listed<{ accountId: string; enabled: boolean }> = {
  many: 'accounts',
  shape: accountShape,
  id: ({ accountId }) => accountId,
};
const folders: Listed<{ clientFolderId: string }> = {
  many: 'clientfolders',
  shape: clientFolderShape,
  id: ({ clientFolderId }) => clientFolderId,
};

/** @returns a sentence if the account or its folder cannot be used with these credentials */
export async function checkCredentials(
  http: IcontactHttp,
  { accountId, clientFolderId }: IcontactOptions,
): Promise<string | undefined> {
  const account = await findAmong(http, accounts, '/a', accountId);
  if (!account) return `These credentials do not belong to account ${accountId}. Check ICONTACT_ACCOUNT_ID.`;
  if (!account.enabled) return `Account ${accountId} is switched off. Ask iContact why.`;
  const folder = await findAmong(http, folders, `/a/${encodeURIComponent(accountId)}/c`, clientFolderId);
  return folder ? undefined : `There is no folder ${clientFolderId}. Check ICONTACT_CLIENT_FOLDER_ID.`;
}

async function findAmong<T>(
  http: IcontactHttp,
  resource: Listed<T>,
  path: string,
  wanted: string,
): Promise<T | undefined> {
  const page = (limit: number, offset: number) =>
    http({ method: 'GET', path, query: { limit: `${limit}`, offset: `${offset}` } });
  for await (const items of readPages(resource, page, pageSize)) {
    const found = items.find((item) => resource.id(item) === wanted);
    if (found) return found;
  }
  return undefined;
}
