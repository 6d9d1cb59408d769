import { createHash, randomBytes } from 'node:crypto';
import { limits } from '../../contract/limits.ts';

/** Leaves out letters that look like digits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

/** New codes, such as `k7mp-2xqd-9hwt-c4ra`: 79 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () =>
    Array.from({ length: groups }, () => letters(groupLength)).join('-'),
  );
}

/** Salted, but fast: a code is random, and nobody can try 79 bits. */
export function hashRecoveryCode(code: string, salt = randomBytes(8).toString('hex')): string {
  const typed = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return `${salt}.${createHash('sha256').update(`${salt}.${typed}`).digest('hex')}`;
}

/** @param hash A hash from `hashRecoveryCode`. */
export function matchesRecoveryCode(hash: string, code: string): boolean {
  return hash === hashRecoveryCode(code, hash.split('.')[0]);
}

function letters(count: number): string {
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      // Bytes above the last whole multiple would make some letters more likely.
      if (byte < 256 - (256 % alphabet.length) && text.length < count)
        text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
