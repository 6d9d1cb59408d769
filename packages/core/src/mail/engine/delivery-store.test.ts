import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { startPostgres } from '../../../../../test/postgres.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { explained, statement } from '../../../../../test/statement.ts';
import { describeHold } from '../../contract/deliveries.ts';
import { openProductDatabase } from '../../entities.ts';
import { showInstant } from '../../platform/calendar.ts';
import type { Query } from '../../platform/database/query.ts';
import { smtpPolicy } from '../policy.ts';
import { DeliveryStore, type DeliveryStoreDeps, takeOver } from './delivery-store.ts';

const minute = 60_000;
const { leaseMs } = smtpPolicy;

/** An email to readers whose mail server has been away, so that all of them are due. */
async function givenDue(kind: DatabaseKind, readers: number) {
  const sending = await openTestSending(kind);
  const { givenReaders, schedule, pass, later, setFault, db, now } = sending;
  await givenReaders(readers);
  await schedule(minute);
  later(minute);
  setFault(({ at }) => (at === 'connect' ? { at, code: 554, text: '5.7.0 Go away' } : undefined));
  await pass();
  setFault(() => undefined);
  later(minute);
  const deps = { database: db, now, leaseMs, connections: 2 };
  return { ...sending, deps, store: new DeliveryStore(deps, { id: 1, rangeSize: 128 }) };
}

