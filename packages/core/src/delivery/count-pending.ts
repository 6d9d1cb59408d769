import { Session } from '../accounts/session.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { Registration } from '../readers/registration.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';

/** What a pass of the processor would find to do. */
export interface Waiting {
  /** Signups that the provider does not have yet. */
  signups: number;
  /** Emails that the provider does not have yet. */
  emails: number;
  /** Emails whose time has come and that the provider will be asked about. */
  due: number;
  /** Sessions that have expired. */
  sessions: number;
}

/** Counts what waits for the next pass, and changes nothing. */
export async function whatWaits({
  database,
  now,
}: {
  database: OpenDatabase;
  now: () => Date;
}): Promise<Waiting> {
  const until = { $lte: now() };
  const [signups, emails, due, sessions] = await Promise.all([
    database.em().count(Registration, { handover: 'waiting' }),
    database.em().count(ScheduledEmail, { status: 'pending' }),
    database.em().count(ScheduledEmail, { status: 'scheduled', scheduledDate: until }),
    database.em().count(Session, { expire: until }),
  ]);
  return { signups, emails, due, sessions };
}
