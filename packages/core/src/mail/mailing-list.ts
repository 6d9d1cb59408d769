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

/** How far an email got, at some domains and elsewhere. */
export interface Reach {
  isAcceptedThere: boolean;
  isAcceptedElsewhere: boolean;
  /** Not everybody elsewhere has an answer. */
  isOpenElsewhere: boolean;
}

/** An email, and domains of readers that it is sent to. */
export interface EmailAt {
  sendId: number;
  domains: readonly string[];
}

/** The list of readers where it is kept here, for a provider that sends to each of them. */
export interface MailingList {
  /** Ids of those who were on the list at `at` and still are, in order, from after an id. */
  members(page: { after: number; at: Date; limit: number }): Promise<number[]>;
  /** Of these readers, those who are on the list now. */
  recipients(readerIds: readonly number[]): Promise<Recipient[]>;
  /** Deliveries of an email that are due at `at`, to readers at none of these domains. */
  dueElsewhere(email: EmailAt, page: { at: Date; limit: number }): Promise<number[]>;
  reach(email: EmailAt): Promise<Reach>;
  /** Mail to a reader failed because of the address. Who fails for good, or too often, leaves the list. */
  failed(readerId: number, failure: MailFailure, reason: string): Promise<void>;
}
