import type { OutboxItem } from '../../contract/system.ts';
import { composeEmail, type EmailParts, mergedSubject, type Sender } from './compose-email.ts';
import { scored } from './messages.ts';
import { makeOutboxFolders, toItem, writeEmail } from './outbox.ts';
import type { Row } from './records.ts';
import type { SandboxDatabase } from './sandbox-database.ts';
import { readIds, recipientsOf } from './sends.ts';
import { spamLimit, spamScore } from './spam-check.ts';

export interface DeliverDeps {
  database: SandboxDatabase;
  dataDir: string;
  now: () => Date;
  /** This process among those that share the state. */
  owner: string;
  onDelivered: (email: OutboxItem) => void;
  /** Asked between batches; what is not delivered then is left for another time. */
  isStopped: () => boolean;
}

interface ClaimedSend {
  sendId: number;
  messageId: number;
  includeListIds: string;
  excludeListIds: string;
  releasedTime: number | null;
}

interface Waiting {
  position: number;
  id: string;
  contactId: number;
  email: string;
  firstName: string;
  lastName: string;
}

const batchSize = 50;
const leaseMs = 10_000;

/**
 * Releases every send that is due and delivers its emails. The send is claimed in the database with a
 * lease, its recipients are written down in the same step, and each email is crossed off as it is
 * done, so that a process that dies is carried on from by the next.
 *
 * @returns the number of emails written
 */
export async function deliverDueSends(deps: DeliverDeps): Promise<number> {
  let written = 0;
  while (!deps.isStopped()) {
    const send = deps.database.transaction(claimDue).immediate(deps);
    if (!send) break;
    try {
      written += await deliver(deps, send);
    } finally {
      // Without effect once it is finished; after a failure or a stop others need not wait for the lease.
      const sql = 'UPDATE sends SET leaseUntil = 0 WHERE sendId = ? AND owner = ? AND status = ?';
      deps.database.prepare(sql).run(send.sendId, deps.owner, 'sending');
    }
  }
  return written;
}

/** When a send waits to be released next, or to be taken over from a process that seems to have died. */
export function nextDue(database: SandboxDatabase): number | undefined {
  const sql = `SELECT min(CASE status WHEN 'pending' THEN dueAt ELSE coalesce(leaseUntil, 0) END)
    FROM sends WHERE status IN ('pending', 'sending')`;
  const due = database.prepare(sql).pluck().get();
  return due === null || due === undefined ? undefined : Number(due);
}

function claimDue({ database, now, owner }: DeliverDeps): ClaimedSend | undefined {
  const at = now().getTime();
  const lease = { owner, leaseUntil: at + leaseMs, at };
  const abandoned = database
    .prepare<[object], ClaimedSend>(
      `UPDATE sends SET owner = @owner, leaseUntil = @leaseUntil
       WHERE sendId = (SELECT sendId FROM sends WHERE status = 'sending' AND coalesce(leaseUntil, 0) <= @at LIMIT 1)
       RETURNING *`,
    )
    .get(lease);
  if (abandoned) return abandoned;
  for (;;) {
    const due = database
      .prepare<[number], ClaimedSend>(
        `SELECT * FROM sends WHERE status = 'pending' AND dueAt <= ? ORDER BY dueAt, sendId LIMIT 1`,
      )
      .get(at);
    if (!due) return undefined;
    const message = database
      .prepare<[number], Row>('SELECT * FROM messages WHERE messageId = ?')
      .get(due.messageId);
    // The message may have been changed since the send was made, so it is looked at once more.
    if (spamScore(scored(message!)) < spamLimit) return release(database, due, lease);
    database.prepare("UPDATE sends SET status = 'canceled' WHERE sendId = ?").run(due.sendId);
  }
}

function release(
  database: SandboxDatabase,
  due: ClaimedSend,
  { owner, leaseUntil, at }: { owner: string; leaseUntil: number; at: number },
): ClaimedSend {
  const [lists, excluded] = [readIds(due.includeListIds), readIds(due.excludeListIds)];
  const { changes } = database
    .prepare(
      `INSERT INTO outbox (id, sendId, contactId, email, firstName, lastName)
       SELECT ? || '-' || contactId, ?, contactId, email, firstName, lastName
       ${recipientsOf(lists.length, excluded.length)} ORDER BY contactId`,
    )
    .run(`${due.sendId}`, due.sendId, ...lists, ...excluded);
  database
    .prepare(
      `UPDATE sends SET status = 'sending', owner = ?, leaseUntil = ?, releasedTime = ?, recipientCount = ?
       WHERE sendId = ?`,
    )
    .run(owner, leaseUntil, at, changes, due.sendId);
  return { ...due, releasedTime: at };
}

async function deliver(deps: DeliverDeps, send: ClaimedSend): Promise<number> {
  const { database, now, owner, isStopped } = deps;
  const message = database
    .prepare<[number], Row>('SELECT * FROM messages WHERE messageId = ?')
    .get(send.messageId)!;
  const sender = database
    .prepare<[unknown], Sender>('SELECT * FROM campaigns WHERE campaignId = ?')
    .get(message.campaignId)!;
  const email = {
    sendId: send.sendId,
    sentAt: new Date(send.releasedTime!),
    message: scored(message),
    sender,
  };
  const waiting = database.prepare<[number, number], Waiting>(
    `SELECT position, id, contactId, email, firstName, lastName FROM outbox
     WHERE sendId = ? AND deliveredAt IS NULL ORDER BY position LIMIT ?`,
  );
  const ours = "WHERE sendId = ? AND owner = ? AND status = 'sending'";
  const renew = database.prepare(`UPDATE sends SET leaseUntil = ? ${ours}`);
  const finish = database.prepare(`UPDATE sends SET status = 'released', leaseUntil = NULL ${ours}`);

  let written = 0;
  while (!isStopped()) {
    const batch = waiting.all(send.sendId, batchSize);
    if (batch.length === 0) {
      finish.run(send.sendId, owner);
      break;
    }
    // Too slow, and somebody else has taken over.
    if (renew.run(now().getTime() + leaseMs, send.sendId, owner).changes === 0) break;
    written += await deliverBatch(deps, email, batch);
  }
  return written;
}

/** Writes a batch and crosses off what was written, also when some of it failed. */
async function deliverBatch(
  { database, dataDir, now, owner, onDelivered }: DeliverDeps,
  email: Omit<EmailParts, 'reader'>,
  batch: Waiting[],
): Promise<number> {
  // Whoever tidied up may have taken them along.
  await makeOutboxFolders(dataDir);
  const results = await Promise.allSettled(
    batch.map(async ({ position, id, ...reader }) => {
      const compose = () => composeEmail({ ...email, reader });
      const isNew = await writeEmail(dataDir, id, owner, compose);
      const subject = mergedSubject(email.message.subject, reader);
      return { position, isNew, id, email: reader.email, subject, deliveredAt: now().getTime() };
    }),
  );
  const delivered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const crossOff = database.prepare('UPDATE outbox SET deliveredAt = ?, subject = ? WHERE position = ?');
  database
    .transaction(() => {
      for (const { position, subject, deliveredAt } of delivered) {
        crossOff.run(deliveredAt, subject, position);
      }
    })
    .immediate();
  const written = delivered.filter(({ isNew }) => isNew);
  for (const one of written) onDelivered(toItem(one));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return written.length;
}
