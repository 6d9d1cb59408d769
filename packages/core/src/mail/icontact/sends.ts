import {
  type CallOptions,
  ProviderRefused,
  type ProviderSend,
  type ProviderSends,
  ProviderUnreachable,
} from '../mail-provider.ts';
import { toEasternTime } from './eastern-time.ts';
import { NotFound } from './failures.ts';
import type { FolderFor, Resource } from './folder.ts';
import { isId, postedId, sendShape } from './shapes.ts';

const sends: Resource<ProviderSend> = {
  many: 'sends',
  one: 'send',
  shape: sendShape,
  id: ({ sendId }) => sendId,
};
const pageSize = 200;
/** The most pages to read if iContact ignores the order, so that the newest may be on any page. */
const mostPagesUnordered = 25;
const newestFirst = { orderby: 'sendId:desc' };

export function createSends(
  folderFor: FolderFor,
  listId: string,
): Pick<ProviderSends, 'schedule' | 'find' | 'get' | 'list' | 'cancel'> {
  async function get(sendId: string, options?: CallOptions): Promise<ProviderSend | undefined> {
    return isId(sendId) ? folderFor(options).read(sends, sendId) : undefined;
  }

  /** The send that counts for a message: if there are several, the one that is not cancelled, otherwise the newest. */
  async function find(messageId: string, options?: CallOptions): Promise<ProviderSend | undefined> {
    let cancelled: ProviderSend | undefined;
    for await (const page of folderFor(options).pages(sends, { messageId, ...newestFirst }, pageSize)) {
      for (const send of page.filter((one) => one.messageId === messageId)) {
        if (send.status !== 'cancelled') return send;
        if (!cancelled || byNewest(send, cancelled) < 0) cancelled = send;
      }
    }
    return cancelled;
  }

  return {
    get,
    find,

    async schedule(messageId, at, options) {
      try {
        return await folderFor(options).createOne(sends, {
          messageId: postedId(messageId),
          includeListIds: listId,
          ...(at ? { scheduledTime: toEasternTime(at) } : {}),
        });
      } catch (error) {
        if (!(error instanceof ProviderRefused) || error.scope === 'account') throw error;
        // Most likely the message already has a send. The list is more reliable than the error text.
        const existing = await find(messageId, options);
        if (existing && existing.status !== 'cancelled') return existing;
        throw error;
      }
    },

    list: (options) => newestSends(folderFor(options).pages(sends, newestFirst, pageSize)),

    async cancel(sendId, options) {
      if (!isId(sendId)) return 'unknown';
      const failure = await folderFor(options)
        .remove(sends, sendId)
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      if (failure !== undefined && !mayBeSettled(failure)) throw failure;
      // Deleting may fail silently; reading back shows what happened.
      const send = await get(sendId, options);
      if (!send) return failure === undefined ? 'cancelled' : 'unknown';
      if (send.status === 'cancelled') return 'cancelled';
      if (send.status === 'released' || send.status === 'sending') return 'released';
      if (failure !== undefined && !(failure instanceof NotFound)) throw failure;
      const text = 'iContact accepted the cancellation but still shows the send. Check again in a moment.';
      throw new ProviderUnreachable(text, { mayHaveHappened: true });
    },
  };
}

/** Pages of sends, newest first even if iContact ignores the requested order. */
async function* newestSends(pages: AsyncGenerator<ProviderSend[]>): AsyncGenerator<ProviderSend[]> {
  const first = await pages.next();
  if (first.done) return;
  if (isNewestFirst(first.value)) {
    yield first.value;
    yield* pages;
    return;
  }
  // The order was ignored, so the newest may be anywhere.
  const all = first.value;
  let read = 1;
  for await (const page of pages) {
    all.push(...page);
    read += 1;
    if (read >= mostPagesUnordered) break;
  }
  all.sort(byNewest);
  for (let from = 0; from < all.length; from += pageSize) yield all.slice(from, from + pageSize);
}

/** Whether the send is worth reading back after its deletion failed this way. */
function mayBeSettled(failure: unknown): boolean {
  if (failure instanceof ProviderRefused) return failure.scope === 'item';
  return failure instanceof ProviderUnreachable && failure.mayHaveHappened;
}

/** Ids grow with time. They may be too long for a number, so they are compared by length first. */
function byNewest(a: ProviderSend, b: ProviderSend): number {
  return b.sendId.length - a.sendId.length || (b.sendId > a.sendId ? 1 : b.sendId < a.sendId ? -1 : 0);
}

function isNewestFirst(page: readonly ProviderSend[]): boolean {
  return page.every((send, at) => byNewest(page[at - 1] ?? send, send) <= 0);
}