describe.each(databaseKinds)('emails that a process has claimed, on %s,', (kind) => {
  test('are sent by another one after it died, except those at a connection', async () => {
    const { deps, store, later, pass, states, received } = await givenDue(kind, 5);
    const [first] = await store.claim({ limit: 3 });
    await store.submit(first?.id ?? 0);
    await takeOver(deps);
    expect(await states()).toEqual({ sending: 3, deferred: 2 });
    later(leaseMs + 1);
    await pass();
    expect(await states()).toEqual({ unknown: 1, sent: 4 });
    expect(received).toHaveLength(4);
  });

  test('are due again once the lease of the process that died has ended, until another one takes over', async () => {
    const { db, deps, store, later, provider, setFault } = await givenDue(kind, 3);
    const { deliveries } = provider;
    expect(await deliveries.isDue()).toBe(true);
    const [first] = await store.claim({ limit: 3 });
    await store.submit(first?.id ?? 0);
    expect(await deliveries.isDue()).toBe(false);
    later(leaseMs + 1);
    expect(await deliveries.isDue()).toBe(true);
    // The mail server asks to try later, so that nothing is due right afterward.
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 450, text: '4.2.0 later' } : undefined));
    await deliveries.run({ onEvent: () => {} });
    expect(await deliveries.isDue()).toBe(false);
    // A process whose clock was ahead, and one that has no row, such as after PostgreSQL crashed.
    const another = new DeliveryStore(deps, { id: 1, rangeSize: 128 });
    later(6 * minute);
    await another.claim({ limit: 3 });
    expect(await deliveries.isDue()).toBe(false);
    later(-3 * leaseMs);
    expect(await deliveries.isDue()).toBe(true);
    later(3 * leaseMs);
    await db.em().execute('delete from smtp_workers');
    expect(await deliveries.isDue()).toBe(true);
    await takeOver(deps);
    expect(await deliveries.isDue()).toBe(false);
  });

  test('are named, with when they go on, once another process has sent the others', async () => {
    const { store, provider, later, received } = await givenDue(kind, 200);
    await store.claim({ limit: 1 });
    later(leaseMs / 4 + 1000);
    const messages: string[] = [];
    await provider.deliveries.run({ onEvent: ({ message }) => void messages.push(message) });
    expect(received.length).toBeGreaterThan(0);
    expect(messages).toEqual([
      expect.stringMatching(/^“.+”: \d+ of 200 sent$/),
      expect.stringMatching(/^Sending was interrupted.* Sending continues /),
    ]);
  });

  test('are no interruption while another process sends to the others, also between its slices', async () => {
    const { store, provider, later, setFault } = await givenDue(kind, 200);
    await store.claim({ limit: 1 });
    later(leaseMs / 4 + 1000);
    const slice = new AbortController();
    setFault(() => {
      slice.abort();
      return undefined;
    });
    await provider.deliveries.run({ onEvent: () => {}, signal: slice.signal });
    expect(await provider.deliveries.isDue()).toBe(true);
    const hold = async () => (await provider.deliveries.progress('1'))?.hold;
    expect(await hold()).toBeNull();
    // That process has not come back either.
    later(leaseMs / 4 + 1000);
    expect(await hold()).toMatchObject({ isInterruption: true });
  });

  test('hold the send until the lease ends, which is said once their process is silent', async () => {
    const { db, store, later, now, provider, setFault } = await givenDue(kind, 3);
    const hold = async () => (await provider.deliveries.progress('1'))?.hold;
    expect(await hold()).toBeNull();
    const [first] = await store.claim({ limit: 3 });
    await store.submit(first?.id ?? 0);
    later(leaseMs / 12);
    expect(await hold()).toBeNull();
    const lastWritten = now();
    store.keep();
    await store.claim({ limit: 0 });
    later(leaseMs / 4 + 1000);
    const until = new Date(lastWritten.getTime() + leaseMs);
    const interrupted = {
      until: until.toISOString(),
      reason: 'Sending was interrupted: the process that was sending it ended or does not respond.',
      isInterruption: true,
    };
    expect(await hold()).toEqual(interrupted);
    const [listed] = await provider.deliveries.list(1);
    expect(listed?.progress.hold).toEqual(interrupted);
    const events: unknown[] = [];
    const onEvent = (event: unknown) => void events.push(event);
    await provider.deliveries.run({ onEvent });
    const message = `${interrupted.reason} Sending continues ${showInstant(until, 'America/New_York')}.`;
    expect(events).toEqual([{ outcome: 'waiting', message }]);
    // Another process sends to other readers meanwhile.
    await db
      .em()
      .execute(`insert into smtp_workers (token, lease_until, submitting) values ('other', ?, '[]')`, [
        new Date(now().getTime() + leaseMs),
      ]);
    await db.em().execute(`insert into smtp_ranges (send_id, nth, worker) values (1, 9, 'other')`);
    expect(await hold()).toBeNull();
    await db.em().execute(`delete from smtp_workers where token = 'other'`);
    await db.em().execute(`delete from smtp_ranges where nth = 9`);
    // Nobody has taken over yet.
    later(leaseMs);
    const over = { ...interrupted, until: now().toISOString() };
    expect(await hold()).toEqual(over);
    const said = `${interrupted.reason} Sending continues with the next pass of the processor.`;
    expect(describeHold(over, String, now())).toBe(said);
    setFault(({ at }) => (at === 'rcpt' ? { at, code: 450, text: '4.2.0 later' } : undefined));
    await provider.deliveries.run({ onEvent: () => {} });
    expect(await hold()).toBeNull();
  });

  test('are not submitted by a process that slept until another one took over', async () => {
    const { store, later, pass, states, received, provider } = await givenDue(kind, 5);
    const [first, second] = await store.claim({ limit: 3 });
    await store.submit(first?.id ?? 0);
    later(leaseMs + 1);
    await pass();
    await expect(store.submit(second?.id ?? 0)).rejects.toThrow('another process has taken over');
    expect(await store.claim({ limit: 3 })).toEqual([]);
    expect(store.isTakenOver).toBe(true);
    expect(received).toHaveLength(4);
    // The answer to what was at a connection when it fell asleep.
    store.end({ id: first?.id ?? 0, state: 'sent', answer: '250 Ok', isAttempt: true });
    await store.claim({ limit: 0 });
    expect(await states()).toEqual({ sent: 5 });
    expect(await provider.deliveries.progress('1')).toMatchObject({ sent: 5, unknown: 0 });
  });

  test('stay with a process that writes now and then, however long a connection takes', async () => {
    const { deps, store, later, states } = await givenDue(kind, 2);
    const [first] = await store.claim({ limit: 2 });
    for (let beats = 0; beats < 3; beats += 1) {
      later(leaseMs - 1);
      store.keep();
      await store.claim({ limit: 0 });
      await takeOver(deps);
    }
    await store.submit(first?.id ?? 0);
    expect(await states()).toEqual({ sending: 2 });
  });

  test('are submitted no more than one for each connection at a time', async () => {
    const { deps, store, later, states } = await givenDue(kind, 5);
    const [first, ...others] = await store.claim({ limit: 5 });
    const granted: number[] = [];
    const submitted = [first, ...others].map((delivery) => {
      const id = delivery?.id ?? 0;
      return store.submit(id).then(
        () => void granted.push(id),
        () => {},
      );
    });
    await Promise.all(submitted.slice(0, 2));
    await store.claim({ limit: 0 });
    expect(granted).toHaveLength(deps.connections);
    store.end({ id: first?.id ?? 0, state: 'sent', answer: '250 Ok', isAttempt: true });
    await submitted[2];
    expect(granted).toHaveLength(3);
    store.stop();
    await Promise.all(submitted);
    expect(granted).toHaveLength(3);
    later(leaseMs + 1);
    await takeOver(deps);
    expect(await states()).toEqual({ sent: 1, unknown: 2, deferred: 2 });
  });

  test('are recorded together when all connections ask, and soon when only some do', async () => {
    const { db, deps } = await givenDue(kind, 4);
    let volatile = 0;
    const database: DeliveryStoreDeps['database'] = {
      ...db,
      writeTogether: (work, options) => {
        if (options?.isVolatile) volatile += 1;
        return db.writeTogether(work, options);
      },
      writeOne: (query) => {
        volatile += 1;
        return db.writeOne(query);
      },
    };
    const store = new DeliveryStore({ ...deps, database }, { id: 1, rangeSize: 128 });
    const [first, second, third] = (await store.claim({ limit: 4 })).map(({ id }) => id);
    volatile = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const submitted = [store.submit(first ?? 0)];
    await turn();
    await turn();
    expect(volatile).toBe(0);
    submitted.push(store.submit(second ?? 0));
    await Promise.all(submitted);
    expect(volatile).toBe(1);
    store.end({ id: first ?? 0, state: 'sent', answer: '250 Ok', isAttempt: true });
    const alone = store.submit(third ?? 0);
    vi.advanceTimersByTime(5);
    await alone;
    expect(volatile).toBe(2);
  });

  test('are all in doubt after an older version died', async () => {
    const { db, deps, states } = await givenDue(kind, 3);
    await db.em().execute(`update smtp_ranges set worker = 'of an older version', claimed = '[1,2,3]'`);
    await takeOver(deps);
    expect(await states()).toEqual({ unknown: 3 });
  });
});

