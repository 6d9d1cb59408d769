import MailComposer from 'nodemailer/lib/mail-composer';
import { escapeHtml } from '../../contract/escape-html.ts';
import type { OutboxItem } from '../../contract/system.ts';
import { recipientsOfList, spamLimit, spamScore } from './icontact-records.ts';
import { type Outbox, type SandboxDatabase, sandboxAccount } from './store.ts';

export interface ReleaseDeps {
  database: SandboxDatabase;
  outbox: Outbox;
  /** At the end of every email. */
  postalAddress: string;
  now: () => Date;
  /** Called once for each email, after it is written. */
  onDelivered: (email: OutboxItem) => void;
  onError: (error: unknown) => void;
}

/** One reader's email of a send that was released. */
export interface ReleasedEmail {
  /** Of the email. */
  id: string;
  sendId: number;
  releasedTime: number;
  subject: string;
  htmlBody: string;
  textBody: string;
  fromName: string;
  fromEmail: string;
  contactId: number;
  email: string;
  firstName: string;
  lastName: string;
}

/** How often a process checks what is due, which others may have scheduled. */
const pollMs = 500;
const batchSize = 50;

/**
 * Releases sends when they are due: stores who gets them, then writes the emails. Any number of processes may do so at
 * the same time, and any of them continues what another has begun.
 */
export function createReleases({ database, outbox, postalAddress, now, onDelivered, onError }: ReleaseDeps) {
  const findDue = database.prepare<[number]>(
    "SELECT 1 FROM sends WHERE status IN ('pending', 'sending') AND (status = 'sending' OR dueAt <= ?) LIMIT 1",
  );
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  void check();

  async function check(): Promise<void> {
    try {
      if (findDue.get(now().getTime())) await releaseDue();
    } catch (error) {
      if (!isStopped) onError(error);
    }
    if (!isStopped) timer = setTimeout(check, pollMs).unref();
  }

  /** One run at a time. @returns the number of emails written */
  function releaseDue(): Promise<number> {
    const next = last.catch(() => {}).then(deliverAll);
    last = next;
    return next;
  }

  async function deliverAll(): Promise<number> {
    let count = 0;
    while (!isStopped) {
      const batch = database.transaction(takeBatch).immediate(database, now().getTime());
      if (batch.length === 0) break;
      const emails = await Promise.all(
        batch.map(async (one) => ({
          id: one.id,
          email: one.email,
          deliveredAt: now().getTime(),
          ...(await composeEmail(one, postalAddress)),
        })),
      );
      const { written, failures } = outbox.deliver(emails);
      for (const email of written) onDelivered(email);
      if (failures.length > 0) throw failures[0];
      count += written.length;
    }
    return count;
  }

  /** Stops after the emails in progress. */
  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await last.catch(() => {});
  }

  return { releaseDue, stop };
}

/** Releases what is due, and returns the next emails to write, all of one send. */
function takeBatch(database: SandboxDatabase, now: number): ReleasedEmail[] {
  const due = database
    .prepare<[number], Due>(
      `SELECT * FROM sends JOIN messages USING (messageId) WHERE status = 'pending' AND dueAt <= ?
       ORDER BY dueAt, sendId`,
    )
    .all(now);
  for (const send of due) release(database, send, now);
  database.exec(
    `UPDATE sends SET status = 'released' WHERE status = 'sending' AND NOT EXISTS
     (SELECT 1 FROM outbox WHERE outbox.sendId = sends.sendId AND deliveredAt IS NULL)`,
  );
  return database
    .prepare<[number], ReleasedEmail>(
      `SELECT id, sendId, releasedTime, messages.subject, htmlBody, textBody, fromName, fromEmail,
         contactId, email, firstName, lastName
       FROM outbox JOIN sends USING (sendId) JOIN messages USING (messageId) JOIN campaigns USING (campaignId)
       WHERE sendId = (SELECT min(sendId) FROM sends WHERE status = 'sending') AND deliveredAt IS NULL
       ORDER BY position LIMIT ?`,
    )
    .all(batchSize);
}

type Due = Pick<ReleasedEmail, 'sendId' | 'subject' | 'htmlBody' | 'textBody'> & { includeListIds: string };

function release(database: SandboxDatabase, { sendId, includeListIds, ...message }: Due, now: number): void {
  // Someone may have changed the message since the send was created.
  if (spamScore(message) >= spamLimit) {
    database.prepare("UPDATE sends SET status = 'canceled' WHERE sendId = ?").run(sendId);
    return;
  }
  const { changes } = database
    .prepare(
      `INSERT INTO outbox (id, sendId, contactId, email, firstName, lastName)
       SELECT ? || '-' || contactId, ?, contactId, email, firstName, lastName
       ${recipientsOfList} ORDER BY contactId`,
    )
    .run(`${sendId}`, sendId, includeListIds);
  database
    .prepare("UPDATE sends SET status = 'sending', releasedTime = ?, recipientCount = ? WHERE sendId = ?")
    .run(now, changes, sendId);
}

/** One reader's email as iContact would send it: with the reader's fields, and the footer that the law requires. */
export async function composeEmail(
  parts: ReleasedEmail,
  postalAddress: string,
): Promise<{ subject: string; raw: Buffer }> {
  const { sendId, contactId, releasedTime, fromName, fromEmail, firstName, lastName, email } = parts;
  const token = `${sendId}-${contactId}`;
  const sender = `${fromName}, ${postalAddress}`;
  const unsubscribe = `https://sandbox.invalid/unsubscribe/${token}`;
  const plain = (value: string) => value;
  const subject = merge(parts.subject, parts, plain);
  const composer = new MailComposer({
    from: { name: fromName, address: fromEmail },
    to: { name: [firstName, lastName].filter(Boolean).join(' '), address: email },
    subject,
    date: new Date(releasedTime),
    messageId: `<${token}@sandbox.invalid>`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>, <mailto:unsubscribe-${token}@sandbox.invalid>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<${sandboxAccount.listId}.sandbox.invalid>`,
    },
    text: withTextFooter(merge(parts.textBody, parts, plain), sender, unsubscribe),
    html: withHtmlFooter(merge(parts.htmlBody, parts, escapeHtml), sender, unsubscribe),
    // Unlike base64, it can be read in any editor.
    textEncoding: 'quoted-printable',
    // A message is text, never the name of a file to include.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { subject, raw: await composer.compile().build() };
}

/** Other names in brackets stay: it is unknown which of them iContact treats as fields. */
function merge(text: string, reader: ReleasedEmail, write: (value: string) => string): string {
  const values = { fname: reader.firstName, lname: reader.lastName, email: reader.email };
  return text.replace(/\[(fname|lname|email)\]/g, (_, name: keyof typeof values) => write(values[name]));
}

const wording = 'Manage your subscription';

function withHtmlFooter(html: string, sender: string, unsubscribe: string): string {
  // It sets no color: the color of the surrounding text suits light and dark mode.
  const footer =
    '<div style="margin:24px auto 0;padding:12px;text-align:center;font:12px/1.5 sans-serif">' +
    `<a href="${unsubscribe}" style="color:inherit">${wording}</a><br>` +
    `${escapeHtml(sender)}</div>`;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end === -1 ? html + footer : html.slice(0, end) + footer + html.slice(end);
}

function withTextFooter(text: string, sender: string, unsubscribe: string): string {
  return `${text.trimEnd()}\n\n-- \n${wording}: ${unsubscribe}\n${sender}\n`;
}
