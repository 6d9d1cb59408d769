import { randomBytes } from 'node:crypto';
import type { EmailAt, InDoubt, MailingList, Reach, Recipient } from '../mail/mailing-list.ts';
import type { OpenDatabase } from '../platform/database/open-database.ts';
import { jsonRows, jsonTable } from '../platform/database/reads.ts';
import { noteReport } from './bounces/note-report.ts';

export interface MailingListDeps {
  database: OpenDatabase;
  now: () => Date;
}

/** The readers as the list that emails are sent to from here. */
export function createMailingList(deps: MailingListDeps): MailingList {
  const { database } = deps;
  return {
    async members({ after, at, limit }) {
      const rows = await database.read<{ id: number }>(
        `select id from registrations where id > ? and status = 'subscribed' and coalesce(status_at, created_at) <= ?
         order by id limit ?`,
        [after, at, limit],
      );
      return rows.map(({ id }) => id);
    },
    recipients: (readerIds) => recipients(deps, readerIds),
    inDoubt: (sendId) => inDoubt(deps, sendId),
    dueElsewhere: (email, page) => dueElsewhere(deps, email, page),
    reach: (email) => reachOf(deps, email),
    async failed(readerId, failure, reason) {
      await noteReport(deps, readerId, { kind: 'bounce', failure, reason });
    },
  };
}

async function recipients({ database }: MailingListDeps, readerIds: readonly number[]): Promise<Recipient[]> {
  if (readerIds.length === 0) return [];
  const { kind } = database;
  const ids = jsonRows(
    kind,
    readerIds.map((id) => ({ id })),
  );
  const select = () =>
    database.read<Recipient>(
      `select id as "readerId", email, first_name as "firstName", mail_token as token
       from registrations where status = 'subscribed' and id in (select id from ${jsonTable(kind, { id: 'integer' })} as asked)`,
      [ids],
    );
  const found = await select();
  const nameless = found.filter(({ token }) => token === null);
  if (nameless.length === 0) return found;
  const tokens = nameless.map(({ readerId: id }) => ({ id, token: randomBytes(16).toString('hex') }));
  // Two processes may do this at the same time: the first token wins.
  await database.writeTogether((run) =>
    run(
      `update registrations set mail_token = fresh.token
       from ${jsonTable(kind, { id: 'integer', token: 'text' })} as fresh
       where registrations.id = fresh.id and mail_token is null`,
      [jsonRows(kind, tokens)],
    ),
  );
  return select();
}

/** Not who came back since then. */
function inDoubt({ database }: MailingListDeps, sendId: number): Promise<InDoubt[]> {
  // The states are those of the partial index of problems, which is used only if they are all named.
  return database.read<InDoubt>(
    `select deliveries.id, reader_id as "readerId", email, answer
     from deliveries join registrations on registrations.id = reader_id
     where send_id = ? and state in ('failed', 'unknown', 'deferred') and state = 'failed' and failure = 'address'
     and status = 'subscribed' and coalesce(status_at, created_at) <= ended_at order by deliveries.id`,
    [sendId],
  );
}

/** A condition on the domain of a reader's address. */
function atDomains({ database: { kind } }: MailingListDeps, is: 'in' | 'not in'): string {
  const domain = kind === 'sqlite' ? "substr(email, instr(email, '@') + 1)" : "split_part(email, '@', 2)";
  return `${domain} ${is} (select domain from ${jsonTable(kind, { domain: 'text' })} as asked)`;
}

const rowsOf = ({ database: { kind } }: MailingListDeps, { domains }: EmailAt) =>
  jsonRows(
    kind,
    domains.map((domain) => ({ domain })),
  );

async function dueElsewhere(
  deps: MailingListDeps,
  email: EmailAt,
  { at, limit }: { at: Date; limit: number },
): Promise<number[]> {
  const rows = await deps.database.read<{ id: number }>(
    `select deliveries.id from deliveries join registrations on registrations.id = reader_id
     where send_id = ? and state in ('queued', 'deferred') and due_at <= ? and ${atDomains(deps, 'not in')}
     order by due_at, deliveries.id limit ?`,
    [email.sendId, at, rowsOf(deps, email), limit],
  );
  return rows.map(({ id }) => id);
}

async function reachOf(deps: MailingListDeps, email: EmailAt): Promise<Reach> {
  const exists = async (states: string, is: 'in' | 'not in') => {
    const rows = await deps.database.read<object>(
      `select 1 as one from deliveries join registrations on registrations.id = reader_id
       where send_id = ? and state in (${states}) and ${atDomains(deps, is)} limit 1`,
      [email.sendId, rowsOf(deps, email)],
    );
    return rows.length > 0;
  };
  return {
    isAcceptedThere: await exists(`'sent'`, 'in'),
    isAcceptedElsewhere: await exists(`'sent'`, 'not in'),
    isOpenElsewhere: await exists(`'queued', 'deferred', 'sending'`, 'not in'),
  };
}
