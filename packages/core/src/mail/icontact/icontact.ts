import type { CallOptions, MailProvider } from '../mail-provider.ts';
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
 * `subscribe` looks up each reader first, with one call each; with 50 at a time, it takes about a minute. Readers that
 * could not be settled because iContact became unreachable are missing from the results.
 *
 * @throws DomainError `config.invalid` for credentials that no header can carry
 */
export function createIcontactProvider(options: IcontactOptions): MailProvider {
  const { accountId, clientFolderId, listId, campaignId } = options;
  const http = createIcontactHttp(options);
  const folderFor = (given: CallOptions = {}) =>
    openFolder((call) => http({ ...call, ...given }), accountId, clientFolderId);
  return {
    readers: createContacts(folderFor, listId),
    sends: { ...createMessages(folderFor, campaignId), ...createSends(folderFor, listId) },
    check: createCheck(http, folderFor(), options),
  };
}
