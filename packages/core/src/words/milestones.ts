import { type SqlBool, sql } from 'kysely';
import { rowCount, tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';

/** What is read here of an email, whose table belongs to a room above. */
interface DatedEmail {
  /** `YYYY-MM-DD` */
  day: string;
  status: string;
}

const emails = tables<{ scheduled_emails: DatedEmail }>().selectFrom('scheduled_emails');

/**
 * What the email of a day says if its number is a round one: “Word 100”. Otherwise empty. Emails are counted from the
 * first one of the installation, with those that wait.
 */
export async function milestoneOn(database: Reads, day: string): Promise<string> {
  const [found] = await database.read(
    emails.select(rowCount).where('day', '<=', day).where(sql<SqlBool>`status <> 'failed'`),
  );
  return milestoneOf(found?.count ?? 0);
}

function milestoneOf(number: number): string {
  if (number === 365) return 'A year of words';
  if (number === 730) return 'Two years of words';
  const isRound = number === 50 || (number > 0 && number % 100 === 0);
  return isRound ? `Word ${number.toLocaleString('en-US')}` : '';
}
