import { ProviderRefused } from '../mail-provider.ts';
import { refusalText, ServerFault } from './failures.ts';
import { type IcontactFolder, inGroups, type Resource } from './folder.ts';

export interface Posting<I, T> {
  resource: Resource<T>;
  toBody: (item: I) => object;
  /** Whether a record of the answer belongs to an item. */
  isSame: (item: I, record: T) => boolean;
  onDone: (item: I, record: T) => void;
  onRefused: (item: I, reason: string) => void;
  /** iContact failed on this item alone: neither done nor refused. */
  onFault: (item: I, fault: ServerFault) => void;
}

/**
 * Posts a batch so that a bad item keeps none of the others out: if an answer lacks some, those are
 * posted one by one; if it lacks all, the batch is halved, which finds one bad item among fifty with
 * a dozen calls. Only for records that may be posted twice.
 */
export async function postEach<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  posting: Posting<I, T>,
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const isAlone = items.length === 1;
  const answer = await post(folder, items, posting);
  if (answer instanceof ServerFault && isAlone) return posting.onFault(first, answer);
  const { records, refusal } = answer instanceof ServerFault ? nothing : answer;
  const missing = items.filter((item) => {
    const record = isAlone ? records[0] : records.find((one) => posting.isSame(item, one));
    if (record) posting.onDone(item, record);
    return !record;
  });
  if (missing.length === 0) return;
  if (isAlone) return posting.onRefused(first, refusal);
  const size = missing.length < items.length ? 1 : Math.ceil(items.length / 2);
  for (const part of inGroups(missing, size)) await postEach(folder, part, posting);
}

const nothing = { records: [], refusal: refusalText(undefined) };

/** What the answer holds; a refusal of the whole batch holds nothing, since one bad item can cause that too. */
async function post<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  { resource, toBody }: Posting<I, T>,
): Promise<{ records: T[]; refusal: string } | ServerFault> {
  try {
    const { items: records, reason } = await folder.create(resource, items.map(toBody));
    return { records, refusal: refusalText(reason) };
  } catch (error) {
    if (error instanceof ServerFault) return error;
    if (!(error instanceof ProviderRefused) || error.scope === 'account') throw error;
    return { records: [], refusal: error.message };
  }
}
