import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { DatabaseConfig } from '../platform/settings/config.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { rehearse } from './rehearse.ts';
import { startRehearsalServer } from './server.ts';

const smtp = {
  EMAIL_PROVIDER: 'smtp',
  SMTP_URL: 'smtp://ada:wrong@mail.example.invalid',
  MAIL_FROM: 'Words <words@example.com>',
  POSTAL_ADDRESS: '1 Sample Street, Anytown 00000',
};

async function rehearsed(database: DatabaseConfig, env: Record<string, string> = smtp, readers = 1200) {
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
