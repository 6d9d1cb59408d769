import type { OutboxItem } from '../../contract/system.ts';
import { composeEmail, type EmailParts, mergedSubject, type Sender } from './compose-email.ts';
import { makeOutboxFolders, removeEmails, toItem, writeEmail } from './outbox.ts';
import type { SandboxDatabase } from './sandbox-database.ts';
import { recipientsOfList } from './sends.ts';
import { spamLimit, spamScore } from './spam-check.ts';

export interface DeliverDeps {
  database: SandboxDatabase;
  dataDir: string;
  now: () => Date;
  /** Identifies this process among those that share the state. */
  owner: string;
  onDelivered: (email: OutboxItem) => void;
  /** Called between batches: a stopped sandbox leaves the rest to the next process. */
  isStopped: () => boolean;
}

interface ClaimedSend {
  sendId: number;
  messageId: number;
  includeListIds: string;
  releasedTime: number;
}

type Message = EmailParts['message'] & { campaignId: number };

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
 * Releases every send that is due and delivers its emails. The send is claimed in the database with a lease, its
 * recipients are stored in the same step, and each email is marked when it is written, so that another process can
 * continue after a crash.
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
      // No effect on a finished send. After a failure or a stop, others do not have to wait for the lease.
      const sql = 'UPDATE sends SET leaseUntil = 0 WHERE sendId = ? AND owner = ? AND status = ?';
      deps.database.prepare(sql).run(send.sendId, deps.owner, 'sending');
    }
  }
  return written;
}

/** When the next send is due, or can be taken over from a process that seems to have died. */
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
    // Somebody may have changed the message since the send was created.
    if (spamScore(readMessage(database, due)) < spamLimit) return release(database, due, lease);
    database.prepare("UPDATE sends SET status = 'canceled' WHERE sendId = ?").run(due.sendId);
  }
}

function release(
  database: SandboxDatabase,
  due: ClaimedSend,
  { owner, leaseUntil, at }: { owner: string; leaseUntil: number; at: number },
): ClaimedSend {
  const { changes } = database
    .prepare(
      `INSERT INTO outbox (id, sendId, contactId, email, firstName, lastName)
       SELECT ? || '-' || contactId, ?, contactId, email, firstName, lastName
       ${recipientsOfList} ORDER BY contactId`,
    )
    .run(`${due.sendId}`, due.sendId, due.includeListIds);
  database
    .prepare(
      `UPDATE sends SET status = 'sending', owner = ?, leaseUntil = ?, releasedTime = ?, recipientCount = ?
       WHERE sendId = ?`,
    )
    .run(owner, leaseUntil, at, changes, due.sendId);
  return { ...due, releasedTime: at };
}

function readMessage(database: SandboxDatabase, { messageId }: ClaimedSend): Message {
  const sql = 'SELECT * FROM messages WHERE messageId = ?';
  return required(database.prepare<[number], Message>(sql).get(messageId));
}

function readEmail(database: SandboxDatabase, send: ClaimedSend): Omit<EmailParts, 'reader'> {
  const message = readMessage(database, send);
  const sql = 'SELECT * FROM campaigns WHERE campaignId = ?';
  const sender = required(database.prepare<[number], Sender>(sql).get(message.campaignId));
  return { sendId: send.sendId, sentAt: new Date(send.releasedTime), message, sender };
}

function required<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('the sandbox has lost a record');
  return row;
}

async function deliver(deps: DeliverDeps, send: ClaimedSend): Promise<number> {
  const { database, now, owner, isStopped } = deps;
  const email = readEmail(database, send);
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
    // Too slow: another process has taken over.
    if (renew.run(now().getTime() + leaseMs, send.sendId, owner).changes === 0) break;
    written += await deliverBatch(deps, email, batch);
  }
  return written;
}

/** Writes a batch and marks what was written, even if some of it failed. */
async function deliverBatch(
  { database, dataDir, now, owner, onDelivered }: DeliverDeps,
  email: Omit<EmailParts, 'reader'>,
  batch: Waiting[],
): Promise<number> {
  // Somebody may have deleted them.
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
  const markDelivered = database.prepare('UPDATE outbox SET deliveredAt = ?, subject = ? WHERE position = ?');
  const forgotten = database
    .transaction(() =>
      delivered.filter(
        ({ position, subject, deliveredAt }) =>
          markDelivered.run(deliveredAt, subject, position).changes === 0,
      ),
    )
    .immediate();
  // Their readers were removed while the files were written.
  await removeEmails(
    dataDir,
    forgotten.map(({ id }) => id),
  );
  const written = delivered.filter((email) => email.isNew && !forgotten.includes(email));
  for (const one of written) onDelivered(toItem(one));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return written.length;
}
