import type { MailProvider } from '../mail-provider.ts';
import { type IcontactFolder, inGroups, type Resource } from './folder.ts';
import { isId, messageShape, postedId } from './shapes.ts';

type Message = { messageId: string; messageName: string };

const messages: Resource<Message> = {
  many: 'messages',
  one: 'message',
  shape: messageShape,
  id: ({ messageId }) => messageId,
};
/** Small, for messages are listed with their whole bodies. */
const pageSize = 50;
const newestFirst = { orderby: 'messageId:desc' };
const namesKept = 5000;

export function createMessages(
  folder: IcontactFolder,
  campaignId: string,
): Pick<MailProvider, 'createMessage' | 'findMessage' | 'messageNames'> {
  /** Names do not change through us, and reading one costs a call. */
  const names = new Map<string, string>();

  function remember(found: readonly Message[]): void {
    if (names.size + found.length > namesKept) names.clear();
    for (const { messageId, messageName } of found) names.set(messageId, messageName);
  }

  return {
    async createMessage({ name, subject, html, text }) {
      const { messageId } = await folder.createOne(messages, {
        campaignId: postedId(campaignId),
        messageType: 'normal',
        messageName: name,
        subject,
        htmlBody: html,
        textBody: text,
      });
      return { messageId };
    },

    async findMessage(name) {
      // An asterisk would be a wildcard and a comma would part two values.
      const filter: Record<string, string> = /[*,]/.test(name) ? {} : { messageName: name };
      for await (const page of folder.pages(messages, { ...filter, ...newestFirst }, pageSize)) {
        remember(page);
        const found = page.find(({ messageName }) => messageName === name);
        if (found) return { messageId: found.messageId };
      }
      return undefined;
    },

    async messageNames(messageIds) {
      const ids = [...new Set(messageIds)].filter(isId);
      const missing = new Set(ids.filter((id) => !names.has(id)));
      const known = new Map(ids.flatMap((id) => (names.has(id) ? [[id, names.get(id)!] as const] : [])));
      const find = (page: readonly Message[]) => {
        remember(page);
        for (const { messageId, messageName } of page) {
          if (missing.delete(messageId)) known.set(messageId, messageName);
        }
      };
      for (const some of inGroups([...missing], pageSize)) {
        if (some.length === 1) {
          const message = await folder.read(messages, some[0]!);
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
