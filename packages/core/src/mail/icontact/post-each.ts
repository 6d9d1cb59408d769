import { ProviderRefused } from '../mail-provider.ts';
import { refusalText, ServerFault } from './failures.ts';
import { type IcontactFolder, inGroups, type Resource } from './folder.ts';

export interface Posting<I, T> {
  resource: Resource<T>;
  toBody: (item: I) => object;
  /** Whether a record of the answer is what became of an item. */
  isSame: (item: I, record: T) => boolean;
  onDone: (item: I, record: T) => void;
  onRefused: (item: I, reason: string) => void;
  /** iContact failed on this item alone: neither done nor refused. */
  onFault: (item: I, fault: ServerFault) => void;
}

/**
 * Posts a batch so that a bad item keeps none of the others out: where an answer lacks some, those are
 * posted one by one; where it lacks all, the batch is halved, which finds one bad item among fifty with
 * a dozen calls. Only for records that may be posted twice.
 */
export async function postEach<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  posting: Posting<I, T>,
): Promise<void> {
  if (items.length === 0) return;
  const answer = await post(folder, items, posting);
  if (answer instanceof ServerFault && items.length === 1) return posting.onFault(items[0]!, answer);
  const { records, refusal } = answer instanceof ServerFault ? nothing : answer;
  const missing = items.filter((item) => {
    const record = items.length === 1 ? records[0] : records.find((one) => posting.isSame(item, one));
    if (record) posting.onDone(item, record);
    return !record;
  });
  if (missing.length === 0) return;
  if (items.length === 1) return posting.onRefused(items[0]!, refusal);
  const size = missing.length < items.length ? 1 : Math.ceil(items.length / 2);
  for (const part of inGroups(missing, size)) await postEach(folder, part, posting);
}

const nothing = { records: [], refusal: refusalText(undefined) };

/** What the answer holds; a refusal of the whole batch holds nothing, for one bad item can bring that about too. */
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
