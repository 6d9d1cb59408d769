import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import { aWord } from '../../../../../test/words.ts';
import { Delivery } from '../../mail/engine/engine-tables.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { addWord } from '../../words/save-word.ts';
import { Theme } from '../../words/themes/theme.ts';
import { Word } from '../../words/word.ts';
import { openCourse } from './course.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A course of five words. It is noon UTC on Tuesday, December 1, 2026, and lessons come at 7:00 in New York. */
async function openTestCourse(
  kind: DatabaseKind,
  names = ['lull', 'gait', 'ember', 'quarry', 'thicket'],
  amounts?: number[],
  isRestSent = false,
) {
  const warmUp = amounts && { schedule: amounts.join(', '), amounts, from: undefined, isRestSent };
  const sending = await openTestSending(kind, {
    smtp: { warmUp },
    ...(isRestSent && { second: { carries: 'warm-up' } }),
  });
  const { db, now, clock, deps } = sending;
  const addWordNamed = (word: string) => addWord({ database: db, now }, aWord({ word, tags: 'course' }));
  for (const name of names) await addWordNamed(name);
  const selection = { kind: 'tag', name: 'course' } as const;
  const course = { selection, ending: 'The end.', weeklyDay: 'sun' } as const;
  deps.course = { ...course, settled: new Set() };
  const add = async (name: string, fields: Partial<Registration> = {}) => {
    const joinedAt = new Date(clock.now.getTime() - 1000);
    await db.em().insert(Registration, {
      email: `${name}@example.com`,
      firstName: name,
      createdAt: joinedAt,
      statusAt: joinedAt,
      status: 'subscribed',
      ...fields,
    });
  };
  /** Which lessons a reader got, and when. */
  const got: Record<string, string[]> = {};
  let seen = 0;
  const note = () => {
    for (const { to, raw } of sending.received.slice(seen)) {
      const subject = /^Subject: (.*)$/m.exec(raw.toString())?.[1]?.trim() ?? '';
      const name = to.split('@')[0] as string;
      got[name] = [
        ...(got[name] ?? []),
        `${clock.now.toISOString().slice(5, 13)} ${subject.replace('Lesson: ', '')}`,
      ];
    }
    seen = sending.received.length;
  };
  async function passUntil(end: string, pass: () => Promise<unknown> = () => sending.pass()) {
    while (clock.now < new Date(end)) {
      await pass();
      note();
      sending.later(hour);
    }
  }
  const change = async (name: string, preferences: Parameters<typeof changePreferences>[2]) => {
    const { id } = await sending.reader(`${name}@example.com`);
    const zone = { timezone: 'America/New_York', localTimes: true };
    await changePreferences({ database: db, now, ...zone }, id, preferences);
  };
  const wordsOf = (name: string) => (got[name] ?? []).map((entry) => entry.slice(9));
  return {
    ...sending,
    course,
    addWordNamed,
    add,
    got,
    passUntil,
    change,
    wordsOf,
    ...openCourse({ database: db, course }),
  };
}

