import { compare, hash } from 'bcrypt';

/** Work factor of bcrypt; each step doubles the time. */
export const defaultBcryptCost = 12;

// The hash of a password that nobody has: an unknown user must take as long as a wrong password.
const hashOfNothing = new Map<number, Promise<string>>();

export function hashPassword(password: string, cost: number): Promise<string> {
  return hash(password, cost);
}

/** Takes the same time whether or not there is a user. */
export async function passwordMatches(
  password: string,
  storedHash: string | undefined,
  cost: number,
): Promise<boolean> {
  let known = storedHash;
  if (known === undefined) {
    if (!hashOfNothing.has(cost)) hashOfNothing.set(cost, hash(crypto.randomUUID(), cost));
    known = (await hashOfNothing.get(cost)) as string;
  }
  return (await compare(password, known)) && storedHash !== undefined;
}
