import { expect, test } from 'vitest';
import { clientOf, givenReaders, rawCall, startTestSandbox } from '../sandbox/testing.ts';

const ada = { id: 1, email: 'ada@example.com', firstName: 'Ada' };
const bob = { id: 2, email: 'bob@example.com', firstName: 'Bob' };

test('puts a reader on the list: contact first, then subscription', async () => {
  const sandbox = await startTestSandbox();

  const results = await clientOf(sandbox).subscribe([ada]);

  expect(results).toEqual([{ id: 1, outcome: 'subscribed', contactId: expect.stringMatching(/^\d+$/) }]);
  expect(sandbox.calls.map(({ method, path }) => `${method} ${path.split('/')[5]}`)).toEqual([
    'GET contacts',
    'POST contacts',
    'POST subscriptions',
  ]);
  expect(await readersOf(sandbox)).toEqual(['ada@example.com']);
});

test('answers nobody for nobody without a call', async () => {
  const sandbox = await startTestSandbox();

  expect(await clientOf(sandbox).subscribe([])).toEqual([]);

  expect(sandbox.calls).toEqual([]);
});

test('knows a reader again by the address, in any case, and makes no second contact', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);

  const first = await provider.subscribe([ada]);
  const again = await provider.subscribe([{ ...ada, email: 'ADA@Example.com' }]);

  expect(again).toEqual(first);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(1);
});

test('finds a contact that is on no list, and keeps what else is known of it', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: ada.email, firstName: 'A', city: 'London' }]);

  const [result] = await clientOf(sandbox).subscribe([ada]);

  const { body } = await rawCall(sandbox, 'GET', '{base}/contacts');
  expect(body.contacts).toEqual([
    expect.objectContaining({ email: ada.email, firstName: 'Ada', city: 'London' }),
  ]);
  expect(result).toMatchObject({ contactId: body.contacts[0].contactId });
});

test('takes two registrations of one address for one contact', async () => {
  const sandbox = await startTestSandbox();

  const results = await clientOf(sandbox).subscribe([ada, { ...ada, id: 7 }]);

  expect(results).toEqual([
    { id: 1, outcome: 'subscribed', contactId: expect.any(String) },
    { id: 7, outcome: 'subscribed', contactId: expect.any(String) },
  ]);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(1);
});

test('writes a plus sign as it is', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const plus = { id: 3, email: 'ada+words@example.com', firstName: 'Ada' };

  await provider.subscribe([plus]);
  await provider.subscribe([plus]);

  expect(await readersOf(sandbox)).toEqual(['ada+words@example.com']);
});

test.each(['a*a@example.com', '*@example.com', 'ada@example.com,bob@example.com'])(
  'refuses %s, which would match other addresses, without asking',
  async (email) => {
    const sandbox = await startTestSandbox();

    const results = await clientOf(sandbox).subscribe([{ id: 3, email, firstName: 'A' }]);

    expect(results).toEqual([
      { id: 3, outcome: 'refused', reason: 'iContact cannot take an address with an asterisk or a comma.' },
    ]);
    expect(sandbox.calls).toEqual([]);
  },
);

test('lets one bad address in a batch keep out nobody else', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 50 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  readers[17] = { id: 17, email: 'not an address', firstName: 'N' };

  const results = await clientOf(sandbox).subscribe(readers);

  expect(results.filter(({ outcome }) => outcome === 'subscribed').length).toBe(49);
  expect(results[17]).toEqual({
    id: 17,
    outcome: 'refused',
    reason: 'iContact refused it: The email not an address is not a valid address.',
  });
  expect((await readersOf(sandbox)).length).toBe(49);
});

test.each([
  { why: 'an empty answer', fault: 'warning' as const },
  { why: 'a refusal of the whole', fault: { status: 400, body: { errors: ['The data is bad.'] } } },
  { why: 'a fault of the server', fault: { status: 500, body: { errors: ['Oops'] } } },
])('posts a batch in parts after $why', async ({ fault }) => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 8 }, (_, id) => ({ id, email: `r${id}@example.com`, firstName: 'R' }));
  sandbox.faults.next({ method: 'POST', path: /contacts$/, fault, times: 2 });
  sandbox.faults.next({ method: 'POST', path: /subscriptions$/, fault, times: 2 });

  const results = await clientOf(sandbox).subscribe(readers);

  expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill('subscribed'));
  expect((await readersOf(sandbox)).length).toBe(8);
});

test('refuses a reader who asked not to be contacted, and tells why', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: ada.email, status: 'donotcontact' }]);

  const results = await clientOf(sandbox).subscribe([ada, bob]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: 'This reader has asked iContact not to be contacted.' },
    { id: 2, outcome: 'subscribed', contactId: expect.any(String) },
  ]);
});

test('refuses a reader whose subscription iContact does not renew', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const [first] = await provider.subscribe([ada]);
  await provider.unsubscribe((first as { contactId: string }).contactId);

  const results = await provider.subscribe([ada, bob]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: expect.stringMatching(/^iContact refused it: .*has unsubscribed/) },
    { id: 2, outcome: 'subscribed', contactId: expect.any(String) },
  ]);
  expect(await readersOf(sandbox)).toEqual(['bob@example.com']);
});

