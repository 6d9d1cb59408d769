import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eventually } from '../../../../test/eventually.ts';
import { openTestSchedule } from '../../../../test/schedule.ts';
import { createIcontactProvider } from '../mail/icontact/icontact.ts';
import { callPolicy, emailPolicy } from '../mail/policy.ts';
import type { Fault } from '../mail/sandbox/icontact-server.ts';
import { addressesOnList, clientOf } from '../mail/sandbox/testing.ts';
import { Registration, RemovedReader } from '../readers/reader-tables.ts';
import { CanceledSend, ScheduledEmail } from '../schedule/scheduled-email.ts';
import { ProcessorRun } from '../watch/last-pass.ts';
import { runPass } from './pass.ts';

/** Far longer than any test may take: nothing here may wait for the provider. */
const forever = 3_600_000;

/** A pending email, a waiting reader, and a pass that stops after a certain call. */
async function openWithWork() {
  const opened = await openTestSchedule('sqlite');
  const { deps, provider, sandbox, schedule, later, givenWaitingReaders, entry } = opened;
  sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 100 });
  const { id } = await schedule();
  sandbox.faults.clear();
  later(emailPolicy.leaseMs + 1000);
  await givenWaitingReaders(['new@example.com']);
  deps.provider = async () => clientOf(sandbox, { fetch, timeoutMs: forever });
  return {
    ...opened,
    email: async () => {
      const email = await entry(id);
      if (!email) throw new Error('the email is gone');
      return email;
    },
    posts: (resource: string) =>
      sandbox.calls.filter(({ method, path }) => method === 'POST' && path.endsWith(resource)).length,
    async stopAfter(method: string, resource: RegExp) {
      const stopping = new AbortController();
      const before = sandbox.calls.length;
      const ended = runPass(deps, { signal: stopping.signal });
      await eventually(() => {
        const calls = sandbox.calls.slice(before);
        expect(calls.some((call) => call.method === method && resource.test(call.path))).toBe(true);
      });
      const calls = sandbox.calls.length;
      stopping.abort();
      const report = await ended;
      expect(sandbox.calls.length).toBe(calls);
      deps.provider = async () => provider;
      return report;
    },
  };
}

test.each<{ why: string; method: string; resource: RegExp; fault: Fault }>([
  { why: 'created the message', method: 'POST', resource: /messages$/, fault: 'timeout-after' },
  { why: 'did not create the message', method: 'POST', resource: /messages$/, fault: 'timeout' },
  { why: 'created the send', method: 'POST', resource: /sends$/, fault: 'timeout-after' },
  { why: 'did not create the send', method: 'POST', resource: /sends$/, fault: 'timeout' },
])('a pass is stopped while the provider hangs and $why: it is sent once', async (hanging) => {
  const { method, resource, fault } = hanging;
  const { sandbox, email, stopAfter, pass, later, sends, posts } = await openWithWork();
  const before = posts('/sends');
  sandbox.faults.next({ method, path: resource, fault });
  expect(await stopAfter(method, resource)).toMatchObject({ waiting: 1, failed: 0 });
  // The result is in doubt, so the lease stays, and a pass right away leaves the email alone.
  expect((await email()).leaseUntil).not.toBeNull();
  expect((await pass()).events).toEqual([]);
  later(emailPolicy.leaseMs + 1000);
  await pass();
  expect(await email()).toMatchObject({ status: 'scheduled', reason: null, leaseUntil: null });
  expect(await sends()).toHaveLength(1);
  expect(posts('/sends') - before).toBeLessThanOrEqual(fault === 'timeout' ? 2 : 1);
});

