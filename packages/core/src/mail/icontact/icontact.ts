import {
  type CallOptions,
  type MailProvider,
  ProviderRefused,
  type ProviderSend,
  type ProviderSends,
  ProviderUnreachable,
} from '../mail-provider.ts';
import { isOutage } from '../policy.ts';
import { createCheck } from './check.ts';
import { createContacts } from './contacts.ts';
import { NotFound } from './failures.ts';
import { type FolderFor, inGroups, openFolder, type Resource } from './folder.ts';
import { createIcontactHttp, type IcontactHttp, type IcontactOptions } from './http.ts';
import { isId, messageShape, postedId, sendShape, toEasternTime, wholeMessageShape } from './shapes.ts';

/**
 * iContact as the sender of emails: contacts on one list, messages from one sender.
 *
 * `subscribe` looks up each reader first, with one call each; with 50 at a time, it takes about a minute. Readers that
 * could not be settled because iContact became unreachable are missing from the results.
 *
 * @throws DomainError `config.invalid` for credentials that no header can carry
 */
export function createIcontactProvider(options: IcontactOptions): MailProvider {
  const { accountId, clientFolderId, listId, campaignId } = options;
  const send = createIcontactHttp(options);
  let outages = 0;
  const http: IcontactHttp = (call) =>
    send(call).catch((error) => {
      if (isOutage(error) && !call.signal?.aborted) outages += 1;
      throw error;
    });
  const folderFor = (given: CallOptions = {}) =>
    openFolder((call) => http({ ...call, ...given }), accountId, clientFolderId);
  return {
    readers: createContacts(folderFor, listId),
    sends: { ...createMessages(folderFor, campaignId), ...createSends(folderFor, listId) },
    check: createCheck(http, folderFor(), options),
    limitsCalls: true,
    outages: () => outages,
  };
}

type Message = { messageId: string; messageName: string };
type WholeMessage = Message & { subject: string; htmlBody: string; textBody: string };

const messages: Resource<Message> = {
  many: 'messages',
  one: 'message',
  shape: messageShape,
  id: ({ messageId }) => messageId,
};
/** A message with its texts; lists of messages need only their names. */
const wholeMessages: Resource<WholeMessage> = { ...messages, shape: wholeMessageShape };
/** Small, because messages are listed with their whole bodies. */
const messagesPerPage = 50;
const messagesNewestFirst = { orderby: 'messageId:desc' };
const namesKept = 5000;

function createMessages(
  folderFor: FolderFor,
  campaignId: string,
): Pick<ProviderSends, 'createMessage' | 'findMessage' | 'messageNames' | 'content'> {
  /** We never change names, and reading one costs a call. */
  const names = new Map<string, string>();

  function remember(found: readonly Message[]): void {
    if (names.size + found.length > namesKept) names.clear();
    for (const { messageId, messageName } of found) names.set(messageId, messageName);
  }

  return {
    async createMessage({ name, subject, html, text }, options) {
      const { messageId } = await folderFor(options).createOne(messages, {
        campaignId: postedId(campaignId),
        messageType: 'normal',
        messageName: name,
        subject,
        htmlBody: html,
        textBody: text,
      });
      return { messageId };
    },

    async findMessage(name, options) {
      // An asterisk would be a wildcard and a comma would separate two values.
      const filter: Record<string, string> = /[*,]/.test(name) ? {} : { messageName: name };
      for await (const page of folderFor(options).pages(
        messages,
        { ...filter, ...messagesNewestFirst },
        messagesPerPage,
      )) {
        remember(page);
        const found = page.find(({ messageName }) => messageName === name);
        if (found) return { messageId: found.messageId };
      }
      return undefined;
    },

    async messageNames(messageIds) {
      const folder = folderFor();
      const ids = [...new Set(messageIds)].filter(isId);
      const known = new Map<string, string>();
      for (const id of ids) {
        const name = names.get(id);
        if (name !== undefined) known.set(id, name);
      }
      const missing = new Set(ids.filter((id) => !known.has(id)));
      const find = (page: readonly Message[]) => {
        remember(page);
        for (const { messageId, messageName } of page) {
          if (missing.delete(messageId)) known.set(messageId, messageName);
        }
      };
      for (const some of inGroups([...missing], messagesPerPage)) {
        const [first, ...others] = some;
        if (first !== undefined && others.length === 0) {
          const message = await folder.read(messages, first);
          if (message) find([message]);
          continue;
        }
        const query = { messageId: some.join(','), ...messagesNewestFirst };
        for await (const page of folder.pages(messages, query, messagesPerPage)) {
          find(page);
          if (some.every((id) => !missing.has(id))) break;
        }
      }
      return known;
    },

    async content({ messageId, name }) {
      if (!isId(messageId)) return undefined;
      const message = await folderFor().read(wholeMessages, messageId);
      // Another account may have a message of the same id.
      if (message?.messageName !== name) return undefined;
      return { subject: message.subject, html: message.htmlBody, text: message.textBody };
    },
  };
}

const sends: Resource<ProviderSend> = {
  many: 'sends',
  one: 'send',
  shape: sendShape,
  id: ({ sendId }) => sendId,
};
const sendsPerPage = 200;
/** The most pages to read if iContact ignores the order, so that the newest may be on any page. */
const mostPagesUnordered = 25;
const sendsNewestFirst = { orderby: 'sendId:desc' };

function createSends(
  folderFor: FolderFor,
  listId: string,
): Pick<ProviderSends, 'schedule' | 'find' | 'get' | 'list' | 'cancel'> {
  async function get(sendId: string, options?: CallOptions): Promise<ProviderSend | undefined> {
    return isId(sendId) ? folderFor(options).read(sends, sendId) : undefined;
  }

  /** The send that counts for a message: if there are several, the one that is not canceled, otherwise the newest. */
  async function find(messageId: string, options?: CallOptions): Promise<ProviderSend | undefined> {
    let canceled: ProviderSend | undefined;
    for await (const page of folderFor(options).pages(
      sends,
      { messageId, ...sendsNewestFirst },
      sendsPerPage,
    )) {
      for (const send of page.filter((one) => one.messageId === messageId)) {
        if (send.status !== 'cancelled') return send;
        if (!canceled || byNewest(send, canceled) < 0) canceled = send;
      }
    }
    return canceled;
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

    list: (options) => newestSends(folderFor(options).pages(sends, sendsNewestFirst, sendsPerPage)),

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
  for (let from = 0; from < all.length; from += sendsPerPage) yield all.slice(from, from + sendsPerPage);
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
