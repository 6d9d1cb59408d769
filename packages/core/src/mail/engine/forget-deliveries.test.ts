import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { hour } from '../../../../../test/schedule.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { explained, statement } from '../../../../../test/statement.ts';
import type { Query } from '../../platform/database/query.ts';
import { forgetDeliveries, forgetting } from './manage-sends.ts';

const day = 24 * hour;

describe.each(databaseKinds)('the results of an email sent by SMTP on %s', (kind) => {
  test('are kept as totals after five weeks', async () => {
    const { givenReaders, schedule, pass, later, provider, entry, states } = await openTestSending(kind, {
      policy: { forgetting: { batch: 2, longestMs: 60_000, aheadMs: 0 } },
    });
    await givenReaders(5);
    const { id } = await schedule(hour);
    later(hour);
    await pass();
    later(34 * day);
    await pass();
    expect(await states()).toEqual({ sent: 5 });
    later(2 * day);
    await pass();
    expect(await states()).toEqual({});
    const { sendId } = await entry(id);
    expect(await provider.deliveries.progress(sendId ?? '')).toMatchObject({ recipients: 5, sent: 5 });
  });

  test('are deleted after what is due was sent, and not while there is something to send', async () => {
    const { givenReaders, schedule, pass, later, setFault, states } = await openTestSending(kind);
    await givenReaders(3);
    await schedule(hour);
    later(hour);
    await pass();
    later(36 * day);
    await schedule(0);
    const seen: object[] = [];
    setFault(({ at, to }) => {
      if (at === 'data') void states().then((counts) => seen.push(counts));
      // One is still due when the slice is over.
      return at === 'data' && to === 'reader2@example.com' ? { slowMs: 1 } : undefined;
    });
    await pass();
    expect(seen.length).toBeGreaterThan(0);
    for (const counts of seen) expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(await states()).toEqual({ sent: 3 });
  });

  test('stay when there is no time left to delete them', async () => {
    const { givenReaders, schedule, pass, later, states } = await openTestSending(kind, {
      policy: { forgetting: { batch: 1, longestMs: 0, aheadMs: 0 } },
    });
    await givenReaders(2);
    await schedule(hour);
    later(hour);
    await pass();
    later(36 * day);
    await pass();
    expect(await states()).toEqual({ sent: 2 });
  });

  test('are found by an index, however many there are', async () => {
    const { db } = await openTestSending(kind);
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 4000)`;
    await db
      .em()
      .execute(
        `insert into smtp_messages (name, subject, html, text, created_at) values ('a', '', '', '', '2026-01-01')`,
        [],
        'run',
      );
    await db.writeTogether(async (run) => {
      await run(
        statement(
          `insert into smtp_messages (name, subject, html, text, created_at) ${numbers} select 'm' || n, '', '', '', ? from numbers where n <= 400`,
          [new Date()],
        ),
      );
      await run(
        statement(
          `insert into smtp_sends (message_id, scheduled_at, status, finished_at, is_forgotten)
        select id, ?, 'released', ?, id % 10 <> 0 from smtp_messages`,
          [new Date(), new Date()],
        ),
      );
      await run(
        statement(
          `insert into deliveries (send_id, reader_id, state, due_at) ${numbers} select n % 4, n, 'sent', ? from numbers`,
          [new Date()],
        ),
      );
    });
    if (kind === 'postgresql') {
      await db.em().execute('analyze deliveries, smtp_sends');
      // The planner multiplies the rows of a page by the size of the file.
      await db
        .em()
        .execute(
          `update pg_class set reltuples = 50000000 where relname ~ '^deliveries' or relname = 'smtp_sends'`,
        );
    }
    const ofKey =
      kind === 'sqlite'
        ? /USING PRIMARY KEY \(send_id=\? AND reader_id>\?/
        : /Index (Only )?Scan using deliveries_/;
    const plan = async (query: Query<unknown>) =>
      (await db.writeTogether((run) => run(explained(kind, query))))
        .map((row) => String(row.detail ?? row['QUERY PLAN']))
        .join('\n');
    const scan = /^SCAN (?!batch)|Seq Scan/m;
    expect(await plan(sql`select * from deliveries where attempts = ${1}`)).toMatch(scan);
    expect(await plan(forgetting.batch(1, 5, 100))).not.toMatch(scan);
    expect(await plan(forgetting.batch(1, 5, 100))).toMatch(ofKey);
    expect(await plan(forgetting.delete(1, 5, 100))).not.toMatch(scan);
    expect(await plan(forgetting.delete(1, 5, 100))).toMatch(ofKey);
    expect(await plan(forgetting.oldest(new Date(0)))).toContain('smtp_sends_kept');
  });

  test('of a send that has none are not looked for again', async () => {
    const { db, givenReaders, schedule, pass, later, now } = await openTestSending(kind);
    await givenReaders(1);
    await schedule(hour);
    later(hour);
    await pass();
    later(36 * day);
    await pass();
    await db
      .em()
      .execute(
        `insert into deliveries (send_id, reader_id, state, due_at) values (1, 7, 'sent', ?)`,
        [now()],
        'run',
      );
    await forgetDeliveries({ database: db }, { before: now(), batch: 10 }, async () => true);
    expect(await db.read(statement('select reader_id as id from deliveries'))).toEqual([{ id: 7 }]);
  });
});
