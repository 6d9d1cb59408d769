import { auditText } from '../contract/audit-texts.ts';
import type { AuditAction } from '../contract/choices.ts';
import type { Instant } from '../database/reads.ts';
import { accountChanged } from './messages.ts';
import { alertPolicy } from './policy.ts';
import { type AlertDeps, storeAlerts } from './store-alerts.ts';

/** Changes that could let somebody in. Sign-ins themselves are not reported. */
const reported = [
  'password.change',
  'password.reset',
  'second_factor.on',
  'second_factor.off',
  'recovery_codes.renew',
] as const satisfies AuditAction[];

const changesSql = `select id, at, action, detail from audit_entries entry
  where at > ? and outcome = 'done' and action in (${reported.map((action) => `'${action}'`)})
  and not exists (select 1 from alerts where alerts.key = 'account_changed:' || entry.id)
  order by at limit ${alertPolicy.mostInPass}`;

interface Change {
  id: number;
  at: Instant;
  action: AuditAction;
  detail: string | null;
}

/** Reports changes to the admin's password and second factor: the owner may not have made them. */
export async function watchAccount(deps: AlertDeps): Promise<void> {
  const since = new Date(deps.now().getTime() - alertPolicy.usefulMs);
  const changes = await deps.database.read<Change>(changesSql, [since]);
  const alerts = changes.map(({ id, at, ...change }) => {
    const what = auditText({ ...change, outcome: 'done' });
    const message = accountChanged({ what, at: new Date(at) }, deps);
    return {
      key: `account_changed:${id}`,
      message,
      foundUntil: new Date(new Date(at).getTime() + alertPolicy.usefulMs),
    };
  });
  await storeAlerts(deps, alerts);
}
