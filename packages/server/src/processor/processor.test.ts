import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { startTestServer } from '../../test/start-test-server.ts';
import { createLog } from '../http/request-log.ts';
import { createProcessor } from './processor.ts';

const reader = { email: 'ada@example.com', firstName: 'Ada' };
const log = createLog('silent');

test('a new reader is subscribed right away, long before the next pass', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'on' } });
  await eventually(async () => expect(await wordrise.delivery.lastPass()).toBeDefined());
  await ok('register', { body: reader });
  await eventually(async () =>
    expect(await wordrise.readers.find(reader.email)).toMatchObject({ status: 'subscribed' }),
  );
});

test('with the processor off, that is left to the process that runs passes', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'off' } });
  const subscribe = vi.spyOn(wordrise.delivery, 'subscribeNewReaders');
  await ok('register', { body: reader });
  expect(subscribe).not.toHaveBeenCalled();
});

/** Calls to the provider that the test ends. */
function startDelivery() {
  const underWay: (() => void)[] = [];
  const subscribeNewReaders = vi.fn(() => new Promise<void>((resolve) => void underWay.push(resolve)));
  const delivery = {
    ...{ subscribeNewReaders, runPass: vi.fn(), lastPass: vi.fn(), countPending: vi.fn(), sending: vi.fn() },
    hasMore: vi.fn(async () => false),
  };
  return { wordrise: { delivery }, subscribeNewReaders, endOne: () => underWay.shift()?.() };
}

test('a crowd is subscribed together, including the last to sign up', async () => {
  const { wordrise, subscribeNewReaders, endOne } = startDelivery();
  const { signedUp, stop } = createProcessor(wordrise, { log, betweenSignupsMs: 1 });
  onTestFinished(stop);
  for (let each = 0; each < 20; each += 1) signedUp();
  expect(subscribeNewReaders).toHaveBeenCalledTimes(1);
  endOne();
  await eventually(() => expect(subscribeNewReaders).toHaveBeenCalledTimes(2));
  // Nobody signed up while this one was running.
  endOne();
  await wait(50);
  expect(subscribeNewReaders).toHaveBeenCalledTimes(2);
  signedUp();
  expect(subscribeNewReaders).toHaveBeenCalledTimes(3);
  endOne();
});

test('a failure is logged, and the next reader is subscribed', async () => {
  const { wordrise, subscribeNewReaders, endOne } = startDelivery();
  subscribeNewReaders.mockRejectedValueOnce(new Error('the database is away'));
  const lines: string[] = [];
  const noted = createLog('error', { write: (line) => void lines.push(line) });
  const { signedUp, stop } = createProcessor(wordrise, { log: noted, betweenSignupsMs: 1 });
  onTestFinished(stop);
  signedUp();
  await eventually(() => expect(lines.join()).toContain('the database is away'));
  signedUp();
  await eventually(() => expect(subscribeNewReaders).toHaveBeenCalledTimes(2));
  endOne();
});

test('stops in the middle of its pause', async () => {
  const { wordrise, subscribeNewReaders, endOne } = startDelivery();
  const { signedUp, stop } = createProcessor(wordrise, { log, betweenSignupsMs: 3_600_000 });
  signedUp();
  signedUp();
  endOne();
  await stop();
  expect(subscribeNewReaders).toHaveBeenCalledTimes(1);
});

test('stops a running pass', async () => {
  const { wordrise } = startDelivery();
  const { runPass } = wordrise.delivery;
  runPass.mockImplementation(
    ({ signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => signal.addEventListener('abort', resolve)),
  );
  const { start, stop } = createProcessor(wordrise, { log });
  start();
  expect(runPass).toHaveBeenCalledTimes(1);
  await stop();
});
