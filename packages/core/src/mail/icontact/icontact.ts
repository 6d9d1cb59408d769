import type { MailProvider } from '../mail-provider.ts';
import { createCheck } from './check.ts';
import { createContacts } from './contacts.ts';
import { openFolder } from './folder.ts';
import { createIcontactHttp } from './http.ts';
import { createMessages } from './messages.ts';
import type { IcontactOptions } from './options.ts';
import { createSends } from './sends.ts';

/**
 * iContact as the sender of emails: contacts on one list, messages from one sender.
 *
 * `subscribe` looks each reader up first, one call each; 50 at a time keep a call of it to about a
 * minute. Readers whom it could not settle, since iContact went away in the middle, are missing from
 * its answer.
 *
 * @throws DomainError `config.invalid` for credentials that no header can carry
 */
export function createIcontactProvider(options: IcontactOptions): MailProvider {
  const http = createIcontactHttp(options);
  const folder = openFolder(http, options.accountId, options.clientFolderId);
  return {
    ...createContacts(folder, options.listId),
    ...createMessages(folder, options.campaignId),
    ...createSends(folder, options.listId),
    ...createCheck(http, folder, options),
  };
}
