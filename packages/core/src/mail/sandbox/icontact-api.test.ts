import { describe, expect, test } from 'vitest';
import { changeRecords, givenReaders, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const message = { campaignId: 400001, messageType: 'normal', subject: 'Meander', textBody: 'Meander' };

test('returns JSON with the content type of HTML', async () => {
  const sandbox = await startTestSandbox();

  expect(await rawCall(sandbox, 'GET', '{base}/contacts')).toMatchObject({
    status: 200,
    type: 'text/html; charset=utf-8',
  });
});

test('gives the time without credentials, in New York', async () => {
  const sandbox = await startTestSandbox({ now });

  const response = await fetch(`${sandbox.url}/time`);

  expect(await response.json()).toEqual({ time: '2026-09-15T05:00:00-04:00', timestamp: 1789462800 });
});

test.each([
  { why: 'a wrong user', headers: { 'API-Username': 'x' }, status: 401, text: 'Api username invalid' },
  { why: 'a wrong password', headers: { 'API-Password': 'x' }, status: 401, text: 'Api password invalid' },
  { why: 'another version', headers: { 'API-Version': '2.3' }, status: 501, text: /Version Not Implemented/ },
  { why: 'XML wanted', headers: { Accept: 'text/xml' }, status: 406, text: /JSON/ },
])('refuses $why with $status', async ({ headers, status, text }) => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, 'GET', '{base}/contacts', undefined, headers);

  expect(answer).toMatchObject({ status, body: { errors: [expect.stringMatching(text)] } });
});

test.each([
  { method: 'GET', path: '/a//c//contacts', status: 501 },
  { method: 'GET', path: '{base}/spools', status: 501 },
  { method: 'GET', path: '{base}/constructor', status: 501 },
  { method: 'GET', path: '/a/5/c/200001/contacts', status: 404 },
  { method: 'GET', path: '/a/100001/c/5/contacts', status: 404 },
  { method: 'GET', path: '{base}/contacts/5', status: 404 },
  { method: 'GET', path: '{base}/contacts/five', status: 404 },
  { method: 'GET', path: '{base}/subscriptions/300001_5', status: 404 },
  { method: 'GET', path: '{base}/messages/5/opens', status: 501 },
  { method: 'POST', path: '/a', status: 405 },
  { method: 'POST', path: '{base}/lists', status: 405 },
  { method: 'PUT', path: '{base}/contacts/5', status: 405 },
  { method: 'DELETE', path: '{base}/contacts', status: 405 },
  { method: 'DELETE', path: '{base}/subscriptions/300001_5', status: 405 },
  { method: 'DELETE', path: '{base}/campaigns/400001', status: 405 },
  { method: 'PUT', path: '{base}/messages/5', status: 405 },
  { method: 'DELETE', path: '{base}/messages/5', status: 405 },
  { method: 'POST', path: '{base}/sends/5', status: 405 },
  { method: 'PUT', path: '{base}/sends/5', status: 405 },
  { method: 'POST', path: '{base}/contacts', body: '{', status: 400 },
  { method: 'POST', path: '{base}/contacts', body: '{"email":"a@example.com"}', status: 400 },
  { method: 'POST', path: '{base}/contacts', body: '["a@example.com"]', status: 400 },
])('answers $status to $method $path $body', async ({ method, path, body, status }) => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, method, path, body ?? (method === 'GET' ? undefined : '{}'));

  expect(answer).toMatchObject({ status, body: { errors: [expect.any(String)] } });
});

test('refuses a body that is not called JSON', async () => {
  const sandbox = await startTestSandbox();

  const answer = await rawCall(sandbox, 'POST', '{base}/contacts', '[]', { 'Content-Type': 'text/xml' });

  expect(answer.status).toBe(415);
});

