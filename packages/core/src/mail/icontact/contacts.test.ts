import { expect, test } from 'vitest';
import { addressesOnList, clientOf, givenReaders, rawCall, startTestSandbox } from '../sandbox/testing.ts';

const ada = { id: 1, email: 'ada@example.com', firstName: 'Ada' };
const bob = { id: 2, email: 'bob@example.com', firstName: 'Bob' };

test('puts a reader on the list: contact first, then subscription', async () => {
  const sandbox = await startTestSandbox();

  const results = await clientOf(sandbox).readers.subscribe([ada]);

  expect(results).toEqual([{ id: 1, outcome: 'subscribed', subscriberId: expect.stringMatching(/^\d+$/) }]);
  expect(sandbox.calls.map(({ method, path }) => `${method} ${path.split('/')[5]}`)).toEqual([
    'GET contacts',
    'POST contacts',
    'POST subscriptions',
  ]);
  expect(await addressesOnList(sandbox)).toEqual(['ada@example.com']);
});

test('returns an empty list for no readers, without a call', async () => {
  const sandbox = await startTestSandbox();

  expect(await clientOf(sandbox).readers.subscribe([])).toEqual([]);

  expect(sandbox.calls).toEqual([]);
});

test('recognizes a reader by the address, ignoring case, and creates no second contact', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);

  const first = await provider.readers.subscribe([ada]);
  const again = await provider.readers.subscribe([{ ...ada, email: 'ADA@Example.com' }]);

  expect(again).toEqual(first);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(1);
});

test('finds a contact that is on no list, and keeps its other fields', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: ada.email, firstName: 'A', city: 'London' }]);

  const [result] = await clientOf(sandbox).readers.subscribe([ada]);

  const { body } = await rawCall(sandbox, 'GET', '{base}/contacts');
  expect(body.contacts).toEqual([
    expect.objectContaining({ email: ada.email, firstName: 'Ada', city: 'London' }),
  ]);
  expect(result).toMatchObject({ subscriberId: body.contacts[0].contactId });
});

test('creates one contact for two registrations with the same address', async () => {
  const sandbox = await startTestSandbox();

  const results = await clientOf(sandbox).readers.subscribe([ada, { ...ada, id: 7 }]);

  expect(results).toEqual([
    { id: 1, outcome: 'subscribed', subscriberId: expect.any(String) },
    { id: 7, outcome: 'subscribed', subscriberId: expect.any(String) },
  ]);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(1);
});

test('keeps a plus sign in an address', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const plus = { id: 3, email: 'ada+words@example.com', firstName: 'Ada' };

  await provider.readers.subscribe([plus]);
  await provider.readers.subscribe([plus]);

  expect(await addressesOnList(sandbox)).toEqual(['ada+words@example.com']);
});

test.each(['a*a@example.com', '*@example.com', 'ada@example.com,bob@example.com'])(
  'refuses %s, which would match other addresses, without asking',
  async (email) => {
    const sandbox = await startTestSandbox();

    const results = await clientOf(sandbox).readers.subscribe([{ id: 3, email, firstName: 'A' }]);

    expect(results).toEqual([
      { id: 3, outcome: 'refused', reason: 'iContact cannot take an address with an asterisk or a comma.' },
    ]);
    expect(sandbox.calls).toEqual([]);
  },
);

test('does not mistake another contact for a reader if the filter is ignored', async () => {
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 60);
  const forgetful: typeof fetch = (input, init) => fetch(`${input}`.replace('email=', 'unknown='), init);
  const last = { id: 3, email: 'reader59@example.com', firstName: 'Reader 59' };

  const results = await clientOf(sandbox, { fetch: forgetful }).readers.subscribe([ada, last]);

  const { body } = await rawCall(
    sandbox,
    'GET',
    '{base}/contacts?email=ada@example.com,reader59@example.com',
  );
  expect(body.contacts.map(({ contactId }: { contactId: string }) => contactId).toSorted()).toEqual(
    results.map((result) => 'subscriberId' in result && result.subscriberId).toSorted(),
  );
  expect(body.total).toBe(2);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts')).body.total).toBe(61);
});

test('refuses a reader who asked not to be contacted, and says why', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: ada.email, status: 'donotcontact' }]);

  const results = await clientOf(sandbox).readers.subscribe([ada, bob]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: 'This reader has asked iContact not to be contacted.' },
    { id: 2, outcome: 'subscribed', subscriberId: expect.any(String) },
  ]);
});

test('refuses a reader whose unsubscribe iContact does not undo', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const [first] = await provider.readers.subscribe([ada]);
  await provider.readers.unsubscribe((first as { subscriberId: string }).subscriberId);

  const results = await provider.readers.subscribe([ada, bob]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: expect.stringMatching(/^iContact refused it: .*has unsubscribed/) },
    { id: 2, outcome: 'subscribed', subscriberId: expect.any(String) },
  ]);
  expect(await addressesOnList(sandbox)).toEqual(['bob@example.com']);
});

test('checks the status in the answer, not only that there is one', async () => {
  const sandbox = await startTestSandbox();
  const [contactId = ''] = await givenReaders(sandbox, 1);
  const subscription = { subscriptionId: `300001_${contactId}`, contactId, listId: 300001 };
  const body = { subscriptions: [{ ...subscription, status: 'unsubscribed' }] };
  sandbox.faults.next({ method: 'POST', path: /subscriptions$/, fault: { status: 200, body } });

  const results = await clientOf(sandbox).readers.subscribe([{ ...ada, email: 'reader0@example.com' }]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: expect.stringContaining('has unsubscribed') },
  ]);
});

test('puts 2,000 readers on the list', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 2000 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.filter(({ outcome }) => outcome === 'subscribed').length).toBe(2000);
  expect(new Set(results.map((result) => 'subscriberId' in result && result.subscriberId)).size).toBe(2000);
});

test('takes a reader off the list, even repeatedly', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const [contactId = ''] = await givenReaders(sandbox, 1);

  await provider.readers.unsubscribe(contactId);
  await provider.readers.unsubscribe(contactId);

  const { body } = await rawCall(sandbox, 'GET', `{base}/subscriptions/300001_${contactId}`);
  expect(body.subscription.status).toBe('unsubscribed');
});

test.each(['60000009', '', '../lists/300001'])('does nothing to take off contact "%s"', async (contactId) => {
  const sandbox = await startTestSandbox();
  await givenReaders(sandbox, 1);

  await clientOf(sandbox).readers.unsubscribe(contactId);

  expect((await addressesOnList(sandbox)).length).toBe(1);
});
