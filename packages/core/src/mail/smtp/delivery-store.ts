import type { EntityManager } from '@mikro-orm/sql';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Failure } from './outcome.ts';
import { SmtpSend } from './smtp-send.ts';

/** An email that this process is to send now. */
export interface BegunDelivery {
  id: number;
  readerId: number;
  /** This one included. */
  attempts: number;
}

/** What became of an email. */
export type DeliveryEnd = { id: number; answer: string } & (
  | { state: 'sent' | 'unknown' | 'skipped' }
  | { state: 'failed'; failure: Failure }
  | { state: 'deferred'; dueAt: Date; failure: Failure | undefined }
);

export interface DeliveryStoreDeps {
  database: OpenDatabase;
  /** The time that processes compare. */
  time: () => Promise<Date>;
  leaseMs: number;
}

type Rows = { affectedRows: number };

/**
 * The deliveries of one send, as one process works on them. Its mark is on those that it gave to the mail server,
 * so what it learns late never overwrites what somebody else did meanwhile.
 */
export function deliveryStore({ database, time, leaseMs }: DeliveryStoreDeps, sendId: number) {
  const token = crypto.randomUUID().replaceAll('-', '');
  const skipLocked = database.kind === 'postgresql' ? 'for update skip locked' : '';

  async function begin(em: EntityManager, limit: number): Promise<BegunDelivery[]> {
    if (limit <= 0) return [];
    const at = await time();
    return em.execute<BegunDelivery[]>(
      `with next as materialized (
         select id from deliveries where send_id = ? and state in ('queued', 'deferred') and due_at <= ?
         and exists (select 1 from smtp_sends where id = ? and status = 'sending')
         order by due_at, id limit ${limit} ${skipLocked})
       update deliveries set state = 'sending', attempts = attempts + 1, lease_token = ?, lease_until = ?
       where id in (select id from next) returning id, reader_id as "readerId", attempts`,
      [sendId, at, sendId, token, new Date(at.getTime() + leaseMs)],
    );
  }

  /** Who answers after the lease has ended corrects an `unknown`. */
  async function end(
    em: EntityManager,
    ends: readonly DeliveryEnd[],
    from: 'sending' | 'unknown',
  ): Promise<number> {
    const sent = ends.filter(({ state }) => state === 'sent');
    let changed = 0;
    if (sent.length > 0) {
      const { affectedRows } = await em.execute<Rows>(
        `update deliveries set state = 'sent', answer = ended.column2, failure = null, ended_at = ?
         from (values ${sent.map(() => '(?, ?)').join(', ')}) as ended
         where deliveries.id = cast(ended.column1 as integer) and state = '${from}' and lease_token = ?`,
        [await time(), ...sent.flatMap(({ id, answer }) => [id, answer]), token],
        'run',
      );
      changed += affectedRows;
    }
    for (const one of ends) if (one.state !== 'sent') changed += await endOne(em, one, from);
    return changed;
  }

  async function endOne(em: EntityManager, one: DeliveryEnd, from: string): Promise<number> {
    const isDeferred = one.state === 'deferred';
    const { affectedRows } = await em.execute<Rows>(
      `update deliveries set state = ?, answer = ?, failure = ?, ended_at = ?${isDeferred ? ', due_at = ?' : ''}
       where id = ? and state = '${from}' and lease_token = ?`,
      [
        one.state,
        one.answer,
        'failure' in one ? (one.failure ?? null) : null,
        isDeferred ? null : await time(),
        ...(isDeferred ? [one.dueAt] : []),
        one.id,
        token,
      ],
      'run',
    );
    return affectedRows;
  }

  return {
    /** Records what became of some, and begins up to `limit` others, in one transaction. */
    advance: (ends: readonly DeliveryEnd[], limit: number): Promise<BegunDelivery[]> =>
      database.em().transactional(async (em) => {
        const changed = await end(em, ends, 'sending');
        if (changed === ends.length) await addTotals(em, sendId, ends);
        else {
          const sent = ends.filter(({ state }) => state === 'sent');
          await end(em, sent, 'unknown');
          await recount(em, sendId);
        }
        return begin(em, limit);
      }),
  };
}

/** The send has its own totals, so that nobody counts a million rows to show them. */
async function addTotals(em: EntityManager, sendId: number, ends: readonly DeliveryEnd[]): Promise<void> {
  const of = (state: DeliveryEnd['state']) => ends.filter((one) => one.state === state).length;
  const [sent, failed, unknown] = [of('sent'), of('failed'), of('unknown')];
  if (sent + failed + unknown === 0) return;
  await em.execute(
    'update smtp_sends set sent = sent + ?, failed = failed + ?, unknown = unknown + ? where id = ?',
    [sent, failed, unknown, sendId],
    'run',
  );
}

/** Counts the rows, where totals alone could be wrong. */
export async function recount(em: EntityManager, sendId: number): Promise<void> {
  const rows = await em.execute<{ state: string; count: number | string }[]>(
    'select state, count(*) as count from deliveries where send_id = ? group by state',
    [sendId],
  );
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  const totals = { sent: of('sent'), failed: of('failed'), unknown: of('unknown') };
  await em.nativeUpdate(SmtpSend, { id: sendId }, totals);
}
