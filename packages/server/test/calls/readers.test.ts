import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { startTestServer } from '../start-test-server.ts';

const csv = { 'Content-Type': 'text/csv' };
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

  test('/api/admin/readers/imports', async () => {
    const { call, ok, refused, signIn, wordrise } = await startTestServer({ kind });
    expect((await call('uploadReaders', { raw: 'email\n', headers: csv })).status).toBe(401);
    await signIn();
    expect(
      await refused('uploadReaders', { raw: 'email', headers: csv, origin: 'https://evil.example' }),
    ).toMatchObject({
      status: 403,
    });
    const uploaded = await ok('uploadReaders', {
      raw: 'mail;who\nada@example.com;Ada\nnonsense;N\n',
      headers: csv,
      query: { name: 'class.csv' },
    });
    const params = { id: uploaded.id };
    const state = async (wanted: string) => {
      await expect
        .poll(() => ok('getReaderImport', { params }), { timeout: 20_000 })
        .toMatchObject({ state: wanted });
      return ok('getReaderImport', { params });
    };
    expect(await state('checked')).toMatchObject({ name: 'class.csv', counts: { added: 1, refused: 1 } });
    await ok('checkReaderImport', { params, body: { uses: { who: 'firstName' } } });
    await state('checked');
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).total).toBe(0);
    expect(await refused('startReaderImport', { params, body: { consent: ' ' } })).toMatchObject({
      status: 400,
    });
    await ok('startReaderImport', { params, body: { consent: 'Asked in class.' } });
    await state('done');
    expect(await refused('startReaderImport', { params, body: { consent: 'Again.' } })).toMatchObject({
      status: 409,
      code: 'import.started',
    });
    expect((await wordrise.readers.list({ page: 1, limit: 10 })).readers).toMatchObject([
      { email: 'ada@example.com', firstName: 'Ada' },
    ]);
    expect(await ok('describeReader', { params: { email: 'ada@example.com' } })).toMatchObject({
      consent: 'Asked in class.',
      activity: [],
    });
    expect(await ok('describeReader', { params: { email: 'ada@example.com' } })).toMatchObject({
      activity: [{ action: 'reader.show', account: 'admin' }],
    });
    expect(await (await call('refusedReaders', { params })).text()).toBe(
      'mail;who;line;error\nnonsense;N;3;Please enter a valid email address\n',
    );
    expect((await ok('listReaderImports')).imports).toMatchObject([{ id: uploaded.id, state: 'done' }]);
    expect((await ok('listAudit')).entries).toContainEqual(
      expect.objectContaining({ action: 'reader.import', account: 'admin', detail: '1 added' }),
    );
    expect(await ok('stopReaderImport', { params })).toMatchObject({ state: 'done' });
    await ok('deleteReaderImport', { params });
    for (const name of [
      'getReaderImport',
      'refusedReaders',
      'deleteReaderImport',
      'stopReaderImport',
    ] as const)
      expect(await refused(name, { params })).toMatchObject({ status: 404, code: 'import.not_found' });
  });

  test('pasted addresses are a file too', async () => {
    const { ok, signIn } = await startTestServer({ kind });
    await signIn();
    const { id } = await ok('uploadReaders', {
      raw: 'Ada <ada@example.com>, grace@example.com',
      headers: csv,
      query: { as: 'list' },
    });
    await expect
      .poll(() => ok('getReaderImport', { params: { id } }), { timeout: 20_000 })
      .toMatchObject({ state: 'checked', name: null, counts: { added: 2 } });
  });

  test('GET /api/admin/readers/export', async () => {
    const { call, ok, signIn } = await startTestServer({ kind });
    expect((await call('exportReaders')).status).toBe(401);
    await signIn();
    await ok('register', { body: reader });
    const answer = await call('exportReaders');
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="readers.csv"');
    expect(await answer.text()).toMatch(/^id,email,firstName,.+\n1,reader@example\.com,Ada,,/);
    const lines = await (await call('exportReaders', { query: { format: 'jsonl' } })).text();
    expect(JSON.parse(lines)).toMatchObject({ email: 'reader@example.com', status: 'waiting' });
    expect((await ok('listAudit')).entries).toContainEqual(
      expect.objectContaining({ action: 'reader.export' }),
    );
  });

  test('POST /api/admin/readers/remove', async () => {
    const { ok, refused, signIn, wordrise } = await startTestServer({ kind });
    await signIn();
    for (const n of [1, 2, 3, 4, 5])
      await wordrise.readers.signUp({ ...reader, email: `r${n}@example.com`, favoriteWord: undefined });
    const left = async () =>
      (await wordrise.readers.list({ page: 1, limit: 10 })).readers.map(({ email }) => email[1]);
    const {
      readers: [newest],
    } = await ok('listSignups', { query: { limit: '1' } });
    const ids = (newest as { id: number }).id;
    expect(await ok('removeReaders', { body: { ids: [ids, ids + 7] } })).toEqual({
      removed: 1,
      pending: 0,
      kept: [],
      after: null,
    });
    expect(await left()).toEqual(['4', '3', '2', '1']);
    // Readers who signed up since, and more than the owner saw, stay.
    const matching = { search: 'example', upTo: ids - 2, most: 2 };
    expect(await ok('removeReaders', { body: { matching } })).toMatchObject({ removed: 2, after: null });
    expect(await left()).toEqual(['4', '3']);
    expect(
      await ok('removeReaders', { body: { matching: { ...matching, state: 'bounced' } } }),
    ).toMatchObject({
      removed: 0,
    });
    expect(await refused('removeReaders', { body: {} })).toMatchObject({ status: 400 });
    expect(await refused('removeReaders', { body: { ids: Array(101).fill(1) } })).toMatchObject({
      status: 400,
    });
    expect((await ok('listAudit')).entries).toContainEqual(
      expect.objectContaining({ action: 'reader.remove', detail: '2 readers' }),
    );
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
