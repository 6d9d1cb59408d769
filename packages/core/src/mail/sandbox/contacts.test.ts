import { expect, test } from 'vitest';
import { changeRecords, givenReaders, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');

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
