import type { OpenDatabase } from '../../database/open-database.ts';
import type { MailingList } from '../mailing-list.ts';
import type { SmtpPolicy } from './policy.ts';
import { SmtpSend } from './smtp-send.ts';

export interface PrepareDeps {
  database: OpenDatabase;
  now: () => Date;
  list: MailingList;
  policy: SmtpPolicy;
}

/**
 * Prepares a send whose time has come: records each reader who is on the list now as a delivery. Processes that do it
 * at the same time share the work, and a crash loses nothing, because the row stores the progress.
 *
 * @returns whether it can be sent; `false` if it was paused or cancelled, or it is too late
 */
export async function prepareSend(deps: PrepareDeps, id: number, signal?: AbortSignal): Promise<boolean> {
  const { database, now, policy } = deps;
  const due = await database.em().findOneOrFail(SmtpSend, { id });
  if (due.status === 'pending') {
    const isLate = now().getTime() - due.scheduledAt.getTime() > policy.latestMs;
    const change = isLate
      ? {
          status: 'cancelled' as const,
          reason: `It could not be sent within ${policy.latestMs / 3_600_000} hours of its time.`,
        }
      : { status: 'preparing' as const, startedAt: now() };
    await database.em().nativeUpdate(SmtpSend, { id, status: 'pending' }, change);
  }
  while (!signal?.aborted) {
    const send = await database.em().findOneOrFail(SmtpSend, { id });
    if (send.status !== 'preparing') return send.status === 'sending';
    await prepareBatch(deps, send);
  }
  return false;
}

async function prepareBatch({ database, list, policy }: PrepareDeps, send: SmtpSend): Promise<void> {
  const { id, preparedTo, startedAt } = send;
  const at = startedAt ?? send.scheduledAt;
  const readers = await list.members({ after: preparedTo, at, limit: policy.prepareBatch });
  const here = { id, status: 'preparing' as const, preparedTo };
  const last = readers.at(-1);
  if (last === undefined) {
    await database.em().nativeUpdate(SmtpSend, here, { status: 'sending' });
    return;
  }
  await database.writeTogether(async (run, insert) => {
    const counted = await run(
      `update smtp_sends set prepared_to = ?, recipients = recipients + ?
       where id = ? and status = 'preparing' and prepared_to = ? returning id`,
      [last, readers.length, id, preparedTo],
    );
    // Another process was faster.
    if (counted.length === 0) return;
    await insert(
      'deliveries (send_id, reader_id, due_at)',
      readers.map((readerId) => [id, readerId, at]),
    );
  });
}
