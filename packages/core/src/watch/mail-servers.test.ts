import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import { startWebhook } from '../../../../test/webhook.ts';
import { noReaders } from '../contract/reader-counts.ts';
import { listUnreceived } from '../schedule/email-delivery.ts';
import { listSchedule } from '../schedule/list-schedule.ts';
import { openNextEmail } from './next-email.ts';
import { openAlerts } from './open-alerts.ts';

const minute = 60_000;

const site = {
  productName: 'Wordrise',
  publicUrl: 'https://words.example',
  timezone: 'America/New_York',
  nextSendDay: async () => undefined,
  usualTime: async () => new Date('2026-12-02T12:00:00Z'),
};

type Sending = Awaited<ReturnType<typeof openTestSending>>;

/** The verdict, as of one process. */
function watch({ deps, now }: Pick<Sending, 'deps' | 'now'>) {
  return openNextEmail({
    ...deps,
    ...site,
    callsLeft: async () => 5000,
    lastPass: async () => ({ finishedAt: now(), failures: 0 }),
    readers: {
      count: async () => ({ total: 1, byStatus: { ...noReaders, subscribed: 1 }, perDay: [] }),
      countOnOtherDays: async () => 0,
    },
    doubts: async () => [],
    findings: async () => [],
  });
}

/** Two mail servers, and an owner with a webhook at 7:00 in New York. */
async function openDesk(kind: (typeof databaseKinds)[number], carries: 'failover' | string[] = 'failover') {
  const sending = await openTestSending(kind, { second: { carries } });
  const { deps, provider } = sending;
  if (!sending.second) throw new Error('There is no second server.');
  const webhook = await startWebhook();
  const tomorrow = watch(sending);
  const watching = { ...deps, ...site, tomorrow, webhook: { url: webhook.url, secret: undefined } };
  Object.assign(deps, { alerts: openAlerts(watching) });
  await sending.givenReaders(10);
  return {
    ...sending,
    provider,
    tomorrow,
    second: sending.second,
    /** What has arrived about mail servers since the last call. */
    news(about = /mail_server/) {
      const texts = webhook.texts().filter((text) => about.test(text));
      webhook.clear();
      return texts;
    },
  };
}

describe.each(databaseKinds)('a mail server on %s', (kind) => {
  test('that goes down is in the verdict a minute later, and at once if a send noticed', async () => {
    const sending = await openTestSending(kind);
    const { schedule, first, later, provider, givenReaders } = sending;
    await givenReaders(1);
    await schedule(24 * 60 * minute);
    const tomorrow = watch(sending);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready', providerProblem: null });
    later(minute - 1);
    await first.stop();
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    later(1);
    const down = { verdict: 'at_risk', reasons: [{ code: 'provider_unreachable' }] };
    expect(await tomorrow()).toMatchObject(down);
    await first.restart();
    later(minute / 2);
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    await first.stop();
    expect(await tomorrow()).toMatchObject({ verdict: 'ready' });
    const test = { to: 'owner@example.com', subject: 'Test', text: 'Test', html: '<p>Test</p>' };
    await expect(provider.service.sendTest(test)).rejects.toThrow();
    expect(await tomorrow()).toMatchObject(down);
  });
});

