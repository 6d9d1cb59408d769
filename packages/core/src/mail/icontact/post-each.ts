import { ProviderRefused } from '../mail-provider.ts';
import { refusalText, ServerFault } from './failures.ts';
import { type IcontactFolder, inGroups, type Resource } from './folder.ts';

export interface Posting<I, T> {
  resource: Resource<T>;
  toBody: (item: I) => object;
  /** A record in the answer belongs to the item with the same key. */
  itemKey: (item: I) => string;
  recordKey: (record: T) => string;
  onDone: (item: I, record: T) => void;
  onRefused: (item: I, reason: string) => void;
  /** Called if iContact failed on this item alone: it is neither done nor refused. */
  onFault: (item: I, fault: ServerFault) => void;
  /** Called if a batch was refused as a whole, but all parts of this size were accepted. */
  onTooLarge: (accepted: number) => void;
}

/**
 * Posts a batch so that a bad item does not keep out the others. If some are missing from an answer, they are posted
 * one by one. If all are missing, the batch is halved, which finds one bad item among 500 with twenty calls. Use it
 * only for records that may be posted twice.
 *
 * @returns whether all were accepted
 */
export async function postEach<I, T>(
  folder: IcontactFolder,
  items: readonly I[],
  posting: Posting<I, T>,
): Promise<boolean> {
  const [first] = items;
  if (first === undefined) return true;
  const isAlone = items.length === 1;
  const answer = await post(folder, items, posting);
  if (answer instanceof ServerFault && isAlone) {
    posting.onFault(first, answer);
    return false;
  }
  const { records, refusal } = answer instanceof ServerFault ? nothing : answer;
  const missing = takeDone(items, records, posting);
  if (missing.length === 0) return true;
  if (isAlone) {
    posting.onRefused(first, refusal);
    return false;
  }
  const isWhole = missing.length === items.length;
  const size = isWhole ? Math.ceil(items.length / 2) : 1;
  let areAccepted = true;
  for (const part of inGroups(missing, size)) {
    areAccepted = (await postEach(folder, part, posting)) && areAccepted;
  }
  if (isWhole && areAccepted && !(answer instanceof ServerFault)) posting.onTooLarge(size);
  return areAccepted;
}

const nothing = { records: [], refusal: refusalText(undefined) };

/** @returns the items that have no record */
function takeDone<I, T>(
  items: readonly I[],
  records: readonly T[],
  { itemKey, recordKey, onDone }: Posting<I, T>,
): I[] {
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  const isAlone = items.length === 1;
  return items.filter((item) => {
    const record = isAlone ? records[0] : byKey.get(itemKey(item));
    if (record) onDone(item, record);
    return !record;
  });
}

/** The records in the answer; none if the whole batch was refused, because one bad item can cause that too. */
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
