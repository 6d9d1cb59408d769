/** Somebody on the list, as an email is sent to them. */
export interface Recipient {
  readerId: number;
  email: string;
  firstName: string;
  /** Names the reader in links and bounce addresses; 32 hexadecimal digits. */
  token: string;
}

/** The token in the links of a test: no reader has it, so that they change nothing. */
export const testToken = '0'.repeat(32);

export type MailFailure =
  /** The address does not exist, or takes no mail. */
  | 'address'
  /** The mailbox is full, or something else that may pass. */
  | 'mailbox';

/** The list of readers where it is kept here, for a provider that sends to each of them. */
export interface MailingList {
  /** Ids of those who were on the list at `at` and still are, in order, from after an id. */
  members(page: { after: number; at: Date; limit: number }): Promise<number[]>;
  /** Of these readers, those who are on the list now. */
  recipients(readerIds: readonly number[]): Promise<Recipient[]>;
  /** Mail to a reader failed because of the address. Who fails for good, or too often, leaves the list. */
  failed(readerId: number, failure: MailFailure, reason: string): Promise<void>;
}
