import type { Config } from '../settings/config.ts';

/** Who sends the emails, whether for real or in a sandbox: iContact to its list, or we to each reader. */
export type ProviderFamily = 'icontact' | 'smtp';

export const familyNames: Record<ProviderFamily, string> = { icontact: 'iContact', smtp: 'SMTP' };

export function familyOf(provider: Config['email']['provider']): ProviderFamily {
  return provider.startsWith('smtp') ? 'smtp' : 'icontact';
}