test('leads from the account to its folder', async () => {
  const sandbox = await startTestSandbox();

  expect((await rawCall(sandbox, 'GET', '/a/')).body).toMatchObject({
    accounts: [{ accountId: '100001', enabled: '1' }],
    total: 1,
  });
  expect((await rawCall(sandbox, 'GET', '/a/100001/c/')).body).toMatchObject({
    clientfolders: [{ clientFolderId: '200001' }],
  });
});

describe('lists of records', () => {
  test('lists twenty unless asked for more, and 2,000 by page', async () => {
    const sandbox = await startTestSandbox();
    await givenReaders(sandbox, 2000);

    const first = (await rawCall(sandbox, 'GET', '{base}/contacts')).body;
    expect(first).toMatchObject({ limit: 20, offset: 0, total: 2000 });
    expect(first.contacts.length).toBe(20);
    const seen = new Set<string>();
    for (let offset = 0; offset < 2000; offset += 500) {
      const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?limit=2000&offset=${offset}`);
      expect(body.limit).toBe(500);
      for (const { email } of body.contacts) seen.add(email);
    }
    expect(seen.size).toBe(2000);
  });

  test.each([
    { query: 'status=total', total: 4, why: 'all' },
    { query: '', total: 2, why: 'only those on a list' },
    { query: 'status=donotcontact', total: 1, why: 'those with a status' },
    { query: 'status=total&email=', total: 0, why: 'nobody for an empty term' },
    { query: 'status=total&email=READER0@example.com', total: 1, why: 'one address, ignoring case' },
    { query: 'status=total&email=reader*', total: 2, why: 'those that a wildcard matches' },
    { query: 'status=total&email=r_ader*', total: 0, why: 'no other wildcard' },
    { query: 'status=total&firstName=Ada,Bob', total: 2, why: 'several values' },
  ])('lists for "$query" $why', async ({ query, total }) => {
    const sandbox = await startTestSandbox();
    await givenReaders(sandbox, 2);
    await rawCall(sandbox, 'POST', '{base}/contacts', [
      { email: 'ada@example.com', firstName: 'Ada' },
      { email: 'bob@example.com', firstName: 'Bob', status: 'donotcontact' },
    ]);

    const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?${query}`);

    expect(body.total).toBe(total);
    expect(body.warnings).toBeUndefined();
  });

  test.each(['nickname=Ada', 'EMAIL=reader0@example.com', 'toString=1'])(
    'ignores the unknown term %s and lists everything, with a warning',
    async (term) => {
      const sandbox = await startTestSandbox();
      await givenReaders(sandbox, 3);

      const { body } = await rawCall(sandbox, 'GET', `{base}/contacts?${term}`);

      expect(body).toMatchObject({ total: 3, warnings: [expect.stringContaining('ignored')] });
    },
  );

  test('orders by field and direction', async () => {
    const sandbox = await startTestSandbox();
    await givenReaders(sandbox, 3);

    const { body } = await rawCall(sandbox, 'GET', '{base}/contacts?orderby=status,email:desc');

    expect(body.contacts.map(({ email }: { email: string }) => email)).toEqual([
      'reader2@example.com',
      'reader1@example.com',
      'reader0@example.com',
    ]);
  });

  test('writes what is empty as "" on creation and as null in lists; an empty list is null too', async () => {
    const sandbox = await startTestSandbox({ now });

    const none = await rawCall(sandbox, 'GET', '{base}/contacts?status=total');
    const created = await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]);
    const listed = await rawCall(sandbox, 'GET', '{base}/contacts?status=total');

    expect(none.body).toEqual({ contacts: null, limit: 20, offset: 0, total: 0 });
    expect(created.body.contacts[0]).toMatchObject({
      contactId: '60000001',
      city: '',
      createDate: '2026-09-15 05:00:00',
    });
    expect(listed.body.contacts[0]).toMatchObject({ contactId: '60000001', city: null });
  });
});

