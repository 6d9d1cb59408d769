import { expect, test } from 'vitest';
import { addressesOnList, clientOf, givenReaders, rawCall, startTestSandbox } from '../sandbox/testing.ts';

function readersOf(count: number, from = 0) {
  return Array.from({ length: count }, (_, at) => ({
    id: from + at,
    email: `r${from + at}@example.com`,
    firstName: 'R',
  }));
}

function idsOf(results: readonly object[]) {
  return results.map((result) => ('subscriberId' in result ? result.subscriberId : undefined));
}

test('adds 500 readers to the list with two calls', async () => {
  const sandbox = await startTestSandbox();
  await clientOf(sandbox).readers.subscribe(readersOf(1200));
  expect(sandbox.calls.map(({ method, path }) => `${method} ${path.split('/')[5]}`)).toEqual(
    Array(3).fill(['POST contacts', 'POST subscriptions']).flat(),
  );
});

test('looks up several readers with one call', async () => {
  const sandbox = await startTestSandbox();
  const [contactId] = await givenReaders(sandbox, 1);
  const known = { id: 99, email: 'READER0@example.com', firstName: 'Reader 0' };
  const before = sandbox.calls.length;

  const results = await clientOf(sandbox).readers.subscribe([...readersOf(20), known]);

  expect(sandbox.calls.slice(before).map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  expect(results.at(-1)).toEqual({ id: 99, outcome: 'subscribed', subscriberId: contactId });
});

test('looks up long addresses with several calls, because the URL of a call has a limit', async () => {
  const sandbox = await startTestSandbox();
  const readers = readersOf(40).map((reader) => ({ ...reader, email: `${'x'.repeat(200)}${reader.email}` }));

  const results = await clientOf(sandbox).readers.subscribe(readers);

  expect(results.filter(({ outcome }) => outcome === 'subscribed').length).toBe(40);
  const lookUps = sandbox.calls.filter(({ method }) => method === 'GET');
  expect(lookUps.length).toBe(3);
  for (const { query } of lookUps) expect(query.length).toBeLessThan(5000);
});

test('adds readers of a large batch to the list once, even if they were already on it', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);

  const first = await provider.readers.subscribe(readersOf(100));
  const again = await provider.readers.subscribe(readersOf(200));

  expect(idsOf(again).slice(0, 100)).toEqual(idsOf(first));
  expect(new Set(idsOf(again)).size).toBe(200);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts?status=total')).body.total).toBe(200);
});

test('refuses those of a large batch who have unsubscribed or asked not to be contacted', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const [gone] = await provider.readers.subscribe(readersOf(1));
  await provider.readers.unsubscribe(`${idsOf(gone ? [gone] : [])[0]}`);
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'r1@example.com', status: 'donotcontact' }]);

  const results = await provider.readers.subscribe(readersOf(100));

  expect(results[0]).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('unsubscribed') });
  expect(results[1]).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('not to be') });
  expect(results.slice(2).every(({ outcome }) => outcome === 'subscribed')).toBe(true);
  expect((await addressesOnList(sandbox)).length).toBe(98);
});

test('halves a batch that is refused for its size, and keeps the smaller size', async () => {
  const sandbox = await startTestSandbox();
  let refused = 0;
  const upToHundred: typeof fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    if (!Array.isArray(body) || body.length <= 100) return fetch(input, init);
    refused += 1;
    return new Response(JSON.stringify({ errors: ['Too many records.'] }), { status: 413 });
  };
  const { readers } = clientOf(sandbox, { fetch: upToHundred });

  const first = await readers.subscribe(readersOf(500));
  const refusedAtFirst = refused;
  const second = await readers.subscribe(readersOf(500, 500));

  expect([...first, ...second].every(({ outcome }) => outcome === 'subscribed')).toBe(true);
  expect((await rawCall(sandbox, 'GET', '{base}/contacts')).body.total).toBe(1000);
  expect(refusedAtFirst).toBeGreaterThan(0);
  expect(refused).toBe(refusedAtFirst);
});

test('does not mistake one bad address for a batch that is too large', async () => {
  const sandbox = await startTestSandbox();
  const { readers } = clientOf(sandbox);
  const one = readersOf(100).with(17, { id: 17, email: 'not an address', firstName: 'N' });
  sandbox.faults.next({ method: 'POST', path: /contacts$/, fault: { status: 400 } });
  await readers.subscribe(one);
  const before = sandbox.calls.length;
  await readers.subscribe(readersOf(500, 500));
  expect(sandbox.calls.length - before).toBe(2);
});
