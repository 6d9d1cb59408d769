import { expect, onTestFinished, test } from 'vitest';
import { onPostgres } from '../../../test/databases.ts';
import { eventually } from '../../../test/eventually.ts';
import { startPostgres } from '../../../test/postgres.ts';
import { csvOf } from '../../../test/words.ts';
import { startTestServer } from './start-test-server.ts';

test('PostgreSQL crashes under load: 503 in the meantime, nothing acknowledged is lost, and it recovers on its own', async () => {
  const postgres = await startPostgres({ durable: true });
  onTestFinished(postgres.stop);
  const server = await startTestServer({
    databaseUrl: postgres.url,
    env: { TRUST_PROXY: '1' },
    overrides: { limits: { signupPerAddress: { points: 100_000, seconds: 1 } } },
  });
  const { call, ok, signIn, wordrise } = server;
  await signIn();
  const signedUp: string[] = [];
  const imported: string[] = [];
  const refusals: { status: number; retryAfter: string | null; code: string }[] = [];
  let isOver = false;

  /** Repeats the work until the end, even after a failure. */
  const repeat = async (work: (nth: number) => Promise<void>) => {
    for (let nth = 0; !isOver; nth += 1) await work(nth);
  };
  /** Whether it was acknowledged. */
  const was = async (answer: Response): Promise<boolean> => {
    const text = await answer.text();
    if (answer.ok) return true;
    const retryAfter = answer.headers.get('Retry-After');
    refusals.push({ status: answer.status, retryAfter, code: JSON.parse(text).code });
    return false;
  };
  const load = Promise.all([
    repeat(async (nth) => {
      const email = `reader.${nth}@example.com`;
      const answer = await call('register', { body: { email, firstName: 'Ada' } });
      if (await was(answer)) signedUp.push(email);
    }),
    repeat(async (nth) => {
      const words = Array.from({ length: 20 }, (_, at) => `word ${nth} ${at}`);
      const headers = { 'Content-Type': 'text/csv' };
      if (await was(await call('uploadWords', { raw: csvOf(words), headers }))) imported.push(...words);
    }),
    repeat(async () => {
      await wordrise.processor.runPass().catch(() => {});
      await new Promise(setImmediate);
    }),
  ]);

  const someMore = async () => {
    const before = [signedUp.length, imported.length] as const;
    await eventually(() => expect(signedUp.length).toBeGreaterThan(before[0] + 5));
    await eventually(() => expect(imported.length).toBeGreaterThan(before[1]));
  };
  await someMore();
  await postgres.crash();
  await eventually(() => expect(refusals.length).toBeGreaterThan(3));
  expect((await call('health')).status).toBe(200);
  expect((await call('ready')).status).toBe(503);
  await postgres.start();
  await someMore();
  isOver = true;
  await load;

  for (const refusal of refusals)
    expect(refusal).toEqual({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
      code: 'database.unreachable',
    });
  await ok('ready');
  // The interrupted pass has leased readers for some minutes.
  await onPostgres("update registrations set lease_until = lease_until - interval '1 hour'", postgres.url);
  await wordrise.processor.runPass();
  const { total, readers } = await wordrise.readers.list({ page: 1, limit: 10_000 });
  const emails = readers.map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining(signedUp));
  expect(new Set(emails).size).toBe(total);
  expect(readers.filter(({ status }) => status !== 'subscribed')).toEqual([]);
  const words = (await (await call('exportWords', { query: { format: 'jsonl' } })).text())
    .trimEnd()
    .split('\n');
  expect(words.map((line) => JSON.parse(line).word)).toEqual(expect.arrayContaining(imported));
});