test('a pass is stopped while it looks up the result of a lost call: the lease is released', async () => {
  const { db, deps, sandbox, email, stopAfter, pass } = await openWithWork();
  const { id } = await email();
  await db.em().nativeUpdate(ScheduledEmail, { id }, { messageAttemptedAt: deps.now() });
  sandbox.faults.next({ method: 'GET', path: /messages/, fault: 'timeout' });
  await stopAfter('GET', /messages$/);
  expect(await email()).toMatchObject({ status: 'pending', leaseUntil: null });
  await pass();
  expect(await email()).toMatchObject({ status: 'scheduled' });
});

test.each<{ method: string; resource: RegExp; fault: Fault }>([
  // Faults see the query too, and this call has one.
  { method: 'GET', resource: /contacts(\?|$)/, fault: 'timeout' },
  { method: 'POST', resource: /contacts$/, fault: 'timeout-after' },
  { method: 'POST', resource: /subscriptions$/, fault: 'timeout-after' },
])('a pass is stopped at $method $resource: the reader is left to the next', async (hanging) => {
  const { method, resource, fault } = hanging;
  const { db, sandbox, stopAfter, pass, countSubscribed } = await openWithWork();
  sandbox.faults.next({ method, path: resource, fault });
  await stopAfter(method, resource);
  const waiting = { status: 'waiting' as const, leaseUntil: null };
  expect(await db.em().count(Registration, waiting)).toBe(1);
  await pass();
  expect(await countSubscribed()).toBe(1);
});

test('a pass is stopped while it takes a removed reader off the list: the next one does', async () => {
  const { db, sandbox, deps, stopAfter, pass } = await openWithWork();
  const settledAt = new Date(deps.now().getTime() - 1);
  await db.em().insert(RemovedReader, { email: 'reader0@example.com', subscriberId: null, settledAt });
  sandbox.faults.next({ method: 'GET', path: /email=reader0/, fault: 'timeout' });
  await stopAfter('GET', /contacts$/);
  expect(await db.em().count(RemovedReader)).toBe(1);
  await pass();
  expect(await db.em().count(RemovedReader)).toBe(0);
  expect(await addressesOnList(sandbox)).not.toContain('reader0@example.com');
});

test('a pass is stopped while it looks for a late send: the next one does', async () => {
  const { db, sandbox, deps, stopAfter, pass } = await openWithWork();
  await db.em().insert(CanceledSend, { messageId: '250001', settledAt: new Date(deps.now().getTime() - 1) });
  sandbox.faults.next({ method: 'GET', path: /sends\?/, fault: 'timeout' });
  await stopAfter('GET', /sends$/);
  expect(await db.em().count(CanceledSend)).toBe(1);
  await pass();
  expect(await db.em().count(CanceledSend)).toBe(0);
});

test('a pass is stopped in the pause between two calls', async () => {
  const { deps, sandbox, stopAfter } = await openWithWork();
  const slow = createIcontactProvider({ ...callPolicy, ...sandbox.options, minIntervalMs: forever });
  deps.provider = async () => slow;
  await stopAfter('GET', /contacts$/);
});

test('a pass is stopped in the pause before it repeats a read', async () => {
  const { deps, sandbox, stopAfter } = await openWithWork();
  sandbox.faults.next({ method: 'GET', path: /contacts/, fault: { status: 503 } });
  // The pass may be stopped before this pause begins.
  const sleep = (_ms: number, signal?: AbortSignal) =>
    setTimeout(forever, undefined, signal && { signal }).catch(() => {});
  deps.provider = async () => clientOf(sandbox, { sleep });
  await stopAfter('GET', /contacts$/);
});

test('a pass that is stopped before it begins does nothing, and is not the last pass', async () => {
  const { db, deps, sandbox, email } = await openWithWork();
  const before = sandbox.calls.length;
  const untouched = await email();
  const report = await runPass(deps, { signal: AbortSignal.abort() });
  expect(report).toMatchObject({ done: 0, waiting: 0, failed: 0 });
  expect(sandbox.calls.length).toBe(before);
  expect(await email()).toEqual(untouched);
  expect(await db.em().count(ProcessorRun)).toBe(0);
});
