import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestSending } from '../../../../../test/smtp.ts';
import { statement } from '../../../../../test/statement.ts';
import type { OpenDatabase } from '../../platform/database/open-database.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Where deliveries are, and how many. */
const places = (db: OpenDatabase) =>
  db.read(
    statement<{ place: string; count: number }>(
      'select tableoid::regclass::text as place, count(*)::int as count from deliveries group by 1 order by 1',
    ),
  );

/** Reads deliveries, as a backup does for minutes, until `work` is done. */
async function whileReading(db: OpenDatabase, work: () => Promise<unknown>) {
  await db.em().transactional(async (em) => {
    await em.execute('select count(*) from deliveries');
    await work();
  });
}

async function givenDue() {
  const sending = await openTestSending('postgresql');
  // Databases are used again by other tests.
  const { db } = sending;
  for (const { name } of await db.read(
    statement<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'deliveries'::regclass
       and inhrelid::regclass::text ~ '[0-9]$'`,
    ),
  ))
    await db.em().execute(`drop table ${name}`);
  await sending.givenReaders(5);
  return sending;
}

test('the deliveries of a send are a partition, which is made ahead and dropped whole', async () => {
  const { db, schedule, pass, later, provider } = await givenDue();
  await schedule(hour);
  await pass();
  expect(await db.read(sql`select to_regclass('deliveries_1')::text as name`)).toEqual([
    { name: 'deliveries_1' },
  ]);
  later(hour);
  await pass();
  expect(await places(db)).toEqual([{ place: 'deliveries_1', count: 5 }]);
  await expect(
    db.em().execute(`insert into deliveries (send_id, reader_id, due_at) values (1, 3, now())`),
  ).rejects.toThrow(/unique/);
  later(36 * day);
  await pass();
  expect(await db.read(sql`select to_regclass('deliveries_1')::text as name`)).toEqual([{ name: null }]);
  expect(await provider.deliveries.progress('1')).toMatchObject({ sent: 5, recipients: 5 });
});

test('a canceled send leaves no partition', async () => {
  const { db, schedule, pass, provider } = await givenDue();
  await schedule(hour);
  await pass();
  expect(await provider.sends.cancel('1')).toBe('cancelled');
  await pass();
  expect(await db.read(sql`select to_regclass('deliveries_1')::text as name`)).toEqual([{ name: null }]);
});

test('a send whose partition cannot be made is sent all the same, and its results are deleted', async () => {
  const { db, schedule, pass, later, states } = await givenDue();
  await schedule(0);
  await whileReading(db, () => pass());
  expect(await states()).toEqual({ sent: 5 });
  expect(await places(db)).toEqual([{ place: 'deliveries_other', count: 5 }]);
  await pass();
  later(36 * day);
  await pass();
  expect(await states()).toEqual({});
});

test('a partition that is being read is dropped by a later pass', async () => {
  const { db, schedule, pass, later, states } = await givenDue();
  await schedule(0);
  await pass();
  later(36 * day);
  await whileReading(db, () => pass());
  expect(await states()).toEqual({ sent: 5 });
  await pass();
  expect(await states()).toEqual({});
});
