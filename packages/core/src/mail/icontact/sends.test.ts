import { expect, test } from 'vitest';
import type { Sandbox } from '../sandbox/icontact-server.ts';
import {
  changeRecords,
  clientOf,
  givenMessage,
  givenReaders,
  rawCall,
  startTestSandbox,
} from '../sandbox/testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const at = new Date('2026-09-16T11:00:00Z');

test('schedules a message for the list in New York time', async () => {
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 3);
  const messageId = await givenMessage(sandbox);

  const send = await clientOf(sandbox).sends.schedule(messageId, at);

  expect(send).toEqual({
    sendId: expect.stringMatching(/^\d+$/),
    messageId,
    scheduledTime: at,
    releasedTime: null,
    recipientCount: 3,
    status: 'pending',
  });
  const { body } = await rawCall(sandbox, 'GET', `{base}/sends/${send.sendId}`);
  expect(body.send).toMatchObject({
    includeListIds: sandbox.options.listId,
    scheduledTime: '2026-09-16T07:00:00-04:00',
  });
});

test.each([
  { when: 'summer', at: '2026-07-15T11:00:00Z', wall: '2026-07-15T07:00:00-04:00' },
  { when: 'winter', at: '2027-01-15T12:00:00Z', wall: '2027-01-15T07:00:00-05:00' },
  { when: 'the day summer ends', at: '2026-11-01T12:00:00Z', wall: '2026-11-01T07:00:00-05:00' },
  { when: 'the repeated hour, first', at: '2026-11-01T05:30:00Z', wall: '2026-11-01T01:30:00-04:00' },
  { when: 'the repeated hour, second', at: '2026-11-01T06:30:00Z', wall: '2026-11-01T01:30:00-05:00' },
  { when: 'the day summer begins', at: '2027-03-14T11:00:00Z', wall: '2027-03-14T07:00:00-04:00' },
  { when: 'the skipped hour', at: '2027-03-14T07:30:00Z', wall: '2027-03-14T03:30:00-04:00' },
])('is released at the right moment in $when', async ({ at, wall }) => {
  let time = new Date('2026-07-01T00:00:00Z');
  const sandbox = await startTestSandbox({ now: () => time });
  await givenReaders(sandbox, 1);
  const provider = clientOf(sandbox);

  const { sendId, scheduledTime } = await provider.sends.schedule(await givenMessage(sandbox), new Date(at));

  expect(scheduledTime).toEqual(new Date(at));
  expect((await rawCall(sandbox, 'GET', `{base}/sends/${sendId}`)).body.send.scheduledTime).toBe(wall);
  time = new Date(Date.parse(at) - 1000);
  expect(await sandbox.releaseDue()).toBe(0);
  expect(await provider.sends.get(sendId)).toMatchObject({ status: 'pending' });
  time = new Date(at);
  await sandbox.releaseDue();
  expect(await provider.sends.get(sendId)).toMatchObject({ status: 'released', releasedTime: new Date(at) });
  expect((await sandbox.outbox.list({ limit: 5 })).total).toBe(1);
});

test('sends immediately if no time is given', async () => {
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 1);

  const { sendId, scheduledTime } = await clientOf(sandbox).sends.schedule(
    await givenMessage(sandbox),
    undefined,
  );
  await sandbox.releaseDue();

  expect(scheduledTime).toBeNull();
  expect(await clientOf(sandbox).sends.get(sendId)).toMatchObject({ status: 'released', recipientCount: 1 });
});

test('creates one send for a message, and returns it the second time', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const messageId = await givenMessage(sandbox);

  const first = await provider.sends.schedule(messageId, at);
  const second = await provider.sends.schedule(messageId, new Date('2026-09-17T11:00:00Z'));

  expect(second).toEqual(first);
  expect(await totalSends(sandbox)).toBe(1);
});

test('creates one send for a message in two simultaneous calls', async () => {
  const sandbox = await startTestSandbox({ now });
  const messageId = await givenMessage(sandbox);

  const asked = [1, 2, 3].map(() => clientOf(sandbox).sends.schedule(messageId, at));
  const sends = await Promise.all(asked);

  expect(new Set(sends.map(({ sendId }) => sendId)).size).toBe(1);
  expect(await totalSends(sandbox)).toBe(1);
});

test('schedules a message again after its send was canceled', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const messageId = await givenMessage(sandbox);
  const first = await provider.sends.schedule(messageId, at);
  await provider.sends.cancel(first.sendId);
  expect(await provider.sends.find(messageId)).toMatchObject({ sendId: first.sendId, status: 'cancelled' });

  const second = await provider.sends.schedule(messageId, at);

  expect(second.sendId).not.toBe(first.sendId);
  expect(await provider.sends.find(messageId)).toEqual(second);
});

