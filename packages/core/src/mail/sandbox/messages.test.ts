import { expect, test } from 'vitest';
import { rawCall, startTestSandbox } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const message = { campaignId: 400001, messageType: 'normal', subject: 'Meander', textBody: 'Meander' };

test('gives a message an id and a date', async () => {
  const sandbox = await startTestSandbox({ now });

  const { body } = await rawCall(sandbox, 'POST', '{base}/messages', [{ ...message, messageName: 'word-1' }]);

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

  expect({ status, body }).toEqual({ status: 200, body: { messages: null, warnings: [expect.any(String)] } });
});
