import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl } from '../../../../test/databases.ts';
import { openProductDatabase } from '../entities.ts';
import { startSmtpServer } from '../mail/sandbox/smtp-server.ts';
import type { DatabaseConfig } from '../platform/settings/config.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { Registration } from '../readers/reader-tables.ts';
import { databaseSpace, rehearse, secondShareOf } from './rehearse.ts';
import { startRehearsalServer } from './server.ts';

const smtp = {
  EMAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://ada:wrong@mail.example.invalid',
  MAIL_FROM: 'Words <words@example.com>',
  POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
};

async function rehearsed(
  database: DatabaseConfig,
  env: Record<string, string> = smtp,
  readers = 1200,
  secondShare?: number,
) {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = await startRehearsalServer({ answerMs: 1 });
  onTestFinished(server.close);
  const config = { ...loadConfig({ ...env, DATA_DIR: folder }), database };
  const steps: string[] = [];
  const result = await rehearse(config, {
    readers,
    port: server.port,
    folder,
    secondShare,
    onStep: (step) => steps.push(step),
  });
  return { result, steps };
}

/** What 1,200 addresses meet: 3 and 5 of each thousand. */
const met = { readers: 1200, accepted: 1184, refused: 6, deferred: 10 };

test('sends an email to made-up readers on SQLite, and measures it', async () => {
  const { result, steps } = await rehearsed({ kind: 'sqlite', path: '/does/not/exist/wordrise.db' });
  expect(result).toMatchObject({ ...met, database: 'sqlite', keptDays: 35 });
  expect(result.lastMs).toBeGreaterThan(result.firstMs);
  expect(result.bytesPerDelivery).toBeGreaterThan(50);
  expect(result.bytesPerDelivery).toBeLessThan(2000);
  expect(steps).toContain('readers');
});

test('on PostgreSQL it uses a database of its own, and drops it', async () => {
  const url = inject('postgresUrl');
  const { result } = await rehearsed({ kind: 'postgresql', url });
  expect(result).toMatchObject({ ...met, database: 'postgresql' });
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    "select datname from pg_database where datname like 'wordrise_rehearsal%'",
  );
  expect(rows).toEqual([]);
});

test('an owner of the database without other rights drops it, though the server’s own process is in it', async () => {
  const url = inject('postgresUrl');
  const admin = new Client({ connectionString: url });
  await admin.connect();
  const role = `rehearser_${crypto.randomUUID().slice(0, 8)}`;
  await admin.query(`create role ${role} login createdb`);
  onTestFinished(async () => {
    await admin.query(`drop role ${role}`);
    await admin.end();
  });
  const made = async () => {
    const owned = `select datname from pg_database where pg_get_userbyid(datdba) = '${role}'`;
    const { rows } = await admin.query<{ datname: string }>(owned);
    return rows[0]?.datname;
  };
  const running = rehearsed({
    kind: 'postgresql',
    url: Object.assign(new URL(url), { username: role }).href,
  });
  // As autovacuum may, a session of a role with more rights is there when the database is dropped.
  const name = await expect.poll(made).toBeDefined().then(made);
  const other = new Client({
    connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href,
  });
  await other.connect();
  const drops = `select 1 from pg_stat_activity where state = 'active' and query like 'drop database%${name}%'`;
  await expect.poll(async () => (await admin.query(drops)).rowCount, { timeout: 60_000 }).toBe(1);
  await other.end();
  expect((await running).result).toMatchObject(met);
  expect(await made()).toBeUndefined();
});

test('the second mail server is replaced too, and takes its part', async () => {
  let isAsked = false;
  const real = await startSmtpServer({
    faults: () => {
      isAsked = true;
      return undefined;
    },
    accept: async () => {},
  });
  onTestFinished(real.close);
  const second = `smtp://127.0.0.1:${real.port}`;
  const group = { ...smtp, SMTP_SECOND_URL: second, SMTP_SECOND_FOR: 'Google, example.org' };
  const byGroup = await rehearsed({ kind: 'sqlite', path: '/nowhere' }, group, 1200, 0.25);
  const { relays, ...rest } = byGroup.result;
  expect(rest).toMatchObject({ readers: 1200, accepted: 1184, refused: 6, deferred: 10, connections: 10 });
  expect(relays.map(({ relay }) => relay)).toEqual(['first', 'second']);
  expect(relays[0]?.accepted).toBeGreaterThan(880);
  expect(relays[1]?.accepted).toBeGreaterThan(290);
  const standsIn = await rehearsed(
    { kind: 'sqlite', path: '/nowhere' },
    { ...smtp, SMTP_SECOND_URL: second },
    300,
  );
  expect(standsIn.result.relays).toEqual([
    { relay: 'first', accepted: 292 },
    { relay: 'second', accepted: 0 },
  ]);
  expect(isAsked).toBe(false);
});

describe.each(databaseKinds)('on %s', (kind) => {
  test('the part of the second mail server is that of the list', async () => {
    const DATABASE_URL = await temporaryDatabaseUrl(kind);
    const env = { ...smtp, DATABASE_URL, SMTP_SECOND_URL: 'smtp://192.0.2.1' };
    const byGroup = loadConfig({ ...env, SMTP_SECOND_FOR: 'Google, example.org' });
    const db = await openProductDatabase(byGroup.database);
    onTestFinished(() => db.close());
    await db.migrate();
    expect(await secondShareOf(byGroup)).toBeUndefined();
    const createdAt = new Date();
    const at = (domain: string, count: number) =>
      Array.from({ length: count }, (_, nth) => {
        return { email: `ada${nth}@${domain}`, firstName: 'Ada', createdAt, status: 'subscribed' as const };
      });
    const list = [...at('gmail.com', 2), ...at('example.org', 2), ...at('example.com', 6)];
    await db.em().insertMany(Registration, list);
    expect(await secondShareOf(byGroup)).toBe(0.4);
    expect(await secondShareOf(loadConfig(env))).toBeUndefined();
  });

  test('the size of the database is known, and what is free on its disk if the server is here', async () => {
    const url = await temporaryDatabaseUrl(kind);
    const { database } = loadConfig({ DATABASE_URL: url });
    const opened = await openProductDatabase(database);
    onTestFinished(() => opened.close());
    await opened.migrate();
    const space = await databaseSpace(database);
    expect(space.bytes).toBeGreaterThan(100_000);
    expect(space.freeBytes).toBeGreaterThan(1_000_000);
  });
});

test('the disk of a PostgreSQL server elsewhere is not known', async () => {
  const url = new URL(inject('postgresUrl'));
  url.hostname = '127.0.0.2';
  const space = await databaseSpace({ kind: 'postgresql', url: url.href });
  expect(space.freeBytes).toBeUndefined();
});

test('with iContact it says that there is nothing to rehearse', async () => {
  const icontact = {
    EMAIL_PROVIDER: 'icontact',
    ICONTACT_APP_ID: 'app',
    ICONTACT_API_USERNAME: 'ada',
    ICONTACT_API_PASSWORD: 'secret',
    ICONTACT_ACCOUNT_ID: '1',
    ICONTACT_CLIENT_FOLDER_ID: '2',
    ICONTACT_LIST_ID: '3',
    MAIL_FROM: 'Words <words@example.com>',
  };
  await expect(rehearsed({ kind: 'sqlite', path: '/nowhere' }, icontact, 10)).rejects.toMatchObject({
    code: 'config.invalid',
  });
});
