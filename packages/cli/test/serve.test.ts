import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { givenNewInstallation } from './run-cli.ts';

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

test('says what to do when the port is taken', async () => {
  const { start } = await givenNewInstallation('sqlite', { PORT: '0' });
  const first = start(['serve']);
  const [, port = ''] = await first.until(/is up at http:\/\/localhost:(\d+)/);
  const other = await givenNewInstallation('sqlite', { PORT: port });
  const { code, stderr } = await other.run(['serve']);
  expect(code).toBe(1);
  expect(stderr).toContain('PORT=');
});
