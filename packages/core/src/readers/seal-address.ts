import { type SealLabel, seal, unseal } from '../platform/seal.ts';
import type { Config } from '../platform/settings/config.ts';
import { sessionSecrets } from '../platform/settings/kept-secret.ts';

const label: SealLabel = { purpose: 'signup', owner: 'visitor' };

/**
 * The email address of a signup, for the address of the page that follows it: nobody can read it there, and nobody can
 * make the page show a text of theirs.
 */
export function sealAddress(email: string, config: Config): string {
  return seal(email, label, sessionSecrets(config)[0] ?? '');
}

/** @returns `undefined` for anything that was not sealed here */
export function openAddress(sealed: string, config: Config): string | undefined {
  return unseal(sealed, label, sessionSecrets(config));
}
