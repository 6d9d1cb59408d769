import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { freePort } from '../../../test/free-port.ts';
import { follow, givenNewInstallation } from './run-cli.ts';

test.each(databaseKinds)('serves, says where to go, and stops on a signal (%s)', async (kind) => {
  const { start } = await givenNewInstallation(kind, { PORT: '0' });
  const running = start(['serve']);
  const [, address] = await running.until(/is up at (http:\/\/localhost:\d+)/);
  await running.until(/press Ctrl-C/);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  running.child.kill('SIGINT');
  const { code, stderr, stdout } = await running.ended;
  expect(code).toBe(0);
  expect(stderr).toContain(`create your admin account at ${address}/admin-setup`);
  expect(stderr).toContain('366 starter words were added');
  expect(stderr).toContain('nobody gets mail');
  // Only logs.
  for (const line of stdout.trim().split('\n').filter(Boolean))
    expect(JSON.parse(line)).toHaveProperty('level');
});

test.each(databaseKinds)(
  'answers busy clients a last time and ends; no signup that it confirmed is lost (%s)',
  async (kind) => {
    const installation = await givenNewInstallation(kind, {
      PORT: '0',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
    });
    const running = installation.start(['serve', '--json']);
    const [line] = await running.until(/.*\n/);
    const { url } = JSON.parse(line);
    const confirmed: string[] = [];
    const lastAnswers: string[] = [];

    /** Signs people up on one connection until it ends. */
    async function keepSending(client: number): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      for (let sent = 0; ; sent += 1) {
        const email = `reader${client}-${sent}@example.com`;
        const address = `10.${client}.${sent >> 8}.${sent & 255}`;
        const answer = await signUp(agent, url, { email, address }).catch(() => undefined);
        if (answer?.status === 201) confirmed.push(email);
        if (answer?.connection === 'keep-alive') continue;
        lastAnswers.push(answer ? `${answer.status} ${answer.connection}` : 'none');
        return;
      }
    }

    const clients = Array.from({ length: 8 }, (_, client) => keepSending(client));
    while (confirmed.length < 40) await new Promise(setImmediate);
    running.child.kill('SIGTERM');
    await Promise.all(clients);
    expect((await running.ended).code).toBe(0);
    // A connection without a request ends without an answer.
    expect(lastAnswers.filter((answer) => answer !== '201 close' && answer !== 'none')).toEqual([]);
    expect(lastAnswers).toContain('201 close');
    const { readers } = await installation.open();
    for (const email of confirmed) expect((await readers.find(email)).email).toBe(email);
  },
);

interface Answer {
  status: number | undefined;
  connection: string | undefined;
}

function signUp(agent: Agent, url: string, { email, address }: Record<'email' | 'address', string>) {
  return new Promise<Answer>((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    const sending = request(`${url}/api/register`, { method: 'POST', agent, headers }, (response) => {
      const { statusCode: status, headers } = response;
      response.resume().once('end', () => resolve({ status, connection: headers.connection }));
      response.once('error', reject);
    });
    sending.once('error', reject).end(JSON.stringify({ email, firstName: 'Ada' }));
  });
}

test('reports its address to a program', async () => {
  const { start } = await givenNewInstallation('sqlite', { PORT: '0', LOG_LEVEL: 'silent' });
  const running = start(['serve', '--json']);
  await running.until(/\n/);
  running.child.kill('SIGTERM');
  const { code, jsonLines, stderr } = await running.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(jsonLines()).toEqual([
    {
      event: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      address: expect.stringMatching(/^http:\/\/localhost:\d+$/),
      needsSetup: true,
      startersAdded: 366,
    },
  ]);
});

