import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../settings/config.ts';

/**
 * Proves that the person who creates the admin account can read what the server prints. Valid until the account exists.
 */
export interface SetupToken {
  value: string;
  /** The part of the link after the page's path; empty if the page is opened on the machine itself. */
  partOfLink(address: string): string;
  matches(given: string | undefined): boolean;
}

/** Derived from the secret that signs sessions, so every process knows it and nothing is stored. */
export function createSetupToken(config: Pick<Config, 'sessionSecrets' | 'environment'>): SetupToken {
  // Read only when needed: the first access may have to create a secret.
  const tokens = () => config.sessionSecrets.map(tokenOf);
  const isOpen = (address: string) => config.environment !== 'production' && isLoopback(address);
  return {
    get value() {
      return tokens()[0] ?? '';
    },
    // After the #, so that it reaches no log on the way.
    partOfLink: (address) => (isOpen(address) ? '' : `#token=${tokens()[0]}`),
    matches: (given = '') => tokens().some((token) => isEqual(token, given)),
  };
}

function tokenOf(secret: string): string {
  return createHmac('sha256', secret).update('wordrise admin setup').digest('base64url').slice(0, 32);
}

function isLoopback(address: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}

function isEqual(token: string, given: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
