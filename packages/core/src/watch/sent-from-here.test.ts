import { expect, onTestFinished, test } from 'vitest';
import { givenPlace } from '../../../../test/backups.ts';
import { databaseKinds } from '../../../../test/databases.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';

test.each(databaseKinds)('an email sent from here is looked at again within a second on %s', async (kind) => {
  const { environment } = await givenPlace(kind);
  const config = loadConfig({ ...environment, EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
  const clock = { now: new Date('2026-11-22T05:00:00Z') };
  const { readers, words, schedule, processor, tomorrow, close } = await openWordrise(config, {
    now: () => clock.now,
  });
  onTestFinished(close);
  // One of them gets it three hours later.
  await readers.import([Buffer.from('email,timezone\na@example.com,UTC\nb@example.com,Etc/GMT+3\n')], {
    consent: 'They asked for it.',
  });
  await processor.runPass();
  const { id: wordId } = await words.add(aWord());
  const scheduledDate = '2026-11-22T06:30:00.000Z';
  const { id } = await schedule.add({ wordId, scheduledDate, status: 'pending' });
  await processor.runPass();
  clock.now = new Date('2026-11-22T06:31:00Z');
  await processor.runPass();
  const codes = async () => (await tomorrow()).reasons.map(({ code }) => code);
  expect(await codes()).not.toContain('send_paused');
  await schedule.changeDelivery(id, 'pause');
  clock.now = new Date('2026-11-22T06:31:01Z');
  expect(await codes()).toContain('send_paused');
  await schedule.changeDelivery(id, 'resume');
  clock.now = new Date('2026-11-22T06:31:02Z');
  expect(await codes()).not.toContain('send_paused');
});

test.each(databaseKinds)('readers who join from farther west are waited for on %s', async (kind) => {
  const { environment } = await givenPlace(kind);
  const config = loadConfig({ ...environment, EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
  const clock = { now: new Date('2026-11-22T05:00:00Z') };
  const { readers, words, schedule, processor, tomorrow, close } = await openWordrise(config, {
    now: () => clock.now,
  });
  onTestFinished(close);
  const add = (...rows: string[]) =>
    readers.import([Buffer.from(['email,timezone', ...rows].join('\n'))], { consent: 'They asked for it.' });
  await add('a@example.com,UTC', 'b@example.com,Etc/GMT+3');
  await processor.runPass();
  const { id: wordId } = await words.add(aWord());
  const scheduledDate = '2026-11-22T06:30:00.000Z';
  await schedule.add({ wordId, scheduledDate, status: 'pending' });
  await processor.runPass();
  clock.now = new Date('2026-11-22T06:31:00Z');
  await processor.runPass();
  const times = async () => (await tomorrow()).email?.localTimes;
  expect(await times()).toEqual({ firstAt: scheduledDate, lastAt: '2026-11-22T09:30:00.000Z' });
  await add('c@example.com,Etc/GMT+9');
  // The first one puts them on the list.
  for (let pass = 0; pass < 2; pass += 1) await processor.runPass();
  expect(await times()).toEqual({ firstAt: scheduledDate, lastAt: '2026-11-22T15:30:00.000Z' });
  for (const time of ['09:31', '13:00']) {
    clock.now = new Date(`2026-11-22T${time}:00Z`);
    await processor.runPass();
    const { email, reasons } = await tomorrow();
    expect([email?.sent, reasons.map(({ code }) => code)]).toEqual([2, []]);
  }
});

test.each(databaseKinds)(
  'the second of two emails that are being sent is looked at too on %s',
  async (kind) => {
    const { environment } = await givenPlace(kind);
    const config = loadConfig({ ...environment, EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off' });
    const clock = { now: new Date('2026-11-22T05:00:00Z') };
    const { readers, words, schedule, processor, tomorrow, close } = await openWordrise(config, {
      now: () => clock.now,
    });
    onTestFinished(close);
    await readers.import([Buffer.from('email,timezone\na@example.com,UTC\nb@example.com,Etc/GMT+3\n')], {
      consent: 'They asked for it.',
    });
    await processor.runPass();
    const ids: number[] = [];
    for (const word of ['hush', 'solace']) {
      const { id: wordId } = await words.add({ ...aWord(), word });
      const scheduledDate = '2026-11-22T06:30:00.000Z';
      ids.push((await schedule.add({ wordId, scheduledDate, status: 'pending' })).id);
    }
    await processor.runPass();
    clock.now = new Date('2026-11-22T06:31:00Z');
    await processor.runPass();
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', others: [{ id: ids[1], isDue: true }] });
    await schedule.changeDelivery(ids[1] ?? 0, 'pause');
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: [
        {
          code: 'send_paused',
          message: expect.stringMatching(/^“solace” is paused: 1 of 2 readers has it\./),
          page: `/admin/delivery?email=${ids[1]}`,
        },
      ],
    });
    await schedule.changeDelivery(ids[1] ?? 0, 'resume');
    expect((await tomorrow()).verdict).toBe('ready');
  },
);

test.each(databaseKinds)(
  'an email that is paused in earlier zones causes an alert before its time on %s',
  async (kind) => {
    const { environment } = await givenPlace(kind);
    const webhook = await startWebhook();
    const settings = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', TIMEZONE: 'UTC' };
    const config = loadConfig({ ...environment, ...settings, ALERT_WEBHOOK_URL: webhook.url });
    const clock = { now: new Date('2026-11-22T12:00:00Z') };
    const { readers, words, schedule, processor, close } = await openWordrise(config, {
      now: () => clock.now,
    });
    onTestFinished(close);
    await readers.import([Buffer.from('email,timezone\na@example.com,UTC\nb@example.com,Etc/GMT-12\n')], {
      consent: 'They asked for it.',
    });
    await processor.runPass();
    const { id: wordId } = await words.add(aWord());
    // At 19:00 of the day before for the second reader.
    const { id } = await schedule.add({
      wordId,
      scheduledDate: '2026-11-23T07:00:00.000Z',
      status: 'pending',
    });
    await processor.runPass();
    clock.now = new Date('2026-11-22T19:01:00Z');
    await processor.runPass();
    const told = () => webhook.posts.map(({ json }) => json.alert.kind);
    // The first day had no email.
    expect(told()).toEqual(['nothing_sent']);
    await schedule.changeDelivery(id, 'pause');
    clock.now = new Date('2026-11-22T20:00:00Z');
    await processor.runPass();
    expect(told()).toEqual(['nothing_sent', 'morning_at_risk']);
  },
);
