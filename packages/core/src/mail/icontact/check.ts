import { aheadOrBehind } from '../../platform/calendar.ts';
import { isDomainError } from '../../platform/errors.ts';
import type { MailProvider, ProviderCheck } from '../mail-provider.ts';
import { type IcontactFolder, type Resource, readPages } from './folder.ts';
import { type IcontactHttp, type IcontactOptions, nonsense } from './http.ts';
import { accountShape, campaignShape, clientFolderShape, isId, listShape, timeShape } from './shapes.ts';

type Check = ProviderCheck['checks'][number];
type Finding = Omit<Check, 'name'>;

/** An account may have hundreds. */
const mostNamed = 10;

/** With more, a send "in a minute" may already be in the past. */
const skewTolerated = 60_000;

interface List {
  listId: string;
  name: string;
}
interface Sender {
  campaignId: string;
  fromName: string;
  fromEmail: string;
  archiveByDefault: boolean;
}

const lists: Resource<List> = {
  many: 'lists',
  one: 'list',
  shape: listShape,
  id: ({ listId }) => listId,
};
const campaigns: Resource<Sender> = {
  many: 'campaigns',
  one: 'campaign',
  shape: campaignShape,
  id: ({ campaignId }) => campaignId,
};

export function createCheck(
  http: IcontactHttp,
  folder: IcontactFolder,
  options: IcontactOptions,
): MailProvider['check'] {
  const { accountId, listId, campaignId, now = () => new Date() } = options;
  return async function check() {
    const checks: Check[] = [];
    async function run(name: Check['name'], look: () => Promise<Finding>): Promise<boolean> {
      const finding = await look().catch(unlessUnexpected);
      checks.push({ name, ...finding });
      return finding.ok;
    }

    let clockSkewMs: number | null = null;
    const isReachable = await run('reachable', async () => {
      clockSkewMs = await readSkew(http, now);
      return { ok: true, detail: `iContact answers. ${skewText(clockSkewMs)}` };
    });
    const isUsable =
      isReachable &&
      (await run('credentials', async () => {
        const wrong = await checkCredentials(http, options);
        return { ok: !wrong, detail: wrong ?? `The credentials are good for account ${accountId}.` };
      }));
    if (isUsable) {
      await run('list', () => checkList(folder, listId));
      await run('sender', () => checkSender(folder, campaignId));
    }
    return { checks, clockSkewMs };
  };
}

function unlessUnexpected(error: unknown): Finding {
  if (!isDomainError(error)) throw error;
  return { ok: false, detail: error.message };
}

async function readSkew(http: IcontactHttp, now: () => Date): Promise<number> {
  const before = now().getTime();
  const { body } = await http({ method: 'GET', path: '/time' });
  const read = timeShape.safeParse(body);
  if (!read.data) throw nonsense(false, read.error);
  return (before + now().getTime()) / 2 - read.data.getTime();
}

async function checkList(folder: IcontactFolder, listId: string): Promise<Finding> {
  const list = isId(listId) ? await folder.read(lists, listId) : undefined;
  if (!list) {
    const others = await nameAll(folder, lists, ({ name }) => `"${name}"`);
    return { ok: false, detail: `There is no list ${listId}. Check ICONTACT_LIST_ID. ${others}` };
  }
  return { ok: true, detail: `Readers join the list "${list.name}".` };
}

async function checkSender(folder: IcontactFolder, campaignId: string): Promise<Finding> {
  const sender = isId(campaignId) ? await folder.read(campaigns, campaignId) : undefined;
  if (!sender) {
    const others = await nameAll(folder, campaigns, addressOf);
    return { ok: false, detail: `There is no sender ${campaignId}. Check ICONTACT_CAMPAIGN_ID. ${others}` };
  }
  const from = `Emails come from ${addressOf(sender)}.`;
  const isPublic =
    ' Beware: this sender puts every email into iContact’s public archive. Switch "archive by default" off in iContact.';
  return { ok: true, detail: sender.archiveByDefault ? from + isPublic : from };
}

const addressOf = ({ fromName, fromEmail }: Sender) => `${fromName} <${fromEmail}>`;

/** The records that there are, with their ids: the pages of iContact show them only in addresses, if at all. */
async function nameAll<T>(
  folder: IcontactFolder,
  resource: Resource<T>,
  nameOf: (item: T) => string,
): Promise<string> {
  const found: string[] = [];
  try {
    for await (const items of folder.pages(resource, {}, pageSize)) {
      found.push(...items.map((item) => `${resource.id(item)} is ${nameOf(item)}`));
    }
  } catch (error) {
    // What is wrong is known without them.
    return unlessUnexpected(error).detail;
  }
  if (found.length === 0) return 'The account has none yet.';
  const more = found.length > mostNamed ? `, and ${found.length - mostNamed} more` : '';
  return `The account has: ${found.slice(0, mostNamed).join(', ')}${more}.`;
}

function skewText(skewMs: number): string {
  if (Math.abs(skewMs) <= skewTolerated) return 'Its clock and ours agree.';
  return `Our clock is ${aheadOrBehind(skewMs)} its own. Correct it, or emails will be sent at the wrong time.`;
}

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
async function checkCredentials(
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
