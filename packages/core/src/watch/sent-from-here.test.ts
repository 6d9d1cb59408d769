import { describe, expect, onTestFinished, test } from 'vitest';
import { givenPlace } from '../../../../test/backups.ts';
import { type DatabaseKind, databaseKinds } from '../../../../test/databases.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { aWord } from '../../../../test/words.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';

/** Readers in these time zones, by SMTP, at 5:00. The owner is in UTC. */
async function openZones(
  kind: DatabaseKind,
  zones: readonly string[],
  settings: Record<string, string> = {},
) {
  const { environment } = await givenPlace(kind);
  const smtp = { EMAIL_PROVIDER: 'smtp-sandbox', CONFIRM_SIGNUPS: 'off', TIMEZONE: 'UTC' };
  const config = loadConfig({ ...environment, ...smtp, ...settings });
  const clock = { now: new Date('2026-11-22T05:00:00Z') };
  const wordrise = await openWordrise(config, { now: () => clock.now });
  const { readers, words, schedule, processor, tomorrow } = wordrise;
  onTestFinished(wordrise.close);
  async function join(...joining: string[]) {
    const rows = joining.map((zone) => `${zone.replaceAll(/\W/g, '')}@example.com,${zone}`);
    const file = Buffer.from(['email,timezone', ...rows].join('\n'));
    await readers.import([file], { consent: 'They asked for it.' });
    await processor.runPass();
  }
  await join(...zones);
  return {
    join,
    tomorrow,
    change: schedule.changeDelivery,
    /** @returns its id */
    async schedule(word: string, scheduledDate: string) {
      const { id: wordId } = await words.add({ ...aWord(), word });
      const { id } = await schedule.add({ wordId, scheduledDate, status: 'pending' });
      await processor.runPass();
      return id;
    },
    async passAt(time: string) {
      clock.now = new Date(time);
      await processor.runPass();
    },
    setTime(time: string) {
      clock.now = new Date(time);
    },
    pass: () => processor.runPass(),
    codes: async () => (await tomorrow()).reasons.map(({ code }) => code),
  };
}

const half = '2026-11-22T06:30:00.000Z';
/** Three hours later. */
const west = 'Etc/GMT+3';

describe.each(databaseKinds)('an email that is being sent from here on %s', (kind) => {
  test('is looked at again within a second', async () => {
    const { schedule, passAt, setTime, change, codes } = await openZones(kind, ['UTC', west]);
    const id = await schedule('hush', half);
    await passAt('2026-11-22T06:31:00Z');
    expect(await codes()).not.toContain('send_paused');
    await change(id, 'pause');
    setTime('2026-11-22T06:31:01Z');
    expect(await codes()).toContain('send_paused');
    await change(id, 'resume');
    setTime('2026-11-22T06:31:02Z');
    expect(await codes()).not.toContain('send_paused');
  });

  test('waits for readers who join from farther west', async () => {
    const { schedule, passAt, pass, join, tomorrow } = await openZones(kind, ['UTC', west]);
    await schedule('hush', half);
    await passAt('2026-11-22T06:31:00Z');
    const times = async () => (await tomorrow()).email?.localTimes;
    expect(await times()).toEqual({ firstAt: half, lastAt: '2026-11-22T09:30:00.000Z' });
    await join('Etc/GMT+9');
    await pass();
    expect(await times()).toEqual({ firstAt: half, lastAt: '2026-11-22T15:30:00.000Z' });
    for (const time of ['09:31', '13:00']) {
      await passAt(`2026-11-22T${time}:00Z`);
      expect(await tomorrow()).toMatchObject({ email: { sent: 2 }, reasons: [] });
    }
  });

  test('is judged although it is the second one', async () => {
    const { schedule, passAt, change, tomorrow } = await openZones(kind, ['UTC', west]);
    await schedule('hush', half);
    const id = await schedule('solace', half);
    await passAt('2026-11-22T06:31:00Z');
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', others: [{ id, isDue: true }] });
    await change(id, 'pause');
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      others: [{ id, isDue: true, isPaused: true }],
      reasons: [
        {
          code: 'send_paused',
          message: expect.stringMatching(/^“solace” is paused: 1 of 2 readers has it\./),
          page: `/admin/delivery?email=${id}`,
        },
      ],
    });
    await change(id, 'resume');
    expect((await tomorrow()).verdict).toBe('ready');
  });

  test('causes an alert if it is paused in earlier zones, before its time', async () => {
    const webhook = await startWebhook();
    const settings = { ALERT_WEBHOOK_URL: webhook.url };
    // At 19:00 of the day before for the second reader.
    const { schedule, passAt, change } = await openZones(kind, ['UTC', 'Etc/GMT-12'], settings);
    const id = await schedule('hush', '2026-11-23T07:00:00.000Z');
    await passAt('2026-11-22T19:01:00Z');
    const ids = () => webhook.posts.map(({ json }) => json.alert.id);
    expect(ids()).not.toContain('morning_at_risk:2026-11-23');
    await change(id, 'pause');
    await passAt('2026-11-22T20:00:00Z');
    expect(ids()).toContain('morning_at_risk:2026-11-23');
  });
});
