import { expect, test } from 'vitest';
import { givenReaders, rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const message = { campaignId: 400001, messageType: 'normal', subject: 'Meander', textBody: 'Meander' };

test('gives a message an id, a date and a spam check', async () => {
  const sandbox = await startTestSandbox({ now });

  const { body } = await rawCall(sandbox, 'POST', '{base}/messages', [
    { ...message, subject: 'Hello!!!', messageName: 'word-1' },
  ]);

  expect(body.messages).toEqual([
    expect.objectContaining({
      messageId: '250001',
      campaignId: '400001',
      messageName: 'word-1',
      htmlBody: '',
      createDate: '2026-09-15 05:00:00',
      spamCheck: {
        rawScore: '1.2',
        spamDetails: [
          {
            spamDetailScore: '1.2',
            spamDetailName: 'MANY_EXCLAMATIONS',
            spamDetailDescription: expect.any(String),
          },
        ],
      },
    }),
  ]);
});

test.each([
  { why: 'no campaign', item: { ...message, campaignId: '' } },
  { why: 'an unknown campaign', item: { ...message, campaignId: 5 } },
  { why: 'no subject', item: { ...message, subject: '' } },
  { why: 'an odd type', item: { ...message, messageType: 'urgent' } },
])('makes no message of $why', async ({ item }) => {
  const sandbox = await startTestSandbox();

  const { status, body } = await rawCall(sandbox, 'POST', '{base}/messages', [item]);

  expect({ status, body }).toEqual({ status: 200, body: { messages: null, warnings: [expect.any(String)] } });
});

test('changes a message by its member and by a batch that names it', async () => {
  const sandbox = await startTestSandbox();
  await rawCall(sandbox, 'POST', '{base}/messages', [{ ...message, messageName: 'kept' }]);

  await rawCall(sandbox, 'POST', '{base}/messages/250001', { subject: 'Second' });
  const { body } = await rawCall(sandbox, 'POST', '{base}/messages', [
    { messageId: 250001, textBody: 'Third' },
  ]);

  expect(body.messages).toEqual([
    expect.objectContaining({ messageName: 'kept', subject: 'Second', textBody: 'Third' }),
  ]);
  expect((await rawCall(sandbox, 'GET', '{base}/messages')).body.total).toBe(1);
});

test('counts what a message came to', async () => {
  const sandbox = await startTestSandbox({ now });
  await givenReaders(sandbox, 3);
  await rawCall(sandbox, 'POST', '{base}/messages', [message]);
  await rawCall(sandbox, 'POST', '{base}/sends', [{ messageId: 250001, includeListIds: 300001 }]);
  await sandbox.releaseDue();

  const { body } = await rawCall(sandbox, 'GET', '{base}/messages/250001/statistics');

  expect(body.statistics).toMatchObject({ delivered: 3, bounces: 0, opens: { unique: 0, total: 0 } });
});
