import type { Config } from '../platform/settings/config.ts';
import { icontactRow } from './icontact/row.ts';
import type { ProviderFamily, ProviderRow } from './provider-row.ts';
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

export const familyNames: Record<ProviderFamily, string> = {
  icontact: icontactRow.facts.label,
  smtp: smtpRow.facts.label,
};
