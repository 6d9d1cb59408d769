import type { ProviderSends } from '../mail-provider.ts';
import { type FolderFor, inGroups, type Resource } from './folder.ts';
import { isId, messageShape, postedId } from './shapes.ts';

type Message = { messageId: string; messageName: string };

const messages: Resource<Message> = {
  many: 'messages',
  one: 'message',
  shape: messageShape,
  id: ({ messageId }) => messageId,
};
/** Small, because messages are listed with their whole bodies. */
const pageSize = 50;
const newestFirst = { orderby: 'messageId:desc' };
const namesKept = 5000;

export function createMessages(
  folderFor: FolderFor,
  campaignId: string,
): Pick<ProviderSends, 'createMessage' | 'findMessage' | 'messageNames'> {
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
      for await (const page of folderFor(options).pages(messages, { ...filter, ...newestFirst }, pageSize)) {
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
      for (const some of inGroups([...missing], pageSize)) {
        const [first, ...others] = some;
        if (first !== undefined && others.length === 0) {
          const message = await folder.read(messages, first);
          if (message) find([message]);
          continue;
        }
        const query = { messageId: some.join(','), ...newestFirst };
        for await (const page of folder.pages(messages, query, pageSize)) {
          find(page);
          if (some.every((id) => !missing.has(id))) break;
        }
      }
      return known;
    },
  };
}
