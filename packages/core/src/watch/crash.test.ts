import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startScript } from '../../../../test/child-script.ts';
import { databaseKinds, temporaryFolder } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { openWordrise } from '../wordrise.ts';
import { addWord } from '../words/save-word.ts';
import { alertPolicy } from './store-alerts.ts';

/** Accepts connections and reads nothing: a process that posts to it has claimed the alert and not delivered it. */
async function startDeafServer() {
  const sockets: Socket[] = [];
  const server = createServer(
    { pauseOnConnect: true },
    (socket) => void sockets.push(socket.on('error', () => {})),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}/`, connected: once(server, 'connection') };
}

describe.each(databaseKinds)('a process that is killed between its claim and its POST on %s', (kind) => {
  test('leaves the alert to a later pass, which posts it once', async () => {
    const db = await openTestDatabase(kind);
    const now = () => new Date();
    const { id: word } = await addWord({ database: db, now }, aWord());
    await db.em().insert(ScheduledEmail, {
      word,
      status: 'failed' as const,
      reason: 'Refused.',
      messageName: crypto.randomUUID(),
      createdAt: now(),
      ...emailTime(now(), 'UTC'),
    });
    const deaf = await startDeafServer();
    const webhook = await startWebhook();
    const env = { DATABASE_URL: db.url, DATA_DIR: temporaryFolder(), SESSION_SECRET: 'x'.repeat(32) };
    // Before the claim: its lease has not expired at this time, however long the kill takes.
    const clock = { now: now() };
    const child = await startScript('alerts.child.ts', { ...env, ALERT_WEBHOOK_URL: deaf.url });
    await deaf.connected;
    child.kill('SIGKILL');
    await once(child, 'exit');

    const config = loadConfig({ ...env, ALERT_WEBHOOK_URL: webhook.url });
    const passes = async (count: number) => {
      const running = Array.from({ length: count }, async () => {
        const wordrise = await openWordrise(config, { now: () => clock.now });
        await wordrise.processor.runPass();
        await wordrise.close();
      });
      await Promise.all(running);
      return webhook.posts.map(({ json }) => json.alert.id).filter((key) => key.startsWith('email_failed'));
    };
    expect(await passes(1)).toEqual([]);
    clock.now = new Date(Date.now() + alertPolicy.leaseMs);
    expect(await passes(3)).toEqual(['email_failed:1']);
  });
});
