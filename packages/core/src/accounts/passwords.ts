import { compare, hash } from 'bcrypt';
import { limits } from '../contract/limits.ts';

/** Work factor of bcrypt; each step doubles the time. */
export const defaultBcryptCost = 12;

export function hashPassword(password: string, cost: number): Promise<string> {
  return hash(password, cost);
}

/** Takes the same time whether or not there is a user. */
export async function passwordMatches(
  password: string,
  storedHash: string | undefined,
  cost: number,
): Promise<boolean> {
  const matches = await compare(password, storedHash ?? hashOfNothing(cost));
  // bcrypt cuts what is longer; nobody has set such a password.
  return matches && storedHash !== undefined && Buffer.byteLength(password) <= limits.passwordMaxBytes;
}

/** As long to compare with as a real one, and no password has it. */
export function hashOfNothing(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}
