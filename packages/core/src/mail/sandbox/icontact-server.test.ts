import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSandboxDatabase } from './store.ts';
import { givenReaders, rawCall, startTestSandbox, temporaryFolder } from './testing.ts';

const now = () => new Date('2026-09-15T09:00:00Z');
const message = { campaignId: 400001, messageType: 'normal', subject: 'Meander', textBody: 'Meander' };

test('keeps everything across a restart', async () => {
  const dataDir = await temporaryFolder();
  const first = await startTestSandbox({ dataDir, now });
  await givenReaders(first, 2);
  await rawCall(first, 'POST', '{base}/messages', [{ ...message, messageName: 'kept' }]);
  await first.close();

  const second = await startTestSandbox({ dataDir, now });

  expect((await rawCall(second, 'GET', '{base}/contacts')).body.total).toBe(2);
  expect((await rawCall(second, 'GET', '{base}/messages?messageName=kept')).body.total).toBe(1);
});

test('leaves the state of another version alone', async () => {
  const dataDir = await temporaryFolder();
  const database = openSandboxDatabase(dataDir);
  database.pragma('user_version = 3');
  database.close();

  await expect(startTestSandbox({ dataDir })).rejects.toThrow(/sandbox\.db is from another version/);
});

test('gives the sender the name of the product', async () => {
  const dataDir = await temporaryFolder();
  await startTestSandbox({ dataDir, productName: 'Before' });

  const sandbox = await startTestSandbox({ dataDir, productName: 'After' });

  expect((await rawCall(sandbox, 'GET', '{base}/campaigns/400001')).body.campaign.fromName).toBe('After');
});

test('the sender that is set replaces the made-up one, and back', async () => {
  const dataDir = await temporaryFolder();
  const senderWith = async (from: { name: string; address: string } | undefined) => {
    const sender = { from, postalAddress: undefined };
    const sandbox = await startTestSandbox({ dataDir, productName: 'Lexi', sender });
    const { fromName, fromEmail } = (await rawCall(sandbox, 'GET', '{base}/campaigns/400001')).body.campaign;
    return `${fromName} <${fromEmail}>`;
  };

  expect(await senderWith({ name: 'Daily Word', address: 'word@example.com' })).toBe(
    'Daily Word <word@example.com>',
  );
  expect(await senderWith({ name: '', address: 'word@example.com' })).toBe('Lexi <word@example.com>');
  expect(await senderWith(undefined)).toBe('Lexi <words@sandbox.invalid>');
});

test('two sandboxes share one folder', async () => {
  const dataDir = await temporaryFolder();
  const [a, b] = await Promise.all([startTestSandbox({ dataDir }), startTestSandbox({ dataDir })]);

  await Promise.all([
    rawCall(a, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]),
    rawCall(b, 'POST', '{base}/contacts', [{ email: 'ada@example.com' }]),
  ]);

  expect(a.url).not.toBe(b.url);
  expect((await rawCall(b, 'GET', '{base}/contacts?status=total')).body.total).toBe(1);
});

test('closes with a hanging call, and twice', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ fault: 'timeout' });
  const hanging = rawCall(sandbox, 'GET', '{base}/sends');
  hanging.catch(() => {});
  await expect.poll(() => sandbox.calls.length).toBe(1);

  await sandbox.close();
  await sandbox.close();

  await expect(hanging).rejects.toThrow();
});

test('does not keep alive a process that forgets to close it', async () => {
  const module = join(import.meta.dirname, 'icontact-server.ts');
  const script = `import { startSandbox } from ${JSON.stringify(module)};
    const sandbox = await startSandbox({ dataDir: ${JSON.stringify(await temporaryFolder())} });
    console.log(await (await fetch(sandbox.url + '/time')).text());`;
  const args = ['--conditions=source', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  child.stdout.resume();

  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
});

test('decides on a fault for each call without a planned one', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.each((method) => (method === 'GET' ? { status: 402 } : undefined));
  sandbox.faults.next({ fault: { status: 503 } });
  const get = async () => (await fetch(`${sandbox.url}/time`)).status;

  expect([await get(), await get()]).toEqual([503, 402]);
  sandbox.faults.clear();
  expect(await get()).toBe(200);
});

test('applies a fault only to the calls it is meant for', async () => {
  const sandbox = await startTestSandbox();
  sandbox.faults.next({ method: 'GET', path: /sends/, fault: { status: 402 }, times: 2 });

  const statuses = [];
  for (const name of ['contacts', 'sends', 'sends', 'sends']) {
    statuses.push((await fetch(`${sandbox.url}/a/100001/c/200001/${name}`, { headers: headersOf() })).status);
  }
  sandbox.faults.next({ fault: { status: 402 } });
  sandbox.faults.clear();

  expect(statuses).toEqual([200, 402, 402, 200]);
  expect((await rawCall(sandbox, 'GET', '{base}/sends')).status).toBe(200);

  function headersOf() {
    const { appId, username, password } = sandbox.options;
    return { 'API-Version': '2.2', 'API-AppId': appId, 'API-Username': username, 'API-Password': password };
  }
});
