import { isDomainError } from '../../errors.ts';
import type { MailProvider, ProviderCheck } from '../mail-provider.ts';
import { type IcontactFolder, type Resource, readPages } from './folder.ts';
import { type IcontactHttp, nonsense } from './http.ts';
import type { IcontactOptions } from './options.ts';
import { accountShape, campaignShape, clientFolderShape, isId, listShape, timeShape } from './shapes.ts';

type Check = ProviderCheck['checks'][number];

const pageSize = 100;
/** With more, a send "in a minute" may already be in the past. */
const skewTolerated = 60_000;

const lists: Resource<{ listId: string; name: string }> = {
  many: 'lists',
  one: 'list',
  shape: listShape,
  id: ({ listId }) => listId,
};
const campaigns: Resource<{
  campaignId: string;
  fromName: string;
  fromEmail: string;
  archiveByDefault: boolean;
}> = { many: 'campaigns', one: 'campaign', shape: campaignShape, id: ({ campaignId }) => campaignId };

export function createCheck(
  http: IcontactHttp,
  folder: IcontactFolder,
  options: IcontactOptions,
): Pick<MailProvider, 'check'> {
  const { accountId, clientFolderId, listId, campaignId, now = () => new Date() } = options;

  async function readSkew(): Promise<number> {
    const before = now().getTime();
    const { body } = await http({ method: 'GET', path: '/time' });
    const read = timeShape.safeParse(body);
    if (!read.data) throw nonsense(false, read.error);
    return (before + now().getTime()) / 2 - read.data.getTime();
  }

  async function findAmong<T>(
    resource: Pick<Resource<T>, 'many' | 'shape' | 'id'>,
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

  async function checkCredentials(): Promise<string | undefined> {
    const accounts = {
      many: 'accounts',
      shape: accountShape,
      id: (one: { accountId: string }) => one.accountId,
    };
    const account = await findAmong(accounts, '/a', accountId);
    if (!account)
      return `These credentials do not belong to account ${accountId}. Check ICONTACT_ACCOUNT_ID.`;
    if (!account.enabled) return `Account ${accountId} is switched off. Ask iContact why.`;
    const folders = {
      many: 'clientfolders',
      shape: clientFolderShape,
      id: (one: { clientFolderId: string }) => one.clientFolderId,
    };
    const found = await findAmong(folders, `/a/${encodeURIComponent(accountId)}/c`, clientFolderId);
    return found ? undefined : `There is no folder ${clientFolderId}. Check ICONTACT_CLIENT_FOLDER_ID.`;
  }

  async function checkList(): Promise<Omit<Check, 'name'>> {
    const list = isId(listId) ? await folder.read(lists, listId) : undefined;
    if (!list) return { ok: false, detail: `There is no list ${listId}. Check ICONTACT_LIST_ID.` };
    return { ok: true, detail: `Readers join the list "${list.name}".` };
  }

  async function checkSender(): Promise<Omit<Check, 'name'>> {
    const sender = isId(campaignId) ? await folder.read(campaigns, campaignId) : undefined;
    if (!sender)
      return { ok: false, detail: `There is no sender ${campaignId}. Check ICONTACT_CAMPAIGN_ID.` };
    const from = `Emails come from ${sender.fromName} <${sender.fromEmail}>.`;
    const isPublic =
      ' Beware: this sender puts every email into iContact’s public archive. Switch "archive by default" off in iContact.';
    return { ok: true, detail: sender.archiveByDefault ? from + isPublic : from };
  }

  return {
    async check() {
      const checks: Check[] = [];
      const run = async (name: Check['name'], look: () => Promise<Omit<Check, 'name'>>) => {
        const result = await look().catch((error: unknown) => {
          if (!isDomainError(error)) throw error;
          return { ok: false, detail: error.message };
        });
        checks.push({ name, ...result });
        return result.ok;
      };

      let clockSkewMs: number | null = null;
      const reachable = await run('reachable', async () => {
        clockSkewMs = await readSkew();
        return { ok: true, detail: `iContact answers. ${skewText(clockSkewMs)}` };
      });
      const useful =
        reachable &&
        (await run('credentials', async () => {
          const wrong = await checkCredentials();
          return { ok: !wrong, detail: wrong ?? `The credentials are good for account ${accountId}.` };
        }));
      if (useful) {
        await run('list', checkList);
        await run('sender', checkSender);
      }
      return { checks, clockSkewMs };
    },
  };
}

function skewText(skewMs: number): string {
  if (Math.abs(skewMs) <= skewTolerated) return 'Its clock and ours agree.';
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const amount = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Our clock is ${amount} ${skewMs > 0 ? 'ahead' : 'behind'}: set it right, or emails are sent at the wrong time.`;
}
