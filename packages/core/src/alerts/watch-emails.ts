import type { Instant } from '../database/reads.ts';
import { type AlertEmail, emailFailed, emailLate, emailSent } from './messages.ts';
import { alertPolicy } from './policy.ts';
import { type AlertDeps, storeAlerts, wasSent, withdrawAlert } from './store-alerts.ts';

interface EmailRow {
  id: number;
  word: string;
  scheduledDate: Instant;
  status: string;
  reason: string | null;
  sentAt: Instant | null;
}

const columns = `email.id, email.scheduled_date as "scheduledDate", email.status, email.reason,
  email.sent_at as "sentAt", word.word`;
const emails = `select ${columns} from scheduled_emails email join words word on word.id = email.word_id`;
const unknown = (kind: string) =>
  `not exists (select 1 from alerts where alerts.key = '${kind}:' || email.id)`;

const failedSql = `${emails} where email.status = 'failed' and email.scheduled_date > ?
  and ${unknown('email_failed')} order by email.scheduled_date limit ${alertPolicy.mostInPass}`;
// One query for each status: for both together, SQLite would sort all emails that have not been sent yet.
const lateSql = (status: string) => `${emails} where email.status = '${status}'
  and email.scheduled_date > ? and email.scheduled_date <= ? and email.cancel_requested_at is null
  and ${unknown('email_late')} order by email.scheduled_date limit ${alertPolicy.mostInPass}`;
const sentSql = `${emails} join alerts on alerts.email_id = email.id
  where alerts.kind = 'email_late' and email.status = 'sent'
  and ${unknown('email_sent')} limit ${alertPolicy.mostInPass}`;

/** Reports emails that failed. */
export async function watchFailed(deps: AlertDeps): Promise<void> {
  const since = new Date(deps.now().getTime() - alertPolicy.failedForMs);
  const rows = await deps.database.read<EmailRow>(failedSql, [since]);
  const alerts = rows.map((row) => {
    const message = emailFailed({ ...present(row), reason: row.reason }, deps);
    const foundUntil = new Date(message.email.scheduledDate.getTime() + alertPolicy.failedForMs);
    return { key: `email_failed:${row.id}`, message, foundUntil };
  });
  await storeAlerts(deps, alerts);
}

/** Reports emails that were not sent on time, and reports when they go out. */
export async function watchLate(deps: AlertDeps): Promise<void> {
  const { database } = deps;
  const now = deps.now().getTime();
  const range = [new Date(now - alertPolicy.lateForMs), new Date(now - alertPolicy.lateMs)];
  for (const status of ['pending', 'scheduled']) {
    const rows = await database.read<EmailRow>(lateSql(status), range);
    const alerts = rows.map((row) => {
      const email = { ...present(row), reason: row.reason, isPending: row.status === 'pending' };
      return { key: `email_late:${row.id}`, message: emailLate(email, deps) };
    });
    await storeAlerts(deps, alerts);
  }
  for (const row of await database.read<EmailRow>(sentSql)) await reportSent(deps, row);
}

/** If nobody was notified that an email is late, no second message is needed. */
async function reportSent(deps: AlertDeps, row: EmailRow): Promise<void> {
  const late = `email_late:${row.id}`;
  await withdrawAlert(deps, late);
  if (row.sentAt === null || !(await wasSent(deps, late))) return;
  const message = emailSent({ ...present(row), sentAt: new Date(row.sentAt) }, deps);
  await storeAlerts(deps, [{ key: `email_sent:${row.id}`, message }]);
}

function present({ id, word, scheduledDate }: EmailRow): AlertEmail {
  return { id, word, scheduledDate: new Date(scheduledDate) };
}