describe.each(databaseKinds)('a course on %s', (kind) => {
  test('starts for each reader on the day after they join, at their own time, one lesson a day', async () => {
    const { add, passUntil, got, view } = await openTestCourse(kind);
    await add('first');
    await add('tokyo', { timezone: 'Asia/Tokyo', sendTime: '06:30' });
    await passUntil('2026-12-02T13:00:00Z');
    await add('second');
    await passUntil('2026-12-04T13:00:00Z');
    expect(got).toEqual({
      // December 2, 6:30 in Tokyo is between two passes.
      tokyo: ['12-01T22 lull', '12-02T22 gait', '12-03T22 ember'],
      first: ['12-02T12 lull', '12-03T12 gait', '12-04T12 ember'],
      second: ['12-03T12 lull', '12-04T12 gait'],
    });
    expect(await view()).toMatchObject({
      isOn: true,
      finished: 0,
      lessons: [
        { number: 1, word: 'lull', readers: 0 },
        { word: 'gait', readers: 1 },
        { word: 'ember', readers: 2 },
        { word: 'quarry' },
        { word: 'thicket' },
      ],
    });
  });

  test('of a theme begins with the introduction of the theme', async () => {
    const { db, deps, add, passUntil, received, now } = await openTestCourse(kind, []);
    for (const word of ['balmy', 'virga']) {
      await addWord({ database: db, now }, aWord({ word, theme: 'Weather' }));
    }
    await db.em().insert(Theme, { title: 'Weather', introduction: 'Look up.' });
    const course = { selection: { kind: 'theme', name: 'Weather' }, ending: '', weeklyDay: 'sun' } as const;
    deps.course = { ...course, settled: new Set() };
    await add('ada');
    await passUntil('2026-12-05T13:00:00Z');
    expect(received.map(({ raw }) => raw.toString().includes('Look up.'))).toEqual([true, false]);
  });

  test('ends with a line, is silent after that, and goes on if words are added', async () => {
    const { add, passUntil, wordsOf, addWordNamed, received, view } = await openTestCourse(kind, [
      'lull',
      'gait',
    ]);
    await add('ada');
    await passUntil('2026-12-05T13:00:00Z');
    expect(wordsOf('ada')).toEqual(['lull', 'gait']);
    expect(received.map(({ raw }) => raw.toString().includes('The end.'))).toEqual([false, true]);
    expect((await view()).finished).toBe(1);
    await addWordNamed('ember');
    await passUntil('2026-12-08T13:00:00Z');
    expect(wordsOf('ada')).toEqual(['lull', 'gait', 'ember']);
  });

  test('is delayed by a pause, free days and a day without a mail server, and misses no word', async () => {
    const { add, passUntil, got, change, setFault } = await openTestCourse(kind);
    await add('pauses');
    await add('weekdays', { weekdays: 'wed,fri' });
    await add('weekly', { cadence: 'weekly', digestDay: 'thu' });
    await passUntil('2026-12-02T13:00:00Z');
    await change('pauses', { pausedUntil: '2026-12-05' });
    await passUntil('2026-12-05T11:00:00Z');
    // The mail server accepts nothing on that day.
    setFault(({ at }) =>
      at === 'rcpt' ? { at: 'rcpt', code: 450, text: '4.2.0 Try again later' } : undefined,
    );
    await passUntil('2026-12-06T11:00:00Z');
    setFault(() => undefined);
    await passUntil('2026-12-07T13:00:00Z');
    expect(got).toMatchObject({
      weekdays: ['12-02T12 lull', '12-04T12 gait'],
      weekly: ['12-03T12 lull'],
    });
    const pauses = got.pauses ?? [];
    expect(pauses.map((entry) => entry.slice(9))).toEqual(['lull', 'gait', 'ember'].slice(0, pauses.length));
    expect(pauses.length).toBeGreaterThanOrEqual(2);
  });

  test('counts who gets a lesson on a day by their days and pauses, and who has had them all', async () => {
    const { add, passUntil, change, lessonsOn } = await openTestCourse(kind, ['lull', 'gait']);
    await add('ada');
    await add('sundays', { weekdays: 'sun' });
    await add('weekly', { cadence: 'weekly' });
    await add('away', { status: 'unsubscribed' });
    await add('pauses');
    expect(await lessonsOn?.('2026-12-02')).toEqual({ lessons: 2, underWay: 4, finished: 0 });
    expect(await lessonsOn?.('2026-12-06')).toEqual({ lessons: 4, underWay: 4, finished: 0 });
    await change('pauses', { pausedUntil: '2026-12-20' });
    expect(await lessonsOn?.('2026-12-02')).toEqual({ lessons: 1, underWay: 4, finished: 0 });
    await passUntil('2026-12-04T13:00:00Z');
    expect(await lessonsOn?.('2026-12-04')).toEqual({ lessons: 0, underWay: 3, finished: 1 });
  });

  test('goes on where it was for a reader who comes back, and passes over a word that was removed', async () => {
    const { add, passUntil, wordsOf, db, reader, clock } = await openTestCourse(kind);
    await add('ada');
    await passUntil('2026-12-03T13:00:00Z');
    const { id } = await reader('ada@example.com');
    await db.em().nativeUpdate(Registration, { id }, { status: 'unsubscribed', statusAt: clock.now });
    await passUntil('2026-12-05T13:00:00Z');
    await db.em().nativeUpdate(Word, { word: 'ember' }, { removedAt: clock.now });
    await db.em().nativeUpdate(Registration, { id }, { status: 'subscribed', statusAt: clock.now });
    await passUntil('2026-12-08T13:00:00Z');
    expect(wordsOf('ada')).toEqual(['lull', 'gait', 'quarry', 'thicket']);
  });

  test('leaves the emails of the schedule to readers who have finished it', async () => {
    const { add, passUntil, wordsOf, schedule } = await openTestCourse(kind, ['lull']);
    await add('ada');
    await schedule(1 * day);
    await schedule(2 * day);
    await passUntil('2026-12-03T13:00:00Z');
    expect(wordsOf('ada')).toEqual(['lull', 'word 2']);
  });

  test('begins the day after, for readers who had the email of the schedule when it was turned on', async () => {
    const { add, deps, passUntil, got, schedule } = await openTestCourse(kind);
    const { course } = deps;
    deps.course = undefined;
    await add('ada');
    await schedule(1 * day);
    await passUntil('2026-12-02T13:00:00Z');
    deps.course = course;
    await passUntil('2026-12-04T13:00:00Z');
    expect(got).toEqual({ ada: ['12-02T12 word 1', '12-03T12 lull', '12-04T12 gait'] });
  });

  test('gives each lesson once, with two processes, kills and changes of zone, time, days and pauses', async () => {
    const { add, passUntil, wordsOf, openProvider, provider, pass, change, db, received } =
      await openTestCourse(kind);
    const zones = [
      'Asia/Tokyo',
      'Europe/Berlin',
      'Pacific/Honolulu',
      'Pacific/Kiritimati',
      'America/New_York',
    ];
    const names = Array.from({ length: 12 }, (_, nth) => `reader${nth}`);
    for (const [nth, name] of names.entries())
      await add(name, { timezone: zones[nth % zones.length] ?? null });
    const other = openProvider();
    let nth = 0;
    await passUntil('2026-12-09T00:00:00Z', async () => {
      nth += 1;
      const stop = new AbortController();
      if (nth % 3 === 0) setImmediate(() => stop.abort());
      const who = names[(nth * 7) % names.length] as string;
      const to = [
        { timezone: zones[(nth * 3) % zones.length] as string },
        { sendTime: `${String((nth * 5) % 24).padStart(2, '0')}:30` },
        { pausedUntil: nth % 2 === 0 ? '2026-12-04' : null },
        { weekdays: nth % 2 === 0 ? (['mon', 'wed', 'fri', 'sat'] as const) : null },
      ][nth % 4];
      await Promise.all([pass(provider, stop.signal), pass(other), change(who, to as never)]);
    });
    await passUntil('2026-12-16T00:00:00Z', () => pass(other));
    const all = ['lull', 'gait', 'ember', 'quarry', 'thicket'];
    for (const name of names) {
      const words = wordsOf(name);
      expect({ name, words }).toEqual({ name, words: all.slice(0, words.length) });
    }
    expect(received.length).toBeGreaterThan(40);
    expect(await db.em().count(Delivery, { state: 'unknown' })).toBe(0);
  });

  test('holds back those who confirmed last during a warm-up, and they miss no lesson', async () => {
    const { add, passUntil, wordsOf, got, clock, openProvider, pass, provider } = await openTestCourse(
      kind,
      ['lull', 'gait', 'ember'],
      [1, 2, 3, 9],
    );
    const daysAgo = (days: number) => ({ confirmedAt: new Date(clock.now.getTime() - days * day) });
    // The first to reach their time is not the first to join.
    await add('last', { timezone: 'Asia/Tokyo', ...daysAgo(1) });
    await add('first', daysAgo(9));
    await add('third', { timezone: 'Europe/Berlin', ...daysAgo(2) });
    await add('second', daysAgo(8));
    const other = openProvider();
    await passUntil('2026-12-03T22:00:00Z', () => Promise.all([pass(provider), pass(other)]));
    // December 2 and 3 are the second and the third day.
    expect(got).toEqual({
      first: ['12-02T12 lull', '12-03T12 gait'],
      second: ['12-02T12 lull', '12-03T12 gait'],
      third: ['12-03T06 lull'],
    });
    await passUntil('2026-12-07T13:00:00Z');
    for (const name of ['first', 'second', 'third', 'last'])
      expect(wordsOf(name), name).toEqual(['lull', 'gait', 'ember']);
  });

  test('sends the lessons beyond the amount of a warm-up through the second server', async () => {
    const { add, passUntil, received, second, clock } = await openTestCourse(
      kind,
      ['lull', 'gait'],
      [1, 2, 9],
      true,
    );
    const daysAgo = (days: number) => ({ confirmedAt: new Date(clock.now.getTime() - days * day) });
    await add('last', daysAgo(1));
    await add('first', daysAgo(9));
    await add('middle', daysAgo(5));
    // December 2 is the second day.
    await passUntil('2026-12-02T22:00:00Z');
    expect(received.map(({ to }) => to).toSorted()).toEqual(['first@example.com', 'middle@example.com']);
    expect(second?.received.map(({ to }) => to)).toEqual(['last@example.com']);
  });
});
