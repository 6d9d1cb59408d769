import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { startTestServer } from '../start-test-server.ts';

const reader = { email: 'reader@example.com', firstName: 'Ada' };

describe.each(databaseKinds)('each call with good and with bad input, on %s', (kind) => {
  const start = () => startTestServer({ kind });

  test('POST /api/register', async () => {
    const { ok, refused, wordrise } = await start();
    const first = await ok('register', { body: { ...reader, favoriteWord: 'petrichor' } });
    expect(await ok('register', { body: { ...reader, email: 'READER@example.com' } })).toEqual(first);
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers).toMatchObject([
      { email: 'reader@example.com', firstName: 'Ada', favoriteWord: 'petrichor', status: 'waiting' },
    ]);
    const bad = await refused('register', { body: { email: 'nonsense', firstName: '' } });
    expect(bad).toMatchObject({ status: 400, code: 'input.invalid' });
    expect(bad.fields).toEqual({
      email: ['Please enter a valid email address'],
      firstName: ['First name is required'],
    });
  });

  test('GET /api/admin/signups', async () => {
    const { ok, refused, signIn } = await start();
    await signIn();
    await ok('register', { body: reader, origin: 'https://blog.example' });
    await ok('register', { body: { ...reader, email: 'grace@example.org' }, origin: 'nonsense' });
    const [grace, ada] = [
      { email: 'grace@example.org', source: null },
      { email: 'reader@example.com', source: 'https://blog.example' },
    ];
    const all = { readers: [grace, ada], total: 2, hasMore: false };
    expect(await ok('listSignups')).toMatchObject(all);
    expect(await ok('listSignups', { query: { state: 'waiting', limit: '1' } })).toMatchObject({
      readers: [grace],
      total: 2,
      hasMore: true,
    });
    expect(await ok('listSignups', { query: { search: 'READER' } })).toMatchObject({
      readers: [ada],
      total: 1,
    });
    expect(await ok('listSignups', { query: { state: 'refused' } })).toMatchObject({ readers: [], total: 0 });
    const bad = await refused('listSignups', { query: { state: 'happy' } });
    expect(bad).toMatchObject({ status: 400, fields: { state: [expect.stringContaining('waiting')] } });
  });

  test('POST /api/register too often', async () => {
    const { call, refused } = await startTestServer({
      kind,
      overrides: { limits: { signupPerAddress: { points: 2, seconds: 60 } } },
    });
    for (const n of [1, 2]) await call('register', { body: { ...reader, email: `r${n}@example.com` } });
    const answer = await refused('register', { body: reader });
    expect(answer).toMatchObject({ status: 429, code: 'limit.too_many' });
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