describe('contacts', () => {
  test('leaves out bad items with a warning for each, and answers 200', async () => {
    const sandbox = await startTestSandbox();

    const some = await rawCall(sandbox, 'POST', '{base}/contacts', [
      { firstName: 'Ada' },
      { email: 'ada@example.com' },
      { email: 'bob@example' },
    ]);
    const none = await rawCall(sandbox, 'POST', '{base}/contacts', [{ firstName: 'Ada' }]);

    expect(some.status).toBe(200);
    expect(some.body.contacts.length).toBe(1);
    expect(some.body.warnings.length).toBe(2);
    expect(none).toMatchObject({
      status: 200,
      body: { contacts: null, warnings: ['The email field is required and was not supplied.'] },
    });
  });

  test('treats a known address as the same contact, and clears fields that the second one omits', async () => {
    let time = now();
    const sandbox = await startTestSandbox({ now: () => time });
    const ada = { email: 'ada@example.com', firstName: 'Ada', city: 'London' };
    const first = await rawCall(sandbox, 'POST', '{base}/contacts', [ada]);
    time = new Date('2026-09-15T10:00:00Z');

    const second = await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'Ada@example.com' }]);

    const { contactId, createDate } = first.body.contacts[0];
    expect(second.body.contacts[0]).toMatchObject({ contactId, createDate, firstName: '', city: '' });
  });

  test('merges with POST to a member', async () => {
    const sandbox = await startTestSandbox();
    const ada = { email: 'ada@example.com', firstName: 'Ada', city: 'London' };
    await rawCall(sandbox, 'POST', '{base}/contacts', [ada]);

    const merged = await rawCall(sandbox, 'POST', '{base}/contacts/60000001', { lastName: 'L' });

    expect(merged.body.contact).toMatchObject({ ...ada, lastName: 'L' });
  });

  test('creates a new contact for the address of a deleted one, and no longer lists the old one', async () => {
    const sandbox = await startTestSandbox();
    const [contactId] = await givenReaders(sandbox, 1);
    changeRecords(sandbox, "UPDATE contacts SET status = 'deleted'");

    const read = await rawCall(sandbox, 'GET', `{base}/contacts/${contactId}`);
    const listed = await rawCall(sandbox, 'GET', '{base}/contacts?status=total');
    const again = await rawCall(sandbox, 'POST', '{base}/contacts', [{ email: 'reader0@example.com' }]);

    expect(read.body.contact.status).toBe('deleted');
    expect(listed.body.total).toBe(0);
    expect(again.body.contacts[0].contactId).not.toBe(contactId);
  });
});

describe('subscriptions', () => {
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

    expect(answer).toMatchObject({
      status: 500,
      body: { errors: [expect.stringMatching(/^No result for/)] },
    });
  });
});

describe('messages', () => {
  test('gives a message an id and a date', async () => {
    const sandbox = await startTestSandbox({ now });

    const { body } = await rawCall(sandbox, 'POST', '{base}/messages', [
      { ...message, messageName: 'word-1' },
    ]);

    expect(body.messages).toEqual([
      expect.objectContaining({
        messageId: '250001',
        campaignId: '400001',
        messageName: 'word-1',
        htmlBody: '',
        createDate: '2026-09-15 05:00:00',
      }),
    ]);
  });

  test.each([
    { why: 'no campaign', item: { ...message, campaignId: '' } },
    { why: 'an unknown campaign', item: { ...message, campaignId: 5 } },
    { why: 'no subject', item: { ...message, subject: '' } },
    { why: 'an odd type', item: { ...message, messageType: 'urgent' } },
  ])('creates no message with $why', async ({ item }) => {
    const sandbox = await startTestSandbox();

    const { status, body } = await rawCall(sandbox, 'POST', '{base}/messages', [item]);

    expect({ status, body }).toEqual({
      status: 200,
      body: { messages: null, warnings: [expect.any(String)] },
    });
  });
});

describe('sends', () => {
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
});
