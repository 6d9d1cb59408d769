import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openDesk, timezone } from '../../../../test/open-desk.ts';
import { hour } from '../../../../test/schedule.ts';
import { SmtpMessage, SmtpSend } from '../mail/engine/engine-tables.ts';
import { User } from '../owner/account-tables.ts';
import { emailTime } from '../schedule/email-time.ts';
import { ScheduledEmail } from '../schedule/scheduled-email.ts';
import { WeeklyEmail } from '../schedule/weekly/weekly-email.ts';

const minute = 60_000;

describe.each(databaseKinds)('alerts on %s', (kind) => {
  test('report an empty morning at 18:00 the day before, once, and report when it is filled', async () => {
    const { pass, at, news, schedule } = await openDesk(kind);
    at('2026-12-01T22:59:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent')]);
    at('2026-12-01T23:00:00Z');
    const { events } = await pass();
    expect(news()).toEqual([
      'morning_at_risk Wordrise: No email is scheduled for tomorrow, 2026-12-02. Choose a word for it.\nhttps://words.example/admin/schedule',
    ]);
    expect(events.at(-1)).toMatchObject({ step: 'alerts', outcome: 'done' });
    at('2026-12-02T04:00:00Z');
    await pass();
    expect(news()).toEqual([]);
    await schedule(8);
    await pass();
    expect(news()).toEqual([
      'morning_ready Wordrise: “word 1” is ready to go out Wed, Dec 2, 2026, 07:00 (UTC-05:00).\nhttps://words.example/admin',
    ]);
    await pass();
    expect(news()).toEqual([]);
  });

  test('report a morning at risk with its reasons, and each morning separately', async () => {
    const { pass, at, webhook, news, schedule, sandbox } = await openDesk(kind);
    await schedule(24);
    at('2026-12-01T23:00:00Z');
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    await pass();
    const { json } = webhook.last();
    expect(json.alert).toMatchObject({
      id: 'morning_at_risk:2026-12-02',
      day: '2026-12-02',
      email: { word: 'word 1', scheduledDate: '2026-12-02T12:00:00.000Z' },
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'provider_unreachable' })]),
    });
    expect(json.text).toContain('“word 1” (Wed, Dec 2, 2026, 07:00 (UTC-05:00)), is at risk.\n');
    sandbox.faults.clear();
    at('2026-12-02T23:00:00Z');
    await sandbox.releaseDue();
    news();
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email is scheduled for tomorrow, 2026-12-03')]);
  });

  test('report a weekly email that will not go out, unless the owner paused it', async () => {
    const { pass, at, news, db, schedule } = await openDesk(kind);
    await schedule(2);
    const weekly = (day: string, fields: { reason?: string; words?: number } = {}) =>
      db.em().insert(WeeklyEmail, {
        day,
        messageName: `weekly ${day}`,
        subject: '',
        words: 3,
        createdAt: new Date(),
        ...fields,
      });
    const sent = async (day: string, reason: string | null) => {
      const name = `weekly ${day}`;
      const content = { subject: 'Week', html: '', text: '' };
      const message = await db.em().insert(SmtpMessage, { name, ...content, createdAt: new Date() });
      const status = reason ? 'paused' : 'sending';
      await db.em().insert(SmtpSend, { message, scheduledAt: new Date(), status, reason });
    };
    await weekly('2026-11-20', { reason: 'Long ago.' });
    await weekly('2026-11-28', { reason: 'The email would be 2 MB.' });
    await weekly('2026-11-29', { reason: 'It may have been sent.', words: 0 });
    await weekly('2026-11-30');
    await sent('2026-11-30', 'The mail server does not accept these emails.');
    await weekly('2026-12-01');
    await sent('2026-12-01', 'You paused it.');
    await weekly('2026-12-02');
    await sent('2026-12-02', null);
    at('2026-12-01T12:10:00Z');
    await pass();
    await pass();
    const page = '\nhttps://words.example/admin/schedule';
    expect(news().toSorted()).toEqual([
      `weekly_failed Wordrise: The weekly email of 2026-11-28 is not going out. The email would be 2 MB.${page}`,
      `weekly_failed Wordrise: The weekly email of 2026-11-30 is not going out. The mail server does not accept these emails.${page}`,
    ]);
  });

  test('report once a day that confirmation emails wait', async () => {
    const { open, pass, at, news, schedule } = await openDesk(kind);
    await schedule(2);
    let held: { message: string } | undefined = { message: '100 went out. 20 more go out later.' };
    const alerts = open({ heldConfirmations: async () => held });
    await pass({ alerts });
    await pass({ alerts });
    expect(news()).toEqual([
      "signups_held Wordrise: 100 went out. 20 more go out later. No signup is lost. If you did not expect so many, someone may be typing other people's addresses into the form: turn on a bot check (BOT_CHECK=altcha).\nhttps://words.example/admin/readers",
    ]);
    held = undefined;
    at('2026-12-02T12:10:00Z');
    await pass({ alerts });
    expect(news().filter((text) => text.includes('signups_held'))).toEqual([]);
  });

  test('are not sent while the next morning is ready', async () => {
    const { pass, at, news, schedule } = await openDesk(kind);
    await pass();
    await schedule(24);
    for (const time of ['2026-12-01T23:00:00Z', '2026-12-02T11:59:00Z', '2026-12-02T12:05:00Z']) {
      at(time);
      await pass();
    }
    expect(news()).toEqual([]);
  });

  test('are not sent for a word with findings, unless something else is wrong too', async () => {
    const { pass, at, news, webhook, schedule, findings, sandbox } = await openDesk(kind);
    findings.push({ code: 'field.missing', field: 'etymology', message: 'Etymology is missing.' });
    await pass();
    await schedule(24);
    at('2026-12-01T23:00:00Z');
    await pass();
    expect(news()).toEqual([]);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    at('2026-12-01T23:30:00Z');
    await pass();
    expect(webhook.last().json.alert).toMatchObject({
      kind: 'morning_at_risk',
      reasons: expect.arrayContaining([
        expect.objectContaining({ code: 'provider_unreachable' }),
        expect.objectContaining({ code: 'word_findings' }),
      ]),
    });
  });

  test('report a day without an email half an hour after the usual time', async () => {
    const { pass, at, news } = await openDesk(kind);
    at('2026-12-01T12:29:00Z');
    await pass();
    expect(news()).toEqual([]);
    at('2026-12-01T12:30:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent Wordrise: No email goes out today')]);
  });

  test('say nothing of the day on which the owner came later than the usual time', async () => {
    const { pass, at, news, db } = await openDesk(kind);
    const createdAt = new Date('2026-12-01T12:05:00Z');
    await db.em().insert(User, { username: 'owner', password: 'x', createdAt, updatedAt: createdAt });
    at('2026-12-01T12:30:00Z');
    await pass();
    expect(news()).toEqual([]);
    at('2026-12-02T12:30:00Z');
    await pass();
    expect(news()).toContainEqual(expect.stringContaining('nothing_sent'));
  });

  test('ignore days without a planned email, and report an empty Monday on Sunday', async () => {
    const { pass, at, news, rhythm } = await openDesk(kind);
    rhythm.days = ['mon', 'tue', 'wed', 'thu', 'fri'];
    rhythm.skipped = new Set(['2026-12-08']);
    at('2026-12-04T12:30:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email goes out today, 2026-12-04')]);
    // Friday evening, Saturday before and after the usual hour, its evening, Sunday after the usual hour.
    for (const time of ['04T23:00', '05T11:00', '05T12:30', '05T23:00', '06T12:30']) {
      at(`2026-12-${time}:00Z`);
      await pass();
    }
    expect(news()).toEqual([]);
    at('2026-12-06T23:00:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('No email is scheduled for tomorrow, 2026-12-07.')]);
    at('2026-12-07T23:00:00Z');
    await pass();
    at('2026-12-08T12:30:00Z');
    await pass();
    expect(news()).toEqual([]);
  });

  test('report a late email half an hour after its time, and that it went out', async () => {
    const { pass, at, news, schedule, sandbox } = await openDesk(kind);
    // The sandbox gets it late: by its own timer, it would send it at the first of these times.
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    await schedule(1);
    at('2026-12-01T13:29:00Z');
    await pass();
    expect(news()).toEqual([]);
    at('2026-12-01T13:30:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('email_late Wordrise: “word 1” was due Tue, Dec 1, 2026, 08:00 (UTC-05:00)'),
    ]);
    sandbox.faults.clear();
    at('2026-12-01T14:00:00Z');
    await pass();
    await sandbox.releaseDue();
    at('2026-12-01T14:05:00Z');
    await pass();
    await pass();
    expect(news()).toEqual([expect.stringContaining('email_sent Wordrise: “word 1” was late, and went out')]);
  });

  test('say by when a late email went out whose sending had begun in time', async () => {
    const { pass, at, news, schedule, sandbox, db } = await openDesk(kind);
    const { id } = await schedule(1);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 1000 });
    at('2026-12-01T13:30:00Z');
    await pass();
    expect(news()).toEqual([expect.stringContaining('email_late')]);
    const sent = { status: 'sent' as const, sentAt: new Date('2026-12-01T13:00:30Z') };
    await db.em().nativeUpdate(ScheduledEmail, { id }, sent);
    at('2026-12-01T15:10:00Z');
    await pass();
    expect(news()).toContainEqual(
      expect.stringContaining('was late, and has gone out by Tue, Dec 1, 2026, 10:10 (UTC-05:00).'),
    );
  });

  test('report an email that failed, but none that failed long ago', async () => {
    const { pass, news, schedule, db, clock } = await openDesk(kind);
    const { id } = await schedule(24);
    const old = await schedule(24);
    const failed = { status: 'failed' as const, reason: 'It was canceled at the email provider.' };
    await db.em().nativeUpdate(ScheduledEmail, { id }, failed);
    const time = emailTime(new Date(clock.now.getTime() - 49 * hour), timezone);
    await db.em().nativeUpdate(ScheduledEmail, { id: old.id }, { ...failed, ...time });
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringMatching(/^email_failed .*“word 1”.* will not be sent\. It was canceled at the email/),
    ]);
  });

  test('report a provider that is down for an hour, and its end', async () => {
    const { pass, later, news, schedule, sandbox } = await openDesk(kind);
    await schedule(240);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    await pass();
    later(hour - 1);
    await pass();
    expect(news()).toEqual([expect.stringContaining('nothing_sent')]);
    later(1);
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('Nothing has reached the email provider since Tue, Dec 1, 2026, 07:00'),
    ]);
    sandbox.faults.clear();
    later(5 * minute);
    await pass();
    await pass();
    expect(news()).toEqual([
      expect.stringContaining('The email provider is back. It was down from Tue, Dec 1, 2026, 07:00'),
    ]);
    sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    await schedule(240);
    await pass();
    later(hour);
    await pass();
    expect(news()).toEqual([expect.stringContaining('provider_away')]);
  });

  test('ignore a provider that was back within the hour', async () => {
    const { pass, later, news, schedule, sandbox } = await openDesk(kind);
    await schedule(240);
    const away = () => sandbox.faults.next({ path: /./, fault: { status: 503 }, times: 10_000 });
    away();
    await pass();
    later(30 * minute);
    sandbox.faults.clear();
    await pass();
    later(20 * minute);
    await schedule(240);
    away();
    await pass();
    later(15 * minute);
    await pass();
    expect(news().filter((text) => text.startsWith('provider'))).toEqual([]);
  });
});
