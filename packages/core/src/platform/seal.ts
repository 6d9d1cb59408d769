import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a sealed text is, and whose: it opens as nothing else, and for nobody else. */
export interface SealLabel {
  /** Each purpose has its own key. */
  purpose: 'second factor' | 'setting';
  owner: string;
}

const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text with a key derived from a secret (HKDF, AES-256-GCM), so that the database alone does not reveal it. */
export function seal(text: string, { purpose, owner }: SealLabel, secret: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, purpose), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @param secrets Secrets that may have sealed it. @returns `undefined` if none of them did */
export function unseal(sealed: string, label: SealLabel, secrets: readonly string[]): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const secret of secrets) {
    const text = open(bytes, label, secret);
    if (text !== undefined) return text;
  }
  return undefined;
}

function open(bytes: Buffer, { purpose, owner }: SealLabel, secret: string): string | undefined {
  const [iv, tag] = [bytes.subarray(0, ivBytes), bytes.subarray(ivBytes, ivBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), iv, options)
    .setAAD(Buffer.from(owner))
    .setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: string, purpose: SealLabel['purpose']): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'wordrise', purpose, 32));
}