describe.each(databaseKinds)('mail servers on %s', (kind) => {
  test('have so many emails to send as there are readers of the one under way, not as are subscribed', async () => {
    const { pass, schedule, later, first, second, tomorrow } = await openDesk(kind);
    await schedule(1000);
    expect(await tomorrow()).toMatchObject({ readers: 1 });
    later(1000);
    for (const { setFault } of [first, second])
      setFault(({ at }) => (at === 'rcpt' ? { at, code: 452, text: '4.2.2 Mailbox full' } : undefined));
    await pass();
    expect(await tomorrow()).toMatchObject({ readers: 10 });
  });

  test('one that is out is reported once, and that it is back', async () => {
    const { pass, schedule, later, first, second, news, tomorrow } = await openDesk(kind);
    await schedule(1000);
    later(1000);
    await first.stop();
    await pass();
    expect(second.received).toHaveLength(10);
    expect(news()).toEqual([]);
    const out = expect.stringMatching(
      /^The first mail server has taken no emails since Tue, Dec 1, 2026, 07:00 \(UTC-05:00\): .*REFUSED.* The second one carries the emails\.$/,
    );
    expect((await tomorrow()).mailServerOut).toEqual(out);
    await schedule(60 * minute);
    expect(await tomorrow()).toMatchObject({
      verdict: 'at_risk',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'mail_server_out', message: out })]),
    });
    for (let passes = 0; passes < 4; passes += 1) {
      later(10 * minute);
      await pass();
    }
    expect(news()).toEqual([
      expect.stringMatching(
        /^mail_server_away Wordrise: The first mail server has taken no emails since Tue, Dec 1, 2026, 07:00 \(UTC-05:00\): .* Wordrise keeps trying\.\nhttps:/,
      ),
    ]);
    await first.restart();
    for (let passes = 0; passes < 2; passes += 1) {
      later(10 * minute);
      await pass();
    }
    expect(news()).toEqual([
      'mail_server_back Wordrise: The first mail server is back. It was down from Tue, Dec 1, 2026, 07:00 (UTC-05:00) to Tue, Dec 1, 2026, 07:50 (UTC-05:00).\nhttps://words.example/admin',
    ]);
    expect((await tomorrow()).mailServerOut).toBeNull();
  });

  test('an email that reached no reader is reported as failed, not as one that went out', async () => {
    const { pass, schedule, later, first, second, news, deps, now } = await openDesk(kind);
    await schedule(1000);
    later(1000);
    await first.stop();
    await second.stop();
    expect(await listUnreceived(deps)).toEqual([]);
    for (const minutes of [0, 31, 6 * 60]) {
      later(minutes * minute);
      await pass();
    }
    expect(news(/^email_/)).toEqual([
      expect.stringMatching(/^email_late /),
      expect.stringMatching(
        /^email_failed .* \(Tue, Dec 1, 2026, 07:00 \(UTC-05:00\)\) will not be sent\. No reader got it within 6 hours of its time\.\n/,
      ),
    ]);
    await pass();
    expect(news(/^email_/)).toEqual([]);
    // It is in the schedule, which says why, and in what `doctor` asks for.
    const reason = 'No reader got it within 6 hours of its time.';
    const [item] = await listSchedule(deps, { limit: 1 });
    expect(item?.scheduled_emails).toMatchObject({ status: 'sent', reason });
    expect(await listUnreceived(deps)).toEqual([
      { id: item?.scheduled_emails.id, word: item?.words.word, reason },
    ]);
    const fourDaysLater = new Date(now().getTime() + 4 * 24 * 60 * minute);
    expect(await listUnreceived({ ...deps, now: () => fourDaysLater })).toEqual([]);
  });

  test('a short interruption, and both at once, are not reported as one that is out', async () => {
    const { pass, schedule, later, first, second, news, tomorrow } = await openDesk(kind);
    await schedule(1000);
    later(1000);
    await first.stop();
    await pass();
    await first.restart();
    for (let passes = 0; passes < 4; passes += 1) {
      later(5 * minute);
      await pass();
    }
    await first.stop();
    await second.stop();
    await schedule(1000);
    later(1000);
    await pass();
    later(30 * minute);
    await pass();
    expect(news()).toEqual([]);
    expect((await tomorrow()).mailServerOut).toBeNull();
  });

  test('by group, it says that its readers wait', async () => {
    const { pass, schedule, later, second, tomorrow } = await openDesk(kind, ['example.com']);
    await schedule(1000);
    later(1000);
    await second.stop();
    await pass();
    // It is the only one that this list needs.
    expect((await tomorrow()).mailServerOut).toMatch(
      /^The second mail server has taken no emails since .* Its readers wait for it\.$/,
    );
  });
});
