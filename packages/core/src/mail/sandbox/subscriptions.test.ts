import { expect, test } from 'vitest';
import { changeRecords, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

test('keeps a contact off all lists until it is subscribed', async () => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]);

  const before = await rawCall(sandbox, 'GET', '{base}/subscriptions/300001_60000001');
  const subscribed = await rawCall(sandbox, 'POST', '{base}/subscriptions', [
    { contactId: 60000001, listId: 300001, status: 'normal' },
  ]);

  expect(before.status).toBe(404);
  expect(subscribed.body.subscriptions).toEqual([
    {
      subscriptionId: '300001_60000001',
      contactId: '60000001',
      listId: '300001',
      status: 'normal',
      confirmationMessageId: '',
      addDate: '2026-09-15T05:00:00-04:00',
    },
  ]);
});

test.each([
  { why: 'an unknown contact', item: { contactId: 1, listId: 300001, status: 'normal' } },
  { why: 'an unknown list', item: { contactId: 60000001, listId: 1, status: 'normal' } },
  { why: 'an unknown status', item: { contactId: 60000001, listId: 300001, status: 'eager' } },
  { why: 'a missing status', item: { contactId: 60000001, listId: 300001 } },
  {
    why: 'a contact not to be contacted',
    item: { contactId: 60000002, listId: 300001, status: 'normal' },
  },
])('subscribes nobody for $why', async ({ item }) => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/contacts', [
    { email: 'ada@example.com' },
    { email: 'bob@example.com', status: 'donotcontact' },
  ]);

  const { status, body } = await rawCall(sandbox, 'POST', '{base}/subscriptions', [item]);

  expect({ status, body }).toEqual({
    status: 200,
    body: { subscriptions: null, warnings: [expect.any(String)] },
  });
});

test('fails on a list that was deleted', async () => {
  const sandbox = await startTestSandbox();
  changeRecords(sandbox, 'UPDATE lists SET isDeleted = 1');

  const answer = await rawCall(sandbox, 'GET', '{base}/lists/300001');

  expect(answer).toMatchObject({ status: 500, body: { errors: [expect.stringMatching(/^No result for/)] } });
});
