import { escapeHtml } from '../contract/escape-html.ts';
import type { ServiceEmail } from '../mail/service-mail.ts';

export interface ConfirmationFacts {
  to: string;
  /** Opens the page with the button. */
  link: string;
  productName: string;
  validDays: number;
}

/**
 * Asks whether the owner of an address signed up. It repeats nothing that was typed into the form except the address.
 */
export function confirmationEmail({ to, link, productName, validDays }: ConfirmationFacts): ServiceEmail {
  const name = escapeHtml(productName);
  const ask = 'Somebody signed up with this address for one word a day from';
  const end = `The link works for ${validDays} days. If it was not you, do nothing: you will get no emails.`;
  return {
    to,
    subject: `Confirm your signup for ${productName}`,
    text: `${ask} ${productName}. If it was you, confirm it here:\n\n${link}\n\n${end}\n`,
    html: `<p>${ask} ${name}. If it was you, confirm it:</p><p><a href="${escapeHtml(link)}">Confirm your signup</a></p><p>${end}</p>`,
  };
}
