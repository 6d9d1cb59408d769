import { setTimeout as wait } from 'node:timers/promises';
import { openWordrise } from '@wordrise/core';
import { weekdays } from '@wordrise/core/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { aWord } from '../../../../test/words.ts';
import type { OpenDatabase } from '../../../core/src/platform/database/open-database.ts';
import { Installation } from '../../../core/src/platform/database/schema-state.ts';
import { startTestServer } from '../../test/start-test-server.ts';
import { createLog } from '../http/request-log.ts';
import { createProcessor } from './processor.ts';

const reader = { email: 'ada@example.com', firstName: 'Ada' };
const log = createLog('silent');

test('a new reader is subscribed right away, long before the next pass', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'on' } });
  await eventually(async () => expect(await wordrise.processor.lastPass()).toBeDefined());
  await ok('register', { body: reader });
  await eventually(async () =>
    expect(await wordrise.readers.find(reader.email)).toMatchObject({ status: 'subscribed' }),
  );
});

test('once sending is resumed, emails that waited for that are submitted right away', async () => {
  const { ok, signIn, wordrise } = await startTestServer({ env: { PROCESSOR: 'on' } });
  await signIn();
  const { em } = wordrise.database as OpenDatabase;
  await em().nativeUpdate(Installation, { id: 1 }, { heldSince: new Date() });
  const { id: wordId } = await ok('addWord', { body: aWord() });
  await ok('scheduleEmail', { body: { wordId, scheduledDate: '2030-01-01T07:00', status: 'pending' } });
  const waiting = async () => (await ok('listSchedule'))[0]?.scheduled_emails;
  await wordrise.processor.runPass();
  expect(await waiting()).toMatchObject({ status: 'pending', reason: expect.stringContaining('is held') });
  // Otherwise, the pass of every five minutes is the next one.
  await ok('resumeSending');
  await eventually(async () => expect(await waiting()).toMatchObject({ status: 'scheduled', reason: null }));
});

test('with the processor off, that is left to the process that runs passes', async () => {
  const { ok, wordrise } = await startTestServer({ env: { PROCESSOR: 'off' } });
  const subscribe = vi.spyOn(wordrise.processor, 'subscribeNewReaders');
  await ok('register', { body: reader });
  expect(subscribe).not.toHaveBeenCalled();
});

/** Calls to the provider that the test ends. */
function startDelivery() {
  const underWay: (() => void)[] = [];
  const subscribeNewReaders = vi.fn(() => new Promise<void>((resolve) => void underWay.push(resolve)));
  const processor = {
    subscribeNewReaders,
    runPass: vi.fn(),
    lastPass: vi.fn(),
    countPending: vi.fn(),
    clockProblem: vi.fn(async () => undefined),
    sending: vi.fn(),
    hasMore: vi.fn(async () => false),
  };
  return { wordrise: { processor }, subscribeNewReaders, endOne: () => underWay.shift()?.() };
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
  subscribeNewReaders.mockRejectedValueOnce(new Error('the database is down'));
  const lines: string[] = [];
  const noted = createLog('error', { write: (line) => void lines.push(line) });
  const { signedUp, stop } = createProcessor(wordrise, { log: noted, betweenSignupsMs: 1 });
  onTestFinished(stop);
  signedUp();
  await eventually(() => expect(lines.join()).toContain('the database is down'));
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
  const { runPass } = wordrise.processor;
  runPass.mockImplementation(
    ({ signal }: { signal: AbortSignal }) =>
      new Promise((resolve) => signal.addEventListener('abort', resolve)),
  );
  const { start, stop } = createProcessor(wordrise, { log });
  start();
  expect(runPass).toHaveBeenCalledTimes(1);
  await stop();
});

test('an email that another process stored is submitted at once, and is sent as soon as its time comes', async () => {
  const { wordrise, config } = await startTestServer({ env: { PROCESSOR: 'on' } });
  await eventually(async () => expect(await wordrise.processor.lastPass()).toBeDefined());
  const passes = vi.spyOn(wordrise.processor, 'runPass');
  const { id: wordId } = await wordrise.words.add(aWord());
  const other = await openWordrise(config);
  onTestFinished(() => other.close());
  await other.autopilot.save({ isOn: true, time: '23:59', days: [...weekdays], ahead: 1 });
  await eventually(async () =>
    expect(await wordrise.schedule.findWaiting(wordId)).toMatchObject({ status: 'scheduled' }),
  );
  const [email] = await wordrise.schedule.list(1);
  const soon = new Date(Date.now() + 2000).toISOString();
  await wordrise.schedule.move(email?.scheduled_emails.id ?? 0, { scheduledDate: soon });
  await eventually(async () => expect(await wordrise.schedule.stats()).toMatchObject({ sent: 1 }));
  // Nothing else calls for a pass.
  expect(passes.mock.calls.length).toBeLessThan(10);
});
