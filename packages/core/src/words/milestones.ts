import { type SqlBool, sql } from 'kysely';
import { rowCount, tables } from '../platform/database/query.ts';
import type { Reads } from '../platform/database/reads.ts';
import type { EmailOfWord } from './word-emails.ts';

const emails = tables<{ scheduled_emails: EmailOfWord }>().selectFrom('scheduled_emails');

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

/** The same for all days that have one, by day. It reads every email. */
export async function readMilestones(database: Reads): Promise<Map<string, string>> {
  const rows = await database.read(
    emails
      .select('day')
      .select(sql<number>`cast(sum(count(*)) over (order by day) as integer)`.as('number'))
      .where(sql<SqlBool>`status <> 'failed'`)
      .groupBy('day'),
  );
  return new Map(
    rows.flatMap(({ day, number }) => {
      const milestone = milestoneOf(number);
      return milestone === '' ? [] : [[day, milestone]];
    }),
  );
}

function milestoneOf(number: number): string {
  if (number === 365) return 'A year of words';
  if (number === 730) return 'Two years of words';
  const isRound = number === 50 || (number > 0 && number % 100 === 0);
  return isRound ? `Word ${number.toLocaleString('en-US')}` : '';
}
