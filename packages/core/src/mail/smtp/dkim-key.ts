import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ProviderRefused } from '../mail-provider.ts';

/** Mailbox providers ignore signatures with fewer bits. */
const fewestBits = 1024;

/**
 * Reads the key that signs emails. With an unusable key, nodemailer would send unsigned emails.
 *
 * @throws ProviderRefused
 */
export function readDkimKey(file: string): KeyObject {
  const key = parseKey(file);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < fewestBits) {
    throw unusable(`it must be an RSA key of at least ${fewestBits} bits, better 2048`);
  }
  return key;
}

function parseKey(file: string): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (cause) {
    throw unusable('it cannot be read', cause);
  }
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw unusable('it is not a private key in PEM without a passphrase', cause);
  }
}

function unusable(why: string, cause?: unknown): ProviderRefused {
  const message = `The key in DKIM_KEY_FILE cannot be used: ${why}. Nothing is sent until this is fixed.`;
  return new ProviderRefused('account', message, { cause });
}