test('believes the status that comes back, and not that something did', async () => {
  const sandbox = await startTestSandbox();
  const [contactId] = await givenReaders(sandbox, 1);
  const subscription = { subscriptionId: `300001_${contactId}`, contactId, listId: 300001 };
  const body = { subscriptions: [{ ...subscription, status: 'unsubscribed' }] };
  sandbox.faults.next({ method: 'POST', path: /subscriptions$/, fault: { status: 200, body } });

  const results = await clientOf(sandbox).subscribe([{ ...ada, email: 'reader0@example.com' }]);

  expect(results).toEqual([
    { id: 1, outcome: 'refused', reason: expect.stringContaining('has unsubscribed') },
  ]);
});

test.each(['timeout', 'timeout-after', 'drop-before', 'drop-after', 'nonsense', { status: 503 }] as const)(
  'after %o anywhere, once more brings everybody on the list once',
  async (fault) => {
    for (const path of [/contacts$/, /subscriptions$/]) {
      const sandbox = await startTestSandbox();
      const provider = clientOf(sandbox, { timeoutMs: 300 });
      sandbox.faults.next({ method: 'POST', path, fault });

      const failed = provider.subscribe([ada, bob]);
      await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable' });
      const results = await provider.subscribe([ada, bob]);

      expect(results.map(({ outcome }) => outcome)).toEqual(['subscribed', 'subscribed']);
      expect(await readersOf(sandbox)).toEqual(['ada@example.com', 'bob@example.com']);
      expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(2);
    }
  },
);

test.each([401, 402, 403, 507])('stops at once on %i', async (status) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /contacts/, fault: { status }, times: 99 });

  const failed = clientOf(sandbox).subscribe([ada, bob]);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  expect(sandbox.calls.length).toBe(1);
});

test('tells what was settled before the provider went away; the rest is not in the answer', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 60 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  sandbox.faults.next({ path: /email=r55%40/, fault: { status: 503 }, times: 99 });

  const results = await clientOf(sandbox).subscribe(readers);

  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, id) => id));
});

test('lets a reader on whom the provider fails keep out nobody else', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /email=ada/, fault: { status: 500, body: { errors: ['Oops'] } }, times: 99 });

  const results = await clientOf(sandbox).subscribe([ada, bob]);

  expect(results).toEqual([{ id: 2, outcome: 'subscribed', contactId: expect.any(String) }]);
});

test('takes a provider that fails on everybody for one that is down', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 50 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  sandbox.faults.next({ fault: { status: 500 }, times: 999 });

  const failed = clientOf(sandbox).subscribe(readers);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable' });
  expect(sandbox.calls.length).toBeLessThan(30);
});

test('brings 2,000 readers on the list', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 2000 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));

  const results = await clientOf(sandbox).subscribe(readers);

  expect(results.filter(({ outcome }) => outcome === 'subscribed').length).toBe(2000);
  expect(new Set(results.map((result) => 'contactId' in result && result.contactId)).size).toBe(2000);
});

test('takes a reader off the list, as often as asked', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const [contactId] = await givenReaders(sandbox, 1);

  await provider.unsubscribe(contactId!);
  await provider.unsubscribe(contactId!);

  const { body } = await rawCall(sandbox, 'GET', `{base}/subscriptions/300001_${contactId}`);
  expect(body.subscription.status).toBe('unsubscribed');
});

test.each(['60000009', '', '../lists/300001'])(
  'has nobody to take off for contact "%s"',
  async (contactId) => {
    const sandbox = await startTestSandbox();
    await givenReaders(sandbox, 1);

    await clientOf(sandbox).unsubscribe(contactId);

    expect((await readersOf(sandbox)).length).toBe(1);
  },
);

test('does not take a warning for a reader off the list', async () => {
  const sandbox = await startTestSandbox();
  const [contactId] = await givenReaders(sandbox, 1);
  sandbox.faults.next({ method: 'POST', fault: 'warning' });

  const failed = clientOf(sandbox).unsubscribe(contactId!);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'item' });
});

test.each(['timeout-after', 'drop-after', 'drop-before', 'nonsense', { status: 503 }] as const)(
  'says after %o that taking off is in doubt; once more settles it',
  async (fault) => {
    const sandbox = await startTestSandbox();
    const provider = clientOf(sandbox, { timeoutMs: 300 });
    const [contactId] = await givenReaders(sandbox, 1);
    sandbox.faults.next({ method: 'POST', fault });

    const failed = provider.unsubscribe(contactId!);
    await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: true });
    await provider.unsubscribe(contactId!);

    expect(await readersOf(sandbox)).toEqual([]);
  },
);

/** Addresses on the list, in order. */
async function readersOf(sandbox: Awaited<ReturnType<typeof startTestSandbox>>): Promise<string[]> {
  const { body } = await rawCall(sandbox, 'GET', '{base}/contacts?limit=500&orderby=email');
  return (body.contacts ?? []).map(({ email }: { email: string }) => email);
}
