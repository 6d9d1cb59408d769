import { expect, test } from 'vitest';
import { addressesOnList, clientOf, givenReaders, rawCall, startTestSandbox } from '../sandbox/testing.ts';

const ada = { id: 1, email: 'ada@example.com', firstName: 'Ada' };
const bob = { id: 2, email: 'bob@example.com', firstName: 'Bob' };

test('subscribes everybody else in a batch with one bad address', async () => {
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
  { why: 'a refusal of the whole batch', fault: { status: 400, body: { errors: ['The data is bad.'] } } },
  { why: 'a server error', fault: { status: 500, body: { errors: ['Oops'] } } },
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
  'after %o anywhere, a second try adds everybody to the list once',
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

test.each([401, 402, 403, 507])('stops right away at %i', async (status) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /contacts/, fault: { status }, times: 99 });

  const failed = clientOf(sandbox).readers.subscribe([ada, bob]);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  expect(sandbox.calls.length).toBe(1);
});

test.each([401, 402, 403, 507])('treats %i for a batch as a refusal of the whole account', async (status) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ method: 'POST', path: /subscriptions/, fault: { status }, times: 99 });

  const failed = clientOf(sandbox).readers.subscribe([ada, bob]);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  expect(sandbox.calls.filter(({ path }) => /subscriptions/.test(path)).length).toBe(1);
});

test('returns the readers settled before the provider became unreachable, without the rest', async () => {
  const sandbox = await startTestSandbox();
  const readers = Array.from({ length: 510 }, (_, id) => ({
    id,
    email: `r${id}@example.com`,
    firstName: 'R',
  }));
  sandbox.faults.next({ path: /email=r500%40/, fault: { status: 503 }, times: 99 });

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, id) => id));
});

test('subscribes everybody else if the provider fails on one reader', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ path: /email=ada/, fault: { status: 500, body: { errors: ['Oops'] } }, times: 99 });

  const results = await clientOf(sandbox).readers.subscribe([ada, bob]);

  expect(results).toEqual([{ id: 2, outcome: 'subscribed', subscriberId: expect.any(String) }]);
});

test('treats a provider that fails on everybody as down', async () => {
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

test('does not treat a warning as an unsubscribed reader', async () => {
  const sandbox = await startTestSandbox();
  const [contactId = ''] = await givenReaders(sandbox, 1);
  sandbox.faults.next({ method: 'POST', fault: 'warning' });

  const failed = clientOf(sandbox).readers.unsubscribe(contactId);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'item' });
});

test.each(['timeout-after', 'drop-after', 'drop-before', 'nonsense', { status: 503 }] as const)(
  'reports after %o that the removal is in doubt; a second try settles it',
  async (fault) => {
    const sandbox = await startTestSandbox();
    const provider = clientOf(sandbox);
    const [contactId = ''] = await givenReaders(sandbox, 1);
    sandbox.faults.next({ method: 'POST', fault });

    const failed = clientOf(sandbox).readers.unsubscribe(contactId);
    await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: true });
    await provider.readers.unsubscribe(contactId);

    expect(await addressesOnList(sandbox)).toEqual([]);
  },
);
