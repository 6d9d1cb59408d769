import { limits } from '../contract/limits.ts';

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
