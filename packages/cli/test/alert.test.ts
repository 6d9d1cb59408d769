import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabaseAt } from '../../../test/migrated-database.ts';
import { startWebhook } from '../../../test/webhook.ts';
import { givenInstallation, wordOf } from './run-cli.ts';

const secret = 'a secret of this installation';

test('alert test posts a signed test, and says that it was accepted', async () => {
  const webhook = await startWebhook();
  const settings = { ALERT_WEBHOOK_URL: webhook.url, ALERT_WEBHOOK_SECRET: secret, PRODUCT_NAME: 'Morning' };
  const { run } = await givenInstallation('sqlite', settings);
  const ended = await run(['alert', 'test']);
  expect(ended).toMatchObject({ code: 0, stdout: 'The webhook accepted a test alert.\n' });
  const { headers, body, json } = webhook.last();
  expect(json).toMatchObject({
    text: 'Morning: This is a test. Alerts arrive here.\nhttp://localhost:5000/admin',
    alert: { kind: 'test', id: headers['webhook-id'], product: 'Morning' },
  });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', secret).update(content).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${signature}`);
  expect((await run(['alert', 'test', '--json'])).json()).toEqual({ sent: true });
});

test('alert test says what is wrong, and exits with 1', async () => {
  const webhook = await startWebhook();
  webhook.answer = 403;
  const { run } = await givenInstallation('sqlite', { ALERT_WEBHOOK_URL: webhook.url });
  const ended = await run(['alert', 'test', '--json']);
  expect(ended.code).toBe(1);
  expect(ended.json()).toEqual({ sent: false, reason: 'The webhook answered with status 403.' });
  const off = await run(['alert', 'test'], { env: { ALERT_WEBHOOK_URL: '' } });
  expect(off).toMatchObject({ code: 1, stdout: expect.stringContaining('Set ALERT_WEBHOOK_URL') });
});

test('doctor says whether a webhook is set, and why deliveries to it fail', async () => {
  const webhook = await startWebhook();
  webhook.answer = 500;
  const installation = await givenInstallation();
  const alerts = async (env: Record<string, string>) => {
    const { findings } = (await installation.run(['doctor', '--json'], { env })).json();
    return findings.find(({ name }: { name: string }) => name === 'Alerts');
  };
  expect(await alerts({})).toMatchObject({
    status: 'ok',
    detail: expect.stringContaining('ALERT_WEBHOOK_URL'),
  });
  const env = { ALERT_WEBHOOK_URL: webhook.url };
  expect(await alerts(env)).toEqual({ name: 'Alerts', status: 'ok', detail: 'A webhook is set.' });
  const wordrise = await installation.open();
  const { id } = await wordrise.words.add(wordOf('hush'));
  const scheduledDate = new Date(Date.now() + 86_400_000).toISOString();
  const { id: email } = await wordrise.schedule.add({ wordId: id, scheduledDate, status: 'pending' });
  await wordrise.close();
  const database = await openDatabaseAt(installation.env.DATABASE_URL ?? '');
  await database.em().execute(`update scheduled_emails set status = 'failed' where id = ${email}`);
  await database.close();
  await installation.run(['process'], { env });
  expect(await alerts(env)).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('status 500'),
  });
});
