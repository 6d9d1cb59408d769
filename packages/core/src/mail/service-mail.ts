/** An email to one person. */
export interface ServiceEmail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends emails to one person, where a mail server is configured. */
export interface ServiceMail {
  /**
   * An email about their own signup. It is no newsletter: nobody can unsubscribe from it.
   *
   * @returns `refused` if the address takes no mail
   * @throws ProviderRefused, ProviderUnreachable if the mail server takes none
   */
  send(email: ServiceEmail): Promise<'sent' | 'refused' | 'later'>;
  /**
   * An email as readers of the list get it, with links that have no effect.
   *
   * @throws ProviderRefused, ProviderUnreachable with the mail server's answer
   */
  sendTest(email: ServiceEmail): Promise<void>;
}
