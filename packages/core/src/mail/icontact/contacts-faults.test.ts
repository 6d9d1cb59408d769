import { expect, test } from 'vitest';
import { addressesOnList, clientOf, givenReaders, rawCall, startTestSandbox } from '../sandbox/testing.ts';

const ada = { id: 1, email: 'ada@example.com', firstName: 'Ada' };
const bob = { id: 2, email: 'bob@example.com', firstName: 'Bob' };

test('lets one bad address in a batch keep out nobody else', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 50 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  readers[17] = { id: 17, email: 'not an address', firstName: 'N' };

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.filter(({ outcome }) => outcome === 'subscribed').length).toBe(49);
  expect(results[17]).toEqual({
    id: 17,
    outcome: 'refused',
    reason: 'iContact refused it: The email not an address is not a valid address.',
  });
  expect((await addressesOnList(sandbox)).length).toBe(49);
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

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.map(({ outcome }) => outcome)).toEqual(Array(8).fill('subscribed'));
  expect((await addressesOnList(sandbox)).length).toBe(8);
});

test.each(['timeout', 'timeout-after', 'drop-before', 'drop-after', 'nonsense', { status: 503 }] as const)(
  'after %o anywhere, once more brings everybody on the list once',
  async (fault) => {
    for (const path of [/contacts$/, /subscriptions$/]) {
      const sandbox = await startTestSandbox();
      const provider = clientOf(sandbox);
      sandbox.faults.next({ method: 'POST', path, fault });

      const failed = clientOf(sandbox).readers.subscribe([ada, bob]);
      await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable' });
      const results = await provider.readers.subscribe([ada, bob]);

      expect(results.map(({ outcome }) => outcome)).toEqual(['subscribed', 'subscribed']);
      expect(await addressesOnList(sandbox)).toEqual(['ada@example.com', 'bob@example.com']);
      expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(2);
    }
  },
);

test.each([401, 402, 403, 507])('stops at once on %i', async (status) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /contacts/, fault: { status }, times: 99 });

  const failed = clientOf(sandbox).readers.subscribe([ada, bob]);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  expect(sandbox.calls.length).toBe(1);
});

test.each([401, 402, 403, 507])('takes %i on a batch for the whole account', async (status) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ method: 'POST', path: /subscriptions/, fault: { status }, times: 99 });

  const failed = clientOf(sandbox).readers.subscribe([ada, bob]);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  expect(sandbox.calls.filter(({ path }) => /subscriptions/.test(path)).length).toBe(1);
});

test('tells what was settled before the provider went away; the rest is not in the answer', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 60 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  sandbox.faults.next({ path: /email=r55%40/, fault: { status: 503 }, times: 99 });

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, id) => id));
});

test('lets a reader on whom the provider fails keep out nobody else', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /email=ada/, fault: { status: 500, body: { errors: ['Oops'] } }, times: 99 });

  const results = await clientOf(sandbox).readers.subscribe([ada, bob]);

  expect(results).toEqual([{ id: 2, outcome: 'subscribed', subscriberId: expect.any(String) }]);
});

test('takes a provider that fails on everybody for one that is down', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 50 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  sandbox.faults.next({ fault: { status: 500 }, times: 999 });

  const failed = clientOf(sandbox).readers.subscribe(readers);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable' });
  expect(sandbox.calls.length).toBeLessThan(30);
});

test('does not take a warning for a reader off the list', async () => {
  const sandbox = await startTestSandbox();
  const [contactId] = await givenReaders(sandbox, 1);
  sandbox.faults.next({ method: 'POST', fault: 'warning' });

  const failed = clientOf(sandbox).readers.unsubscribe(contactId!);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'item' });
});

test.each(['timeout-after', 'drop-after', 'drop-before', 'nonsense', { status: 503 }] as const)(
  'says after %o that taking off is in doubt; once more settles it',
  async (fault) => {
    const sandbox = await startTestSandbox();
    const provider = clientOf(sandbox);
    const [contactId] = await givenReaders(sandbox, 1);
    sandbox.faults.next({ method: 'POST', fault });

    const failed = clientOf(sandbox).readers.unsubscribe(contactId!);
    await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: true });
    await provider.readers.unsubscribe(contactId!);

    expect(await addressesOnList(sandbox)).toEqual([]);
  },
);
