import { z } from 'zod';
import { type CallOptions, ProviderRefused } from '../mail-provider.ts';
import { NotFound, refusalText, unknownFolder } from './failures.ts';
import { type IcontactAnswer, type IcontactCall, type IcontactHttp, nonsense } from './http.ts';

/** A kind of record: its names in paths and answers, and its schema. */
export interface Resource<T> {
  many: string;
  one: string;
  shape: z.ZodType<T>;
  id: (item: T) => string;
}

interface Created<T> {
  /** One for each posted item if all went well, none if there was an error. */
  items: T[];
  /** Its first sentence, which explains what is missing. */
  reason: string | undefined;
}

export interface IcontactFolder {
  /**
   * All records in pages, each once. iContact may have ignored filters, so filter again. An ignored order is not
   * corrected.
   */
  pages<T>(resource: Resource<T>, query: Record<string, string>, pageSize: number): AsyncGenerator<T[]>;
  /** Posts to the collection. A refused record does not throw; a refusal of the whole call does. */
  create<T>(resource: Resource<T>, items: readonly object[]): Promise<Created<T>>;
  /** @throws ProviderRefused for one item, with iContact's reason */
  createOne<T>(resource: Resource<T>, item: object): Promise<T>;
  /** One record, or `undefined` if it does not exist. */
  read<T>(resource: Resource<T>, id: string): Promise<T | undefined>;
  /** Posts to the member, which merges. @throws NotFound */
  merge<T>(resource: Resource<T>, id: string, fields: object): Promise<T | undefined>;
  /** @throws NotFound */
  remove(resource: { many: string }, id: string): Promise<void>;
}

/** The folder, for calls that end when a signal aborts. */
export type FolderFor = (options?: CallOptions) => IcontactFolder;

/** The account's client folder, which holds all records. */
export function openFolder(http: IcontactHttp, accountId: string, clientFolderId: string): IcontactFolder {
  const base = `/a/${encodeURIComponent(accountId)}/c/${encodeURIComponent(clientFolderId)}`;

  /** On a collection, "not found" can only mean the account or the folder. */
  async function onCollection(call: IcontactCall): Promise<IcontactAnswer> {
    try {
      return await http(call);
    } catch (error) {
      throw error instanceof NotFound ? unknownFolder(error) : error;
    }
  }

  const folder: IcontactFolder = {
    pages: (resource, query, pageSize) =>
      readPages(
        resource,
        (limit, offset) => {
          const paged = { ...query, limit: `${limit}`, offset: `${offset}` };
          return onCollection({ method: 'GET', path: `${base}/${resource.many}`, query: paged });
        },
        pageSize,
      ),

    async create(resource, items) {
      const path = `${base}/${resource.many}`;
      const { body, errors, warnings } = await onCollection({ method: 'POST', path, body: items });
      const reason = errors[0] ?? warnings[0];
      const read = z.array(resource.shape).nullable().safeParse(body[resource.many]);
      // Without the envelope, an answer with a reason is a refusal; any other answer cannot be understood.
      if (!read.success && (body[resource.many] !== undefined || reason === undefined)) {
        throw nonsense(true, read.error);
      }
      return { items: (errors.length === 0 && read.data) || [], reason };
    },

    async createOne(resource, item) {
      const { items, reason } = await folder.create(resource, [item]);
      const [created, ...others] = items;
      if (created === undefined || others.length > 0) {
        throw new ProviderRefused('item', refusalText(reason));
      }
      return created;
    },

    async read(resource, id) {
      try {
        const { body } = await http({ method: 'GET', path: `${base}/${resource.many}/${id}` });
        const read = resource.shape.safeParse(body[resource.one]);
        if (!read.success) throw nonsense(false, read.error);
        return read.data;
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        // An unknown folder gives the same answer for every record. Treating that as "gone" would lose them all.
        await onCollection({ method: 'GET', path: `${base}/sends`, query: { limit: '1' } });
        return undefined;
      }
    },

    async merge(resource, id, fields) {
      const path = `${base}/${resource.many}/${id}`;
      const { body, errors } = await http({ method: 'POST', path, body: fields });
      if (errors[0]) throw new ProviderRefused('item', refusalText(errors[0]));
      return resource.shape.safeParse(body[resource.one]).data;
    },

    async remove(resource, id) {
      await http({ method: 'DELETE', path: `${base}/${resource.many}/${id}` });
    },
  };
  return folder;
}

const pageAnswer = z.object({ total: z.union([z.string(), z.number()]).nullish() });

/**
 * Reads page after page. Pages may be smaller than requested and the total may be missing, so reading ends at the total
 * or at a page with nothing new.
 */
export async function* readPages<T>(
  { many, shape, id }: Pick<Resource<T>, 'many' | 'shape' | 'id'>,
  page: (limit: number, offset: number) => Promise<IcontactAnswer>,
  pageSize: number,
): AsyncGenerator<T[]> {
  const seen = new Set<string>();
  for (let offset = 0; ; ) {
    const { body, errors } = await page(pageSize, offset);
    const read = z.array(shape).nullable().safeParse(body[many]);
    if (!read.success || errors.length > 0) throw nonsense(false, read.error);
    const items = read.data ?? [];
    // Records that were added in the meantime push others to the next page, where they appear again.
    const fresh = items.filter((item) => !seen.has(id(item)));
    for (const item of fresh) seen.add(id(item));
    if (fresh.length > 0) yield fresh;
    offset += items.length;
    const total = pageAnswer.safeParse(body).data?.total;
    if (fresh.length === 0 || (total != null && total !== '' && offset >= Number(total))) return;
  }
}

export function inGroups<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}
