import { isDomainError } from '../../errors.ts';
import type { MailProvider, ProviderCheck } from '../mail-provider.ts';
import { checkCredentials } from './check-credentials.ts';
import type { IcontactFolder, Resource } from './folder.ts';
import { type IcontactHttp, nonsense } from './http.ts';
import type { IcontactOptions } from './options.ts';
import { campaignShape, isId, listShape, timeShape } from './shapes.ts';

type Check = ProviderCheck['checks'][number];
type Finding = Omit<Check, 'name'>;

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
  if (!list) return { ok: false, detail: `There is no list ${listId}. Check ICONTACT_LIST_ID.` };
  return { ok: true, detail: `Readers join the list "${list.name}".` };
}

async function checkSender(folder: IcontactFolder, campaignId: string): Promise<Finding> {
  const sender = isId(campaignId) ? await folder.read(campaigns, campaignId) : undefined;
  if (!sender) return { ok: false, detail: `There is no sender ${campaignId}. Check ICONTACT_CAMPAIGN_ID.` };
  const from = `Emails come from ${sender.fromName} <${sender.fromEmail}>.`;
  const isPublic =
    ' Beware: this sender puts every email into iContact’s public archive. Switch "archive by default" off in iContact.';
  return { ok: true, detail: sender.archiveByDefault ? from + isPublic : from };
}

function skewText(skewMs: number): string {
  if (Math.abs(skewMs) <= skewTolerated) return 'Its clock and ours agree.';
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const amount = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Our clock is ${amount} ${skewMs > 0 ? 'ahead' : 'behind'}. Correct it, or emails will be sent at the wrong time.`;
}
