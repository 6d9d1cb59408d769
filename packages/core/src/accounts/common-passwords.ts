import { messages } from '../contract/messages.ts';
import { DomainError } from '../errors.ts';

/**
 * Refuses the 49,000 most common passwords, ignoring case, and the username itself.
 *
 * @param field The input field, for the message.
 * @throws DomainError `input.invalid`
 */
export async function refuseCommonPassword(
  password: string,
  { field, username }: { field: string; username?: string },
): Promise<void> {
  const typed = password.toLowerCase();
  if (typed === username?.toLowerCase()) throw refused(field, messages.password.isUsername);
  if (await isCommon(typed)) throw refused(field, messages.password.common);
}

async function isCommon(password: string): Promise<boolean> {
  // Loaded only when needed: it is 400 kB, and most processes never set a password.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'].includes(password);
}

function refused(field: string, message: string): DomainError {
  return new DomainError('input.invalid', message, { fields: { [field]: [message] } });
}
