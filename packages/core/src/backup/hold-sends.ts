import Database from 'better-sqlite3';

/** Runs one statement on the restored tables, which may have an older version, and returns its rows. */
export type RunRestored = <Row>(sql: string, values: readonly (string | Date)[]) => Promise<Row[]>;

export interface HoldOptions {
  /** When the backup was made. */
  madeAt: Date;
  now: Date;
  /** Names of the tables that the backup has. */
  tables: readonly string[];
}

/**
 * Holds back emails that readers may have received after the backup was made. With SMTP, only our own rows recorded who
 * got an email, and an email that was not submitted yet may have been submitted since. Emails whose time comes later
 * are left alone.
 *
 * @returns how many emails wait for the owner
 */
export async function holdSends(run: RunRestored, { madeAt, now, tables }: HoldOptions): Promise<number> {
  const since = `the backup of ${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, which was restored`;
  const reason = `It may have been sent after ${since}.`;
  const held = await run<object>(
    `update scheduled_emails set status = 'failed', reason = ?, lease_token = null, lease_until = null
     where status = 'pending' and scheduled_date <= ? returning id`,
    [reason, now],
  );
  if (!tables.includes('smtp_sends')) return held.length;
  const underWay = `select id from smtp_sends where status in ('sending', 'paused')`;
  await run(
    `update deliveries set state = 'unknown', answer = ?, ended_at = ?, lease_token = null
     where state in ('queued', 'deferred', 'sending') and send_id in (${underWay})`,
    [reason, now],
  );
  const paused = await run<object>(
    `update smtp_sends set status = 'paused', reason = ?,
       unknown = (select count(*) from deliveries where send_id = smtp_sends.id and state = 'unknown')
     where id in (${underWay}) returning id`,
    [`Readers may have got it after ${since}.`],
  );
  const due = `(status = 'preparing' or status = 'pending' and scheduled_at <= ?)`;
  await run(`delete from deliveries where send_id in (select id from smtp_sends where ${due})`, [now]);
  const cancelled = await run<object>(
    `update smtp_sends set status = 'cancelled', reason = ? where ${due} returning id`,
    [reason, now],
  );
  return held.length + paused.length + cancelled.length;
}

/** Does the same in a SQLite file that is not in use. */
export async function holdSendsInFile(path: string, options: Omit<HoldOptions, 'tables'>): Promise<number> {
  const database = new Database(path, { fileMustExist: true });
  try {
    const tables = database
      .prepare(`select name from sqlite_master where type = 'table'`)
      .pluck()
      .all() as string[];
    const run: RunRestored = async <Row>(sql: string, values: readonly (string | Date)[]) => {
      const stored = values.map((value) => (value instanceof Date ? value.getTime() : value));
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(stored) as Row[];
      statement.run(stored);
      return [];
    };
    return await holdSends(run, { ...options, tables });
  } finally {
    database.close();
  }
}
