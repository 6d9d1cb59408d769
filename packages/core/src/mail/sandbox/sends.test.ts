import { expect, test } from 'vitest';
import { rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const message = { campaignId: 400001, messageType: 'normal', subject: 'Meander', textBody: 'Meander' };

test.each([
  { why: 'UTC', scheduledTime: '2026-09-16T11:00:00Z' },
  { why: 'a date only', scheduledTime: '2026-09-16' },
  { why: 'no offset', scheduledTime: '2026-09-16T07:00:00' },
  { why: 'another zone', scheduledTime: '2026-09-16T13:00:00+02:00' },
  { why: 'winter time in summer', scheduledTime: '2026-09-16T07:00:00-05:00' },
  { why: 'summer time in winter', scheduledTime: '2026-12-16T07:00:00-04:00' },
  { why: 'an hour that the clocks skip', scheduledTime: '2027-03-14T02:30:00-05:00' },
  { why: 'a day that does not exist', scheduledTime: '2026-09-31T07:00:00-04:00' },
])('creates no send with a time in $why', async ({ scheduledTime }) => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/messages', [message]);

  const { status, body } = await rawCall(sandbox, 'POST', '{base}/sends', [
    { messageId: 250001, includeListIds: '300001', scheduledTime },
  ]);

  expect({ status, body }).toEqual({
    status: 200,
    body: { sends: [], warnings: [expect.stringContaining('Eastern Time')] },
  });
});

test.each([
  { why: 'no message', item: { includeListIds: '300001' } },
  { why: 'an unknown message', item: { messageId: 5, includeListIds: '300001' } },
  { why: 'no list', item: { messageId: 250001 } },
  { why: 'an unknown list', item: { messageId: 250001, includeListIds: '5' } },
])('creates no send with $why', async ({ item }) => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/messages', [message]);

  const { status, body } = await rawCall(sandbox, 'POST', '{base}/sends', [item]);

  expect({ status, body }).toEqual({ status: 200, body: { sends: [], warnings: [expect.any(String)] } });
});

test('creates one send per message, and names the first in its warning', async () => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/messages', [message]);
  const send = { messageId: 250001, includeListIds: 300001, scheduledTime: '2026-09-16T07:00:00-04:00' };

  const first = await rawCall(sandbox, 'POST', '{base}/sends', [send]);
  const second = await rawCall(sandbox, 'POST', '{base}/sends', [send]);

  expect(first.body.sends).toEqual([
    {
      sendId: '970001',
      messageId: '250001',
      includeListIds: '300001',
      excludeListIds: '',
      includeSegmentIds: '',
      excludeSegmentIds: '',
      scheduledTime: '2026-09-16T07:00:00-04:00',
      releasedTime: '',
      recipientCount: '0',
      status: 'pending',
    },
  ]);
  expect(second.body).toEqual({
    sends: [],
    warnings: ['Message 250001 is already scheduled (send 970001).'],
  });
  expect((await rawCall(sandbox, 'GET', '{base}/sends/970001')).body.send).toMatchObject({
    sendId: 970001,
    messageId: 250001,
    releasedTime: null,
    recipientCount: 0,
  });
});

test('cancels a send only while it is pending', async () => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/messages', [message, message]);
  await rawCall(sandbox, 'POST', '{base}/sends', [
    { messageId: 250001, includeListIds: 300001, scheduledTime: '2026-09-16T07:00:00-04:00' },
    { messageId: 250002, includeListIds: 300001 },
  ]);
  await sandbox.releaseDue();

  const waiting = await rawCall(sandbox, 'DELETE', '{base}/sends/970001');
  const released = await rawCall(sandbox, 'DELETE', '{base}/sends/970002');

  expect(waiting).toMatchObject({ status: 200, body: [] });
  expect(released).toMatchObject({ status: 200, body: { warnings: [expect.any(String)] } });
  const { body } = await rawCall(sandbox, 'GET', '{base}/sends?status=canceled,released&orderby=sendId');
  expect(body.sends.map(({ status }: { status: string }) => status)).toEqual(['canceled', 'released']);
});
