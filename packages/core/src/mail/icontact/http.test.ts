import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { callPolicy } from '../policy.ts';
import { clientOf, startTestSandbox } from '../sandbox/testing.ts';
import { createIcontactProvider } from './icontact.ts';

test('sends the six headers that iContact requires', async () => {
  const { url, headers } = await startRecorder();
  const provider = createIcontactProvider({ ...account, apiUrl: `${url}/`, sleep: async () => {} });

  await provider.sends.get('1').catch(() => {});

  expect(headers[0]).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'api-version': '2.2',
    'api-appid': account.appId,
    'api-username': account.username,
    'api-password': account.password,
  });
});

test.each([
  { why: 'a server error', fault: { status: 500, body: { errors: ['Oops'] } } },
  { why: 'heavy traffic', fault: { status: 503 } },
  { why: 'a gateway', fault: { status: 502, body: '<h1>Bad gateway</h1>' } },
  { why: 'a dropped connection', fault: 'drop-before' },
  { why: 'nonsense', fault: 'nonsense' },
  { why: 'a timeout', fault: 'timeout' },
] as const)('retries a read after $why', async ({ fault }) => {
  const sandbox = await startTestSandbox();
  const provider = clientOf(sandbox);
  sandbox.faults.next({ method: 'GET', fault, times: 2 });

  expect(await provider.sends.findMessage('none')).toBeUndefined();

  expect(sandbox.calls.length).toBe(3);
});

test('gives up on a read after a few tries and some seconds of pauses', async () => {
  const sandbox = await startTestSandbox();
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  sandbox.faults.next({ fault: { status: 503 }, times: 100 });

  const failed = clientOf(sandbox, { sleep }).sends.findMessage('none');

  await expect(failed).rejects.toMatchObject({ code: 'email_provider.unreachable', mayHaveHappened: false });
  expect(sandbox.calls.length).toBe(4);
  expect(pauses.length).toBe(3);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThan(10_000);
});

test.each([
  { header: '120', ms: 120_000 },
  { header: 'Tue, 01 Dec 2026 12:02:00 GMT', ms: 120_000 },
])('passes Retry-After: $header on, and does not repeat the read', async ({ header, ms }) => {
  const sandbox = await startTestSandbox();
  const rests: number[] = [];
  const onBackoff = async (rest: number) => void rests.push(rest);
  const now = () => new Date('2026-12-01T12:00:00Z');
  sandbox.faults.next({ fault: { status: 429, headers: { 'Retry-After': header } } });

  const failed = clientOf(sandbox, { onBackoff, now }).sends.findMessage('none');

  await expect(failed).rejects.toMatchObject({ retryAfterSeconds: ms / 1000 });
  expect(rests).toEqual([ms]);
  expect(sandbox.calls.length).toBe(1);
});

test.each(['soon', '0', 'Tue, 01 Dec 2026 11:00:00 GMT'])('ignores Retry-After: %s', async (header) => {
  const sandbox = await startTestSandbox();
  const now = () => new Date('2026-12-01T12:00:00Z');
  sandbox.faults.next({ fault: { status: 503, headers: { 'Retry-After': header } } });

  expect(await clientOf(sandbox, { now }).sends.findMessage('none')).toBeUndefined();
});

test('gives up on a body that never ends', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"sends":[');
  });
  const url = await listen(server);
  const provider = createIcontactProvider({ ...account, apiUrl: url, timeoutMs: 200, minIntervalMs: 0 });

  const failed = provider.sends.schedule('1', undefined);

  await expect(failed).rejects.toMatchObject({
    message: 'iContact did not answer within 0.2 seconds. Try again later.',
    mayHaveHappened: true,
  });
});

test('reports that nothing can have happened if the connection is refused', async () => {
  const server = createServer();
  const url = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  const provider = createIcontactProvider({ ...account, apiUrl: url, minIntervalMs: 0 });

  const failed = provider.sends.schedule('1', undefined);

  await expect(failed).rejects.toMatchObject({
    message: 'iContact cannot be reached (ECONNREFUSED). Check the network, then try again.',
    mayHaveHappened: false,
  });
});