test('in production the printed setup link opens the setup once, and setup shows it again', async () => {
  const { start, run } = await givenNewInstallation('sqlite', {
    PORT: '0',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    BOT_CHECK: 'off',
    SESSION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'http://words.test',
    LOG_LEVEL: 'silent',
  });
  const { setupLink } = (await run(['setup', '--json'])).json();
  expect(setupLink).toMatch(/^http:\/\/words\.test\/admin-setup#token=[\w-]{32}$/);
  const running = start(['serve', '--json']);
  const [line] = await running.until(/.*\n/);
  const listening = JSON.parse(line);
  expect(listening.setupLink).toBe(setupLink);
  const create = (token?: string) =>
    fetch(`${listening.url}/api/setup-admin`, {
      method: 'POST',
      headers: {
        Origin: 'http://words.test',
        'Content-Type': 'application/json',
        'X-Forwarded-For': '192.0.2.1',
      },
      body: JSON.stringify({ username: 'owner', password: 'correct horse', token }),
    });
  expect((await create()).status).toBe(403);
  const [, token] = setupLink.split('#token=');
  expect((await create(token)).status).toBe(201);
  expect((await create(token)).status).toBe(403);
  running.child.kill('SIGTERM');
  expect((await running.ended).code).toBe(0);
  expect((await run(['setup', '--json'])).stdout).not.toContain('setupLink');
});

test.each(['192.0.2.1', 'nowhere.invalid'])('says what to do when HOST is %s', async (HOST) => {
  const { start, run } = await givenNewInstallation('sqlite', { PORT: '0', HOST });
  const { code, stderr } = await start(['serve']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('HOST is not an address of this machine');
  expect(stderr).toContain('127.0.0.1');
  const { findings } = (await run(['doctor', '--json'])).json();
  expect(findings).toContainEqual({
    name: 'Address',
    status: 'failed',
    detail: expect.stringContaining('HOST is not an address of this machine'),
  });
});

test('says what to do when the port is taken', async () => {
  const { start } = await givenNewInstallation('sqlite', { PORT: '0' });
  const first = start(['serve']);
  const [, port = ''] = await first.until(/is up at http:\/\/localhost:(\d+)/);
  const other = await givenNewInstallation('sqlite', { PORT: port });
  const { code, stderr } = await other.run(['serve']);
  expect(code).toBe(1);
  expect(stderr).toContain('PORT=');
});

test('says where it is after PORT was changed, and that links lead to the old place', async () => {
  const { start, run } = await givenNewInstallation('sqlite', { PUBLIC_URL: 'http://localhost:5000' });
  const port = await freePort();
  const env = { PORT: `${port}` };
  const warning = `PUBLIC_URL is http://localhost:5000, but PORT is ${port}`;
  const { findings } = (await run(['doctor', '--json'], { env })).json();
  expect(findings).toContainEqual({
    name: 'Address',
    status: 'warning',
    detail: expect.stringContaining(warning),
  });
  const running = start(['serve'], { env });
  await running.until(new RegExp(warning));
  await running.until(new RegExp(`is up at http://localhost:${port}`));
});

const bin = join(import.meta.dirname, '../bin/wordrise.js');
const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));

/** A folder in which `npm start` and `npx wordrise` run the built command as in a checkout, without building it. */
async function givenCheckout() {
  const { folder, env } = await givenNewInstallation('sqlite', { PORT: '0', LOG_LEVEL: 'silent' });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  mkdirSync(join(folder, 'scripts'));
  const start = `process.argv.splice(2, 0, 'serve');\nawait import(${JSON.stringify(bin)});\n`;
  writeFileSync(join(folder, 'scripts/start.mjs'), start);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(bin, join(folder, 'node_modules/.bin/wordrise'));
  return { folder, env: { ...env, npm_config_update_notifier: 'false' } };
}

const signals = {
  'SIGTERM to npm': (npm: number) => process.kill(npm, 'SIGTERM'),
  'SIGTERM to what npm started': (npm: number) => process.kill(onlyChildOf(npm), 'SIGTERM'),
  'Ctrl-C, which the whole group gets': (npm: number) => process.kill(-npm, 'SIGINT'),
};

/** A server that was left behind would keep the streams open. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function onlyChildOf(process: number): number {
  return Number(readFileSync(`/proc/${process}/task/${process}/children`, 'utf8').trim());
}

test.each(
  ['npm start', 'npm run wordrise serve', 'npx wordrise serve'].flatMap((line) =>
    Object.entries(signals).map(([what, send]) => ({ line, what, send })),
  ),
)('$line ends the server at $what', async ({ line, send }) => {
  const { folder, env } = await givenCheckout();
  const [program = '', ...args] = line.split(' ');
  const child = spawn(program, args, { cwd: folder, env, stdio: 'pipe', detached: true });
  onTestFinished(() => endGroup(Number(child.pid)));
  const running = follow(child, line);
  const [, address] = await running.until(/is up at (http:\/\/localhost:\d+)/);
  await running.until(/press Ctrl-C/);
  send(Number(child.pid));
  // The streams close when the last process that writes to them has ended.
  const { stderr } = await running.ended;
  expect(stderr).toContain('Stopping: finishing the work in progress.');
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test('an email that the command line schedules leads to the server, whatever its port', async () => {
  const port = await freePort();
  const installation = await givenNewInstallation('sqlite', { EMAIL_PROVIDER: 'smtp-sandbox' });
  const running = installation.start(['serve'], { env: { PORT: String(port) } });
  await running.until(/press Ctrl-C/);
  // In another terminal, where PORT is not set.
  const added = await installation.run(['schedule', 'add', '1', '--at', '2090-12-01 07:00', '--json']);
  const { id } = added.json().email;
  const { schedule } = await installation.open();
  const { html } = await schedule.content(id);
  const addresses = new Set(html.match(/http:\/\/localhost:\d+/g));
  expect([...addresses]).toEqual([`http://localhost:${port}`]);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(0);
});
