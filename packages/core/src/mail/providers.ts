import type { ProviderFamily } from '../contract/choices.ts';
import type { Config, SmtpConfig } from '../platform/settings/config.ts';
import { icontactRow } from './icontact/row.ts';
import type { ProviderRow } from './provider-row.ts';
import { icontactSandboxRow, smtpSandboxRow } from './sandbox/rows.ts';
import { smtpRow } from './smtp/row.ts';

export type ProviderKind = Config['email']['provider'];

/** The values of EMAIL_PROVIDER; how each is configured stands in `platform/settings/table/email.ts`. */
export const providers: Record<ProviderKind, ProviderRow> = {
  icontact: icontactRow,
  smtp: smtpRow,
  sandbox: icontactSandboxRow,
  'smtp-sandbox': smtpSandboxRow,
};

/** The mail servers that the emails go through, if they are sent to each reader from here. */
export function senderOf({ email }: Config): SmtpConfig | undefined {
  return providers[email.provider].sender?.(email);
}

export const familyNames: Record<ProviderFamily, string> = {
  icontact: icontactRow.facts.label,
  smtp: smtpRow.facts.label,
};

/** Where emails may be that this family of providers does not have. */
export function otherFamilies(family: ProviderFamily): string {
  const others = Object.entries(familyNames).filter(([name]) => name !== family);
  return others.map(([, label]) => label).join(' or ');
}