test.each([
  { status: 301, code: 'email_provider.refused', scope: 'account' },
  { status: 400, code: 'email_provider.refused', scope: 'item' },
  { status: 401, code: 'email_provider.refused', scope: 'account' },
  { status: 402, code: 'email_provider.refused', scope: 'account' },
  { status: 403, code: 'email_provider.refused', scope: 'account' },
  { status: 404, code: 'email_provider.refused', scope: 'account' },
  { status: 405, code: 'email_provider.refused', scope: 'item' },
  { status: 406, code: 'email_provider.refused', scope: 'account' },
  { status: 408, code: 'email_provider.unreachable', mayHaveHappened: true },
  { status: 415, code: 'email_provider.refused', scope: 'account' },
  { status: 429, code: 'email_provider.unreachable', mayHaveHappened: true },
  { status: 500, code: 'email_provider.unreachable', mayHaveHappened: true },
  { status: 501, code: 'email_provider.refused', scope: 'account' },
  { status: 502, code: 'email_provider.unreachable', mayHaveHappened: true },
  { status: 503, code: 'email_provider.unreachable', mayHaveHappened: true },
  { status: 507, code: 'email_provider.refused', scope: 'account' },
])('treats $status for a write as $code and does not retry it', async ({ status, ...error }) => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ method: 'POST', fault: { status, body: { errors: ['The reason'] } }, times: 9 });

  const failed = clientOf(sandbox).sends.createMessage({
    name: 'n',
    subject: 's',
    html: '<p>h</p>',
    text: 't',
  });

  await expect(failed).rejects.toMatchObject(error);
  expect(sandbox.calls.filter(({ method }) => method === 'POST').length).toBe(1);
});

test('shows the reason that iContact gives, on one line', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ fault: { status: 400, body: { errors: ['The subject\n is  odd.', 'And more'] } } });

  const failed = clientOf(sandbox).sends.createMessage({
    name: 'n',
    subject: 's',
    html: '<p>h</p>',
    text: 't',
  });

  await expect(failed).rejects.toThrow(/^iContact refused it: The subject is odd\.$/);
});

test('never shows a secret, not even one that the answer quotes', async () => {
  const sandbox = await startTestSandbox();
  const { appId, username, password } = sandbox.options;
  const errors = [`Api password ${password} of ${username} (${appId}) invalid`];
  sandbox.faults.next({ fault: { status: 401, body: { errors } } });

  const error = await clientOf(sandbox)
    .sends.findMessage('n')
    .catch((thrown: unknown) => thrown);

  const shown = inspect(error, { depth: 9, showHidden: true });
  expect(shown).toContain('ICONTACT_API_PASSWORD');
  for (const secret of [appId, username, password]) expect(shown).not.toContain(secret);
});

test('refuses credentials that no header can carry, without showing them', () => {
  const make = () =>
    createIcontactProvider({ ...account, apiUrl: 'http://127.0.0.1', password: 'pass\nword' });

  expect(make).toThrow(expect.objectContaining({ code: 'config.invalid' }));
  expect(make).not.toThrow(/pass\s?word"/);
});

test('does not follow a redirect with the credentials', async () => {
  const sandbox = await startTestSandbox();
  const { url, headers } = await startRecorder();
  sandbox.faults.next({ fault: { status: 302, headers: { Location: url } } });

  await expect(clientOf(sandbox).sends.findMessage('n')).rejects.toMatchObject({ scope: 'account' });

  expect(headers).toEqual([]);
});

test('checks before every single call whether it is allowed', async () => {
  const sandbox = await startTestSandbox();
  let left = 2;
  const stop = new Error('no more today');
  const beforeCall = async () => {
    if (left === 0) throw stop;
    left -= 1;
  };
  sandbox.faults.next({ fault: { status: 503 }, times: 100 });

  await expect(clientOf(sandbox, { beforeCall }).sends.findMessage('n')).rejects.toBe(stop);

  expect(sandbox.calls.length).toBe(2);
});

const account = {
  ...callPolicy,
  appId: 'an-app',
  username: 'a-user',
  password: 'a-password',
  accountId: '1',
  clientFolderId: '2',
  listId: '3',
  campaignId: '4',
};

async function startRecorder() {
  const headers: Record<string, string | string[] | undefined>[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.writeHead(404).end('{}');
  });
  return { url: await listen(server), headers };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
