import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { startTestServer } from '../../test/start-test-server.ts';
import { createLog } from '../http/request-log.ts';
import { createProcessor } from './processor.ts';

const reader = { email: 'ada@example.com', firstName: 'Ada' };
const log = createLog('silent');

test('whoever signs up is handed over at once, long before the next pass', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'on' } });
  await eventually(async () => expect(await wordrise.delivery.lastPass()).toBeDefined());
  await ok('register', { body: reader });
  await eventually(async () =>
    expect(await wordrise.readers.find(reader.email)).toMatchObject({ status: 'subscribed' }),
  );
});

test('with the processor off that is left to whoever runs it', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'off' } });
  const handOver = vi.spyOn(wordrise.delivery, 'handOverSignups');
  await ok('register', { body: reader });
  expect(handOver).not.toHaveBeenCalled();
});

/** Hand-overs that end when they are told to. */
function handOvers() {
  const underWay: (() => void)[] = [];
  const handOverSignups = vi.fn(() => new Promise<void>((resolve) => void underWay.push(resolve)));
  const delivery = { handOverSignups, runPass: vi.fn(), lastPass: vi.fn(), whatWaits: vi.fn() };
  return { wordrise: { delivery }, handOverSignups, endOne: () => underWay.shift()?.() };
}

test('a crowd is handed over together, and the last of it too', async () => {
  const { wordrise, handOverSignups, endOne } = handOvers();
  const { signedUp, stop } = createProcessor(wordrise, { log, betweenSignupsMs: 1 });
  onTestFinished(stop);
  for (let each = 0; each < 20; each += 1) signedUp();
  expect(handOverSignups).toHaveBeenCalledTimes(1);
  endOne();
  await eventually(() => expect(handOverSignups).toHaveBeenCalledTimes(2));
  // Nobody came while this one was under way.
  endOne();
  await wait(50);
  expect(handOverSignups).toHaveBeenCalledTimes(2);
  signedUp();
  expect(handOverSignups).toHaveBeenCalledTimes(3);
  endOne();
});

test('a failure is logged, and the next reader is tried again', async () => {
  const { wordrise, handOverSignups, endOne } = handOvers();
  handOverSignups.mockRejectedValueOnce(new Error('the database is away'));
  const lines: string[] = [];
  const noted = createLog('error', { write: (line) => void lines.push(line) });
  const { signedUp, stop } = createProcessor(wordrise, { log: noted, betweenSignupsMs: 1 });
  onTestFinished(stop);
  signedUp();
  await eventually(() => expect(lines.join()).toContain('the database is away'));
  signedUp();
  await eventually(() => expect(handOverSignups).toHaveBeenCalledTimes(2));
  endOne();
});

test('stops in the middle of its pause', async () => {
  const { wordrise, handOverSignups, endOne } = handOvers();
  const { signedUp, stop } = createProcessor(wordrise, { log, betweenSignupsMs: 3_600_000 });
  signedUp();
  signedUp();
  endOne();
  await stop();
  expect(handOverSignups).toHaveBeenCalledTimes(1);
});
