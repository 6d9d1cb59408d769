/** An email to one person about their own signup. It is no newsletter: nobody can unsubscribe from it. */
export interface ServiceEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends such emails, where a mail server is configured. */
export interface ServiceMail {
  /**
   * @returns `refused` if the address takes no mail
   * @throws ProviderRefused, ProviderUnreachable if the mail server takes none
   */
  send(email: ServiceEmail): Promise<'sent' | 'refused' | 'later'>;
}
