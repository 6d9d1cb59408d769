/** A person on the list, with what an email to them needs. */
export interface Recipient {
  readerId: number;
  email: string;
  firstName: string;
  /** Identifies the reader in links and bounce addresses; 32 hexadecimal digits. */
  token: string;
}

/** The token in the links of a test email. No reader has it, so the links change nothing. */
export const testToken = '0'.repeat(32);

export type MailFailure =
  /** The address does not exist, or takes no mail. */
  | 'address'
  /** The mailbox is full, or has another temporary problem. */
  | 'mailbox';

/** How far an email got, at some domains ("there") and elsewhere. */
export interface Reach {
  isAcceptedThere: boolean;
  isAcceptedElsewhere: boolean;
  /** Whether some readers elsewhere have no answer yet. */
  isOpenElsewhere: boolean;
}

/** An email, and some of the domains it is sent to. */
export interface EmailAt {
  sendId: number;
  domains: readonly string[];
}

/** A delivery whose address was refused, and its reader, who is still on the list. */
export interface InDoubt {
  id: number;
  readerId: number;
  email: string;
  answer: string;
}

/** The list of readers if it is kept here, for a provider that sends to each of them. */
export interface MailingList {
  /** Ids of readers who were on the list at `at` and still are, in order, starting after an id. */
  members(page: { after: number; at: Date; limit: number }): Promise<number[]>;
  /** Returns those of these readers who are on the list now. */
  recipients(readerIds: readonly number[]): Promise<Recipient[]>;
  /** Whose address was refused without anything having been done about it. */
  inDoubt(sendId: number): Promise<InDoubt[]>;
  /** Deliveries of an email that are due at `at`, to readers at none of these domains. */
  dueElsewhere(email: EmailAt, page: { at: Date; limit: number }): Promise<number[]>;
  reach(email: EmailAt): Promise<Reach>;
  /**
   * Records that mail to a reader failed because of the address. Readers with a permanent failure, or too many, leave
   * the list.
   */
  failed(readerId: number, failure: MailFailure, reason: string): Promise<void>;
}

/** The part of an email address after its last `@`. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);