// PostgreSQL decides by how many rows there are; SQLite by the statement alone.
test('are found by their key when their results are recorded, however many the send has', async () => {
  const { deps, db } = await givenDue('sqlite', 3);
  const plans: string[] = [];
  const database: DeliveryStoreDeps['database'] = {
    ...db,
    writeTogether: (work, options) =>
      db.writeTogether((run, insert) => {
        const explain = async <Row>(query: Query<Row>) => {
          const steps = await run<{ detail: string }>(explained('sqlite', query));
          plans.push(...steps.map(({ detail }) => detail));
          return run(query);
        };
        return work(explain, insert);
      }, options),
  };
  const store = new DeliveryStore({ ...deps, database }, { id: 1, rangeSize: 128 });
  const [first] = await store.claim({ limit: 3 });
  await store.submit(first?.id ?? 0);
  store.end({ id: first?.id ?? 0, state: 'sent', answer: '250 Ok', isAttempt: true });
  await store.claim({ limit: 0 });
  const ofDeliveries = plans.filter((plan) => plan.includes('deliveries'));
  expect(ofDeliveries).toContain('SEARCH deliveries USING PRIMARY KEY (send_id=? AND reader_id=?)');
  expect(ofDeliveries.filter((plan) => !plan.includes('reader_id'))).toEqual([]);
});

test('after the machine of a SQLite file was started again, everything that was claimed is in doubt', async () => {
  const { db, deps, store, later, states } = await givenDue('sqlite', 4);
  await store.claim({ limit: 3 });
  await db.em().execute(`update smtp_workers set boot = 'an earlier one'`);
  later(leaseMs + 1);
  await takeOver(deps);
  expect(await states()).toEqual({ deferred: 1, unknown: 3 });
});

test('after PostgreSQL crashed, everything that was claimed is in doubt, and nothing more is submitted', async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(postgres.stop);
  const open = async () => {
    const database = await openProductDatabase({ kind: 'postgresql', url: postgres.url });
    await database.migrate();
    return database;
  };
  const database = await open();
  const now = () => new Date();
  const depsOf = (of: typeof database): DeliveryStoreDeps => ({
    database: of,
    now,
    leaseMs,
    connections: 2,
  });
  await database
    .em()
    .execute(`insert into smtp_messages (name, subject, html, text, created_at) values ('a', '', '', '', now());
    insert into smtp_sends (message_id, scheduled_at, status) values (1, now(), 'sending');
    insert into smtp_ranges (send_id, nth, next_at, readers) values (1, 0, now() - interval '1 minute', 4);
    insert into deliveries (send_id, reader_id, due_at) select 1, n, now() - interval '1 minute' from generate_series(1, 4) n`);
  const store = new DeliveryStore(depsOf(database), { id: 1, rangeSize: 128 });
  const [first, second] = await store.claim({ limit: 3 });
  await store.submit(first?.id ?? 0);
  await postgres.crash();
  await postgres.start();
  await database.close();
  const after = await open();
  onTestFinished(() => after.close());
  await takeOver(depsOf(after));
  const states = await after.read(
    statement(
      `select state, cast(count(*) as integer) as count from deliveries group by state order by state`,
    ),
  );
  expect(states).toEqual([
    { state: 'queued', count: 1 },
    { state: 'unknown', count: 3 },
  ]);
  await expect(store.submit(second?.id ?? 0)).rejects.toThrow();
});
