import type { ReaderDelivery } from '../contract/deliveries.ts';
import { limits } from '../contract/limits.ts';
import { type Instant, isoInstant, type Reads } from '../database/reads.ts';

/** What became of the latest emails to one reader, if they are sent from here; kept for about a month. */
export async function readerDeliveries(database: Reads, readerId: number): Promise<ReaderDelivery[]> {
  const rows = await database.read<DeliveryRecord>(latestSql, [readerId, limits.readerDeliveries]);
  return rows.map(({ name, word, at, ...row }) => ({
    ...row,
    // The message name of a removed entry begins with its word.
    word: word ?? name.split(' · ')[0] ?? name,
    at: isoInstant(at),
  }));
}

type DeliveryRecord = Omit<ReaderDelivery, 'word' | 'at'> & {
  name: string;
  word: string | null;
  at: Instant;
};

const latestSql = `select email.id, word.word, message.name, latest.state, latest.failure, latest.answer,
    latest.attempts, coalesce(latest.ended_at, latest.due_at) as at
  from (select * from deliveries where reader_id = ? order by id desc limit ?) latest
  join smtp_sends send on send.id = latest.send_id
  join smtp_messages message on message.id = send.message_id
  left join scheduled_emails email on email.message_name = message.name
  left join words word on word.id = email.word_id
  order by latest.id desc`;
