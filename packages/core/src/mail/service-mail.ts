import type { Outcome } from './engine/carrier.ts';
import type { Recipient } from './mailing-list.ts';
import type { MergeFields } from './merge-fields.ts';

/** An email to one person. */
export interface ServiceEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In the return address, so that a report about this email can be assigned; 32 hexadecimal digits. */
  returnToken?: string;
}

/** Sends emails to one person, if a mail server is configured. */
export interface ServiceMail {
  /** The links of a template that it fills in. The daily emails' provider may not know them. */
  readonly links: NonNullable<MergeFields['values']>;
  /**
   * Sends an email about the person's own signup. It is not a newsletter: nobody can unsubscribe from it.
   *
   * @returns `refused` if the address takes no mail
   * @throws ProviderRefused, ProviderUnreachable if the mail server accepts no emails
   */
  send(email: ServiceEmail): Promise<'sent' | 'refused' | 'later'>;
  /**
   * Sends an email to one reader as the daily ones are sent: with their own links, and an address for reports. Never
   * throws.
   *
   * @param name What it is; the same email to the same reader has the same `Message-ID`.
   * @param mayEnd Awaited before the server can have the whole email. If it rejects, the email is not sent.
   */
  sendToReader(
    email: Pick<ServiceEmail, 'subject' | 'text' | 'html'> & { name: string; date: Date },
    reader: Recipient,
    mayEnd: () => Promise<void>,
  ): Promise<Outcome>;
  /**
   * Sends an email as readers on the list get it, with links that have no effect.
   *
   * @throws ProviderRefused, ProviderUnreachable with the mail server's answer
   */
  sendTest(email: ServiceEmail): Promise<void>;
}
