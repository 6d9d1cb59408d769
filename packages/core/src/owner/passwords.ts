import { limits } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { DomainError } from '../platform/errors.ts';

/** Work factor of bcrypt; each step doubles the time. */
export const defaultBcryptCost = 12;

/** Native code, loaded only when needed: most commands check no password. */
const bcrypt = () => import('bcrypt');

export async function hashPassword(password: string, cost: number): Promise<string> {
  return (await bcrypt()).hash(password, cost);
}

/** Takes the same time whether or not there is a user. */
export async function passwordMatches(
  password: string,
  storedHash: string | undefined,
  cost: number,
): Promise<boolean> {
  const matches = await (await bcrypt()).compare(password, storedHash ?? hashOfNothing(cost));
  // bcrypt truncates longer passwords, so setting one is refused.
  return matches && storedHash !== undefined && Buffer.byteLength(password) <= limits.passwordMaxBytes;
}

/** A hash that takes as long to compare as a real one and matches no password. */
export function hashOfNothing(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

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
