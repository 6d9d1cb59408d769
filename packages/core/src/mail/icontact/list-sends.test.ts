import { expect, test } from 'vitest';
import type { ProviderSend } from '../mail-provider.ts';
import { clientOf, givenMessage, givenSends, startTestSandbox } from '../sandbox/testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

test('lists every send by page, newest first', async () => {
  const sandbox = await startTestSandbox({ now });
  const ids = await givenSends(sandbox, 450);

  const pages = await pagesOf(clientOf(sandbox).sends.list());

  expect(pages.map((page) => page.length)).toEqual([200, 200, 50]);
  expect(pages.flat().map(({ sendId }) => sendId)).toEqual(ids.toReversed());
});

test('reads no further than the caller wants', async () => {
  const sandbox = await startTestSandbox({ now });
  await givenSends(sandbox, 450);
  const before = sandbox.calls.length;

  for await (const _ of clientOf(sandbox).sends.list()) break;

  expect(sandbox.calls.length).toBe(before + 1);
});

test('lists newest first even if the order is ignored', async () => {
  const sandbox = await startTestSandbox({ now });
  const ids = await givenSends(sandbox, 450);
  const disorderly: typeof fetch = (input, init) => fetch(`${input}`.replace('orderby=', 'unknown='), init);

  const pages = await pagesOf(clientOf(sandbox, { fetch: disorderly }).sends.list());

  expect(pages.flat().map(({ sendId }) => sendId)).toEqual(ids.toReversed());
});

test('lists every send even if pages are cut to twenty', async () => {
  const sandbox = await startTestSandbox({ now });
  const ids = await givenSends(sandbox, 50);
  const stingy: typeof fetch = (input, init) => fetch(`${input}`.replace('limit=200', 'limit='), init);

  const pages = await pagesOf(clientOf(sandbox, { fetch: stingy }).sends.list());

  expect(pages.map((page) => page.length)).toEqual([20, 20, 10]);
  expect(pages.flat().map(({ sendId }) => sendId)).toEqual(ids.toReversed());
});

test('ends even if the offset is ignored or the total is missing', async () => {
  const sandbox = await startTestSandbox({ now });
  const sends = [
    { sendId: 2, messageId: 2 },
    { sendId: 1, messageId: 1 },
  ];
  sandbox.faults.next({ fault: { status: 200, body: { sends } }, times: 99 });

  const pages = await pagesOf(clientOf(sandbox).sends.list());

  expect(pages.flat().map(({ sendId }) => sendId)).toEqual(['2', '1']);
  expect(sandbox.calls.length).toBe(2);
});

test('lists a send once if it moves to the next page in the meantime', async () => {
  const sandbox = await startTestSandbox({ now });
  const pageOf = (...ids: number[]) => ({
    status: 200,
    body: { sends: ids.map((id) => ({ sendId: id, messageId: id })), total: 4 },
  });
  sandbox.faults.next({ fault: pageOf(3, 2) });
  sandbox.faults.next({ fault: pageOf(2, 1) });

  const pages = await pagesOf(clientOf(sandbox).sends.list());

  expect(pages.flat().map(({ sendId }) => sendId)).toEqual(['3', '2', '1']);
});

test('yields no page if there are no sends', async () => {
  const sandbox = await startTestSandbox({ now });

  expect(await pagesOf(clientOf(sandbox).sends.list())).toEqual([]);
});

test('finds the send of a message even if the filter is ignored', async () => {
  const sandbox = await startTestSandbox({ now });
  const ids = await givenSends(sandbox, 250);
  const wanted = await clientOf(sandbox).sends.get(ids[0] ?? '');
  const forgetful: typeof fetch = (input, init) => fetch(`${input}`.replace('messageId=', 'unknown='), init);

  const found = await clientOf(sandbox, { fetch: forgetful }).sends.find(wanted?.messageId ?? '');

  expect(found).toEqual(wanted);
  expect(await clientOf(sandbox, { fetch: forgetful }).sends.find('1')).toBeUndefined();
});

test('finds the send that is not canceled among those that are, in any order', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const messageId = await givenMessage(sandbox);
  const at = new Date('2026-09-16T11:00:00Z');
  const first = await provider.sends.schedule(messageId, at);
  await provider.sends.cancel(first.sendId);
  const second = await provider.sends.schedule(messageId, at);
  const disorderly: typeof fetch = (input, init) => fetch(`${input}`.replace('orderby=', 'unknown='), init);
  const other = clientOf(sandbox, { fetch: disorderly });

  expect(await other.sends.find(messageId)).toEqual(second);
  await provider.sends.cancel(second.sendId);

  expect(await other.sends.find(messageId)).toMatchObject({ sendId: second.sendId, status: 'cancelled' });
});

async function pagesOf(pages: AsyncIterable<ProviderSend[]>): Promise<ProviderSend[][]> {
  const all: ProviderSend[][] = [];
  for await (const page of pages) all.push(page);
  return all;
}
