import { expect, test } from 'vitest';
import { givenReaders, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

test('lists twenty unless asked for more, and 2,000 by page', async () => {
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 2000);

  const first = (await rawCall(sandbox, 'GET', '{base}/contacts')).body;
  expect(first).toMatchObject({ limit: 20, offset: 0, total: 2000 });
  expect(first.contacts.length).toBe(20);
  const seen = new Set<string>();
  for (let offset = 0; offset < 2000; offset += 500) {
    const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?limit=2000&offset=${offset}`);
    expect(body.limit).toBe(500);
    for (const { email } of body.contacts) seen.add(email);
  }
  expect(seen.size).toBe(2000);
});

test.each([
  { query: 'status=total', total: 4, why: 'all' },
  { query: '', total: 2, why: 'only those on a list' },
  { query: 'status=donotcontact', total: 1, why: 'those with a status' },
  { query: 'status=total&email=', total: 0, why: 'nobody for an empty term' },
  { query: 'status=total&email=READER0@example.com', total: 1, why: 'one address, ignoring case' },
  { query: 'status=total&email=reader*', total: 2, why: 'those that a wildcard matches' },
  { query: 'status=total&email=r_ader*', total: 0, why: 'no other wildcard' },
  { query: 'status=total&firstName=Ada,Bob', total: 2, why: 'several values' },
])('lists for "$query" $why', async ({ query, total }) => {
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 2);
  await rawCall(sandbox, 'POST', '{base}/contacts', [
    { email: 'ada@example.com', firstName: 'Ada' },
    { email: 'bob@example.com', firstName: 'Bob', status: 'donotcontact' },
  ]);

  const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?${query}`);

  expect(body.total).toBe(total);
  expect(body.warnings).toBeUndefined();
});

test.each(['nickname=Ada', 'EMAIL=reader0@example.com', 'toString=1'])(
  'ignores the unknown term %s and lists everything, with a warning',
  async (term) => {
    const sandbox = await startTestSandbox();
    await givenReaders(sandbox, 3);

    const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?${term}`);

    expect(body).toMatchObject({ total: 3, warnings: [expect.stringContaining('ignored')] });
  },
);

test('orders by field and direction', async () => {
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 3);

  const { body } = await rawCall(sandbox, 'GET', '{base}/contacts?orderby=status,email:desc');

  expect(body.contacts.map(({ email }: { email: string }) => email)).toEqual([
    'reader2@example.com',
    'reader1@example.com',
    'reader0@example.com',
  ]);
});

test('writes what is empty as "" on creation and as null in lists; an empty list is null too', async () => {
  const sandbox = await startTestSandbox({ now });

  const none = await rawCall(sandbox, 'GET', '{base}/contacts?status=total');
  const created = await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]);
  const listed = await rawCall(sandbox, 'GET', '{base}/contacts?status=total');

  expect(none.body).toEqual({ contacts: null, limit: 20, offset: 0, total: 0 });
  expect(created.body.contacts[0]).toMatchObject({
    contactId: '60000001',
    city: '',
    createDate: '2026-09-15 05:00:00',
  });
  expect(listed.body.contacts[0]).toMatchObject({ contactId: '60000001', city: null });
});
