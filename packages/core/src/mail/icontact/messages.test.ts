import { expect, test } from 'vitest';
import type { Sandbox } from '../sandbox/icontact-server.ts';
import { clientOf, rawCall, startTestSandbox } from '../sandbox/testing.ts';

const message = {
  name: 'word-1',
  subject: 'Meander',
  html: '<p>Meander &#91;x&#93;</p>',
  text: 'Meander [x]',
};

test('creates a message from the configured sender, its bodies unchanged', async () => {
  const sandbox = await startTestSandbox();

  const { messageId } = await clientOf(sandbox).sends.createMessage(message);

  const { body } = await rawCall(sandbox, 'GET', `{base}/messages/${messageId}`);
  expect(body.message).toMatchObject({
    messageId: Number(messageId),
    campaignId: Number(sandbox.options.campaignId),
    messageType: 'normal',
    messageName: 'word-1',
    subject: 'Meander',
    htmlBody: message.html,
    textBody: message.text,
  });
});

test('refuses a message whose sender is unknown, with the reason', async () => {
  const sandbox = await startTestSandbox();

  const failed = clientOf(sandbox, { campaignId: '1' }).sends.createMessage(message);

  await expect(failed).rejects.toMatchObject({
    scope: 'item',
    message: 'iContact refused it: There is no campaign 1.',
  });
});

test.each([
  { fault: 'timeout', isMade: false },
  { fault: 'timeout-after', isMade: true },
  { fault: 'drop-before', isMade: false },
  { fault: 'drop-after', isMade: true },
  { fault: 'nonsense', isMade: true },
  { fault: { status: 503 }, isMade: false },
  { fault: { status: 200, body: '[]' }, isMade: false },
  { fault: { status: 200, body: '{"messages":[{}]}' }, isMade: false },
  { fault: { status: 200, body: '{"messages":"none"}' }, isMade: false },
] as const)('after $fault a message may have been created; its name shows it', async ({ fault, isMade }) => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  sandbox.faults.next({ method: 'POST', fault });

  const failed = clientOf(sandbox).sends.createMessage(message);

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: true });
  expect((await provider.sends.findMessage('word-1')) !== undefined).toBe(isMade);
  expect(await madeOnce(sandbox)).toBe(isMade ? 1 : 0);
});

test.each([
  { answer: { messages: null, warnings: ['Too odd.'] }, reason: 'iContact refused it: Too odd.' },
  { answer: { messages: [], warnings: ['Too odd.'] }, reason: 'iContact refused it: Too odd.' },
  { answer: { messages: [] }, reason: 'iContact refused it and gave no reason.' },
  { answer: { messages: null, notices: ['Too odd.'] }, reason: 'iContact refused it: Too odd.' },
  { answer: { errors: ['Too odd.'] }, reason: 'iContact refused it: Too odd.' },
  {
    answer: { messages: [{ messageId: 9, messageName: 'word-1' }], errors: ['Too odd.'] },
    reason: 'iContact refused it: Too odd.',
  },
])('treats a 200 with $answer as a refusal', async ({ answer, reason }) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ method: 'POST', fault: { status: 200, body: answer } });

  const failed = clientOf(sandbox).sends.createMessage(message);

  await expect(failed).rejects.toMatchObject({ scope: 'item', message: reason });
});

test('treats a complete answer with a warning as done', async () => {
  const sandbox = await startTestSandbox();
  const body = { messages: [{ messageId: 9, messageName: 'word-1' }], warnings: ['Mind the gap.'] };
  sandbox.faults.next({ method: 'POST', fault: { status: 200, body } });

  expect(await clientOf(sandbox).sends.createMessage(message)).toEqual({ messageId: '9' });
});

test('finds a message by its whole name among many, beyond the first page', async () => {
  const sandbox = await startTestSandbox();
  const [first] = await givenMessages(sandbox, 120);

  expect(await clientOf(sandbox).sends.findMessage('name-0')).toEqual({ messageId: first });
  expect(await clientOf(sandbox).sends.findMessage('name')).toBeUndefined();
  expect(await clientOf(sandbox).sends.findMessage('NAME-0')).toBeUndefined();
});

test('finds it even if the filter and the order are ignored', async () => {
  const sandbox = await startTestSandbox();
  const ids = await givenMessages(sandbox, 120);
  // The answer to an unknown filter: all messages, with a warning.
  const forgetful: typeof fetch = (input) =>
    fetch(`${input}`.replace('messageName=', 'unknown='), init(sandbox));

  const found = await clientOf(sandbox, { fetch: forgetful }).sends.findMessage('name-3');

  expect(found).toEqual({ messageId: ids[3] });
});

test.each(['a*', 'a,b', '*'])(
  'finds a message called "%s", which cannot be used as a filter',
  async (name) => {
    const sandbox = await startTestSandbox();
    const provider = clientOf(sandbox);
    await provider.sends.createMessage({ ...message, name: 'ab' });
    expect(await provider.sends.findMessage(name)).toBeUndefined();
    const { messageId } = await provider.sends.createMessage({ ...message, name });
    await provider.sends.createMessage({ ...message, name: 'a' });

    expect(await provider.sends.findMessage(name)).toEqual({ messageId });
  },
);

test('returns the names of messages, each fetched once', async () => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  const ids = await givenMessages(sandbox, 60);

  const names = await provider.sends.messageNames([...ids, '999999', 'x']);
  const before = sandbox.calls.length;
  const again = await provider.sends.messageNames(ids);

  expect(names.size).toBe(60);
  expect(names.get(ids[59] ?? '')).toBe('name-59');
  expect(again).toEqual(names);
  expect(sandbox.calls.length).toBe(before);
  expect(before).toBeLessThan(8);
});

test('returns the name of a single message, and none for an unknown one', async () => {
  const sandbox = await startTestSandbox();
  const [id = ''] = await givenMessages(sandbox, 1);

  expect(await clientOf(sandbox).sends.messageNames([id])).toEqual(new Map([[id, 'name-0']]));
  expect(await clientOf(sandbox).sends.messageNames(['999999'])).toEqual(new Map());
});

test('returns no names for no messages, without a call', async () => {
  const sandbox = await startTestSandbox();

  expect(await clientOf(sandbox).sends.messageNames([])).toEqual(new Map());

  expect(sandbox.calls).toEqual([]);
});

async function givenMessages(sandbox: Sandbox, count: number): Promise<string[]> {
  const some = Array.from({ length: count }, (_, at) => ({
    campaignId: sandbox.options.campaignId,
    messageType: 'normal',
    messageName: `name-${at}`,
    subject: 'S',
    textBody: 'T',
  }));
  const { body } = await rawCall(sandbox, 'POST', '{base}/messages', some);
  return body.messages.map(({ messageId }: { messageId: string }) => messageId);
}

/** Counts the messages with the name of ours. */
async function madeOnce(sandbox: Sandbox): Promise<number> {
  return (await rawCall(sandbox, 'GET', '{base}/messages?messageName=word-1')).body.total;
}

function init({ options }: Sandbox): RequestInit {
  return {
    headers: {
      'API-Version': '2.2',
      'API-AppId': options.appId,
      'API-Username': options.username,
      'API-Password': options.password,
    },
  };
}
