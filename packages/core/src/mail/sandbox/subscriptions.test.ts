import { expect, test } from 'vitest';
import { givenReaders, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

test('has a contact on no list until it is subscribed', async () => {
  const sandbox = await startTestSandbox({ now });
  await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]);

  const before = await rawCall(sandbox, 'GET', '{base}/subscriptions?contactId=60000001');
  const subscribed = await rawCall(sandbox, 'POST', '{base}/subscriptions', [
    { contactId: 60000001, listId: 300001, status: 'normal' },
  ]);

  expect(before.body.subscriptions).toBeNull();
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
  { why: 'a status left out', item: { contactId: 60000001, listId: 300001 } },
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

test('moves a subscription to another list with PUT, and nothing else of it', async () => {
  const sandbox = await startTestSandbox();
  const [contactId] = await givenReaders(sandbox, 1);
  const { body } = await rawCall(sandbox, 'POST', '{base}/lists', [{ name: 'Other' }]);
  const [{ listId }] = body.lists;

  const moved = await rawCall(sandbox, 'PUT', `{base}/subscriptions/300001_${contactId}`, {
    listId,
    status: 'unsubscribed',
  });

  expect(moved.body).toMatchObject({
    subscription: { subscriptionId: `${listId}_${contactId}`, status: 'normal' },
    warnings: ['The field status was ignored.'],
  });
});

test('fails on a list that was deleted', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'DELETE', '{base}/lists/300001');

  const answer = await rawCall(sandbox, 'GET', '{base}/lists/300001');

  expect(answer).toMatchObject({ status: 500, body: { errors: [expect.stringMatching(/^No result for/)] } });
  expect((await rawCall(sandbox, 'GET', '{base}/lists')).body.lists).toBeNull();
});

test('makes a list or a sender only with what they need', async () => {
  const sandbox = await startTestSandbox();
  const sender = {
    name: 'Other',
    fromName: 'Lexi',
    fromEmail: 'lexi@example.com',
    subscriptionManagement: 0,
    clickTrackMode: 0,
    useAccountAddress: 1,
    archiveByDefault: 0,
  };

  const made = await rawCall(sandbox, 'POST', '{base}/campaigns', [sender, { ...sender, fromEmail: '' }]);
  const nameless = await rawCall(sandbox, 'POST', '{base}/lists', [{ description: 'No name' }]);

  expect(made.body).toMatchObject({
    campaigns: [{ fromName: 'Lexi', archiveByDefault: 0 }],
    warnings: ['The fromEmail field is required and was not supplied.'],
  });
  expect(nameless.body.lists).toBeNull();
});
