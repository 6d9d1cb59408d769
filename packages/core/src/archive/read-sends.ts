import { type Instant, isoInstant, type Reads } from '../database/reads.ts';

/** An email went out if the provider released it, or if the provider has it and its time has come. */
const wentOut = ["email.status = 'sent'", "email.status = 'scheduled' and email.cancel_requested_at is null"];

/** Whether `email` went out; its one value is the present time. */
export const wentOutBy = `(${wentOut.join(' or ')}) and email.scheduled_date <= ?`;

export interface SendRange {
  /** Both ends are inclusive. */
  from?: Date;
  until: Date;
  order?: 'asc' | 'desc';
  limit: number;
  /** The id of a word whose emails are left out. */
  except?: number;
}

export type Sent<Row> = Row & { sentAt: string };

/**
 * Emails that went out, with `columns` of their `word`, by date, latest first. A removed word has no slug and is left
 * out.
 */
export async function readSends<Row>(
  database: Reads,
  columns: string,
  { from = new Date(0), until, order = 'desc', limit, except = 0 }: SendRange,
): Promise<Sent<Row>[]> {
  // One query for each status: for both together, SQLite would sort all emails.
  const each = wentOut.map(
    (status, place) => `select * from (
      select ${columns}, email.scheduled_date as "sentAt"
      from scheduled_emails email join words word on word.id = email.word_id
      where ${status} and email.scheduled_date >= ? and email.scheduled_date <= ?
        and word.slug is not null and word.id <> ?
      order by email.scheduled_date ${order} limit ?) sends${place}`,
  );
  const values = [from, until, except, limit];
  const rows = await database.read<Row & { sentAt: Instant }>(
    `${each.join(' union all ')} order by "sentAt" ${order} limit ?`,
    [...values, ...values, limit],
  );
  return rows.map((row) => ({ ...row, sentAt: isoInstant(row.sentAt) }));
}