test('refuses to send a message that the spam check stops, with the reason', async () => {
  const sandbox = await startTestSandbox({ now });
  const messageId = await givenMessage(sandbox, { subject: 'YOU HAVE WON FREE MONEY!!!' });

  const failed = clientOf(sandbox).sends.schedule(messageId, at);

  await expect(failed).rejects.toMatchObject({ scope: 'item', message: /spam score of 5\.2/ });
});

test('is refused a message that became spam after its send was canceled, although that send exists', async () => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const messageId = await givenMessage(sandbox);
  const { sendId } = await provider.sends.schedule(messageId, at);
  await provider.sends.cancel(sendId);
  changeRecords(sandbox, "UPDATE messages SET subject = 'YOU HAVE WON FREE MONEY!!!'");

  const failed = provider.sends.schedule(messageId, at);

  await expect(failed).rejects.toMatchObject({ scope: 'item', message: /spam score/ });
});

test.each([
  { fault: 'timeout', isMade: false },
  { fault: 'timeout-after', isMade: true },
  { fault: 'drop-before', isMade: false },
  { fault: 'drop-after', isMade: true },
  { fault: 'nonsense', isMade: true },
  { fault: { status: 503 }, isMade: false },
  { fault: { status: 500 }, isMade: false },
] as const)('after $fault a send may have been created; its message shows it', async ({ fault, isMade }) => {
  const sandbox = await startTestSandbox({ now });
  const provider = clientOf(sandbox);
  const messageId = await givenMessage(sandbox);
  sandbox.faults.next({ method: 'POST', fault });

  const failed = clientOf(sandbox).sends.schedule(messageId, at);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: true });
  expect((await provider.sends.find(messageId)) !== undefined).toBe(isMade);
  expect(await totalSends(sandbox)).toBe(isMade ? 1 : 0);
  expect(sandbox.calls.filter(({ path, method }) => method === 'POST' && /sends$/.test(path)).length).toBe(1);
});

test.each([
  { fault: { status: 401 }, scope: 'account' },
  { fault: { status: 402 }, scope: 'account' },
  { fault: { status: 507 }, scope: 'account' },
  { fault: { status: 400 }, scope: 'item' },
  { fault: 'warning', scope: 'item' },
] as const)('is refused by $fault for $scope, and no send is created', async ({ fault, scope }) => {
  const sandbox = await startTestSandbox({ now });
  const messageId = await givenMessage(sandbox);
  sandbox.faults.next({ method: 'POST', fault });

  const failed = clientOf(sandbox).sends.schedule(messageId, at);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope });
  expect(await clientOf(sandbox).sends.find(messageId)).toBeUndefined();
});

test.each([
  { theirs: 'pending', ours: 'pending' },
  { theirs: 'sending', ours: 'sending' },
  { theirs: 'complete', ours: 'released' },
  { theirs: 'released', ours: 'released' },
  { theirs: 'canceled', ours: 'cancelled' },
  { theirs: 'Cancelled', ours: 'cancelled' },
  { theirs: 'paused', ours: 'unknown' },
  { theirs: null, ours: 'unknown' },
])(
  'reads the status $theirs as $ours, regardless of the types of the other fields',
  async ({ theirs, ours }) => {
    const sandbox = await startTestSandbox({ now });
    const send = {
      sendId: 978889,
      messageId: 252088,
      scheduledTime: '2026-09-16T07:00:00-04:00',
      releasedTime: '',
      recipientCount: '412',
      status: theirs,
    };
    sandbox.faults.next({ fault: { status: 200, body: { send } } });

    expect(await clientOf(sandbox).sends.get('978889')).toEqual({
      sendId: '978889',
      messageId: '252088',
      scheduledTime: at,
      releasedTime: null,
      recipientCount: 412,
      status: ours,
    });
  },
);

test('does not mistake a wrong account for a deleted send', async () => {
  const sandbox = await startTestSandbox({ now });
  const { sendId } = await clientOf(sandbox).sends.schedule(await givenMessage(sandbox), at);

  for (const wrong of [{ accountId: '1' }, { clientFolderId: '1' }]) {
    const failed = clientOf(sandbox, wrong).sends.get(sendId);
    await expect(failed).rejects.toMatchObject({ code: 'email_provider.refused', scope: 'account' });
  }
});

async function totalSends(sandbox: Sandbox): Promise<number> {
  return (await rawCall(sandbox, 'GET', '{base}/sends')).body.total;
}
