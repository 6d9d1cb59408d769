import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestSchedule } from '../../../../test/schedule.ts';
import { timezoneNote } from './follow-timezone.ts';

describe.each(databaseKinds)('after a change of TIMEZONE on %s', (kind) => {
  test('a pass gives emails their day and time there, and they go out when they would have before', async () => {
    const { schedule, entry, pass, outbox, clock } = await openTestSchedule(kind);
    const { id } = await schedule(3);
    const later = await schedule(36);
    const before = await entry(id);
    expect(before).toMatchObject({ day: '2026-12-01', localTime: '10:00', timezone: 'America/New_York' });
    const { events } = await pass({ timezone: 'Pacific/Auckland' });
    expect(events).toContainEqual({
      step: 'mornings',
      outcome: 'done',
      count: 2,
      message: expect.stringContaining('The time zone is now Pacific/Auckland: 2 emails'),
    });
    const after = await entry(id);
    expect(after).toMatchObject({ day: '2026-12-02', localTime: '04:00', timezone: 'Pacific/Auckland' });
    expect(after).toMatchObject({
      scheduledDate: before?.scheduledDate,
      firstAt: before?.firstAt,
      lastAt: before?.lastAt,
      sendId: before?.sendId,
      messageName: before?.messageName,
    });
    expect(await entry(later.id)).toMatchObject({ day: '2026-12-03', localTime: '13:00' });
    expect((await pass({ timezone: 'Pacific/Auckland' })).events).toEqual([]);
    clock.now = new Date('2026-12-01T15:00:00Z');
    expect((await outbox()).length).toBe(2);
    await pass({ timezone: 'Pacific/Auckland' });
    expect(await entry(id)).toMatchObject({ status: 'sent' });
    expect(await entry(later.id)).toMatchObject({ status: 'scheduled' });
  });

  test('a zone that only got another name is no change', async () => {
    const { schedule, entry, pass, db } = await openTestSchedule(kind);
    const { id } = await schedule(24);
    await pass({ timezone: 'Europe/Kiev' });
    expect(
      await timezoneNote({ database: db, now: () => new Date(0), timezone: 'Europe/Kyiv' }),
    ).toBeUndefined();
    expect((await pass({ timezone: 'Europe/Kyiv' })).events).toEqual([]);
    expect(await entry(id)).toMatchObject({ timezone: 'Europe/Kyiv' });
  });

  test('an email that goes back to its time before that gets its new day, too', async () => {
    const { schedule, entry, pass, db } = await openTestSchedule(kind);
    const { id } = await schedule(24);
    await pass({ timezone: 'Europe/Berlin' });
    // As `keepReplaced` writes it, from what was stored with the change.
    await db
      .em()
      .getConnection()
      .execute(
        `update scheduled_emails set day = '2026-12-02', local_time = '07:00', timezone = 'America/New_York'`,
      );
    await pass({ timezone: 'Europe/Berlin' });
    expect(await entry(id)).toMatchObject({
      day: '2026-12-02',
      localTime: '13:00',
      timezone: 'Europe/Berlin',
    });
  });
});
