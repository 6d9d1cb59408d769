import type { ProblemsPage, ProblemsQuery, ProblemView } from '../contract/deliveries.ts';
import { readPage } from '../database/read-page.ts';
import { type Condition, type Instant, isoInstant } from '../database/reads.ts';
import { noSuchEmail } from './cancel-email.ts';
import { type EmailDeliveryDeps, findSend } from './email-delivery.ts';
import { findEmail } from './list-schedule.ts';

const reader = (column: string) => `(select ${column} from registrations where id = deliveries.reader_id)`;

const columns = `reader_id as "readerId", ${reader('email')} as email, ${reader('first_name')} as "firstName",
  state, failure, answer, attempts, coalesce(ended_at, due_at) as at`;

/** Readers who did not get an email, or may not have gotten it. @throws DomainError `schedule.not_found` */
export async function deliveryProblems(
  deps: EmailDeliveryDeps,
  id: number,
  { page, limit, state, failure }: ProblemsQuery,
): Promise<ProblemsPage> {
  if (!(await findEmail(deps, id))) throw noSuchEmail();
  const { sendId } = await findSend(deps, id);
  const where: Condition[] = [
    { sql: 'send_id = ?', values: [Number(sendId ?? 0)] },
    // Literal values: with bound values, the partial index would not be used.
    { sql: state ? `state = '${state}'` : `state in ('failed', 'unknown', 'deferred')`, values: [] },
    ...(failure ? [{ sql: 'failure = ?', values: [failure] }] : []),
  ];
  const list = { table: 'deliveries', columns, where, orderBy: 'id' };
  const { rows, ...rest } = await readPage<ProblemRecord>(deps.database, list, { page, limit });
  return { readers: rows.map((row) => ({ ...row, at: isoInstant(row.at) })), ...rest };
}

type ProblemRecord = Omit<ProblemView, 'at'> & { at: Instant };
