import { describe, expect, test } from 'vitest';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { openTestSending } from '../../../../../test/smtp.ts';
import type { PreferencesChange } from '../../contract/preferences.ts';
import { instantAt } from '../../platform/calendar.ts';
import { changePreferences } from '../../readers/preferences.ts';
import { Registration } from '../../readers/reader-tables.ts';
import { Delivery } from './engine-tables.ts';

const minute = 60_000;
const hour = 60 * minute;
const timezone = 'America/New_York';
/** Both ends of the day, half and quarter hours, and zones whose clocks change on different days or not at all. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Asia/Tokyo',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Europe/Berlin',
  'Atlantic/Azores',
  'America/St_Johns',
  timezone,
  'America/Los_Angeles',
  'Pacific/Honolulu',
  'Pacific/Pago_Pago',
];

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a reader did; a reader who did nothing must get exactly the emails of their days. */
interface Person {
  name: string;
  joinedAt: Date;
  timezone: string | null;
  sendTime: string | null;
  weekdays: string | null;
  hasChanged: boolean;
  hasPaused: boolean;
  hasLeft: boolean;
}

async function live(kind: DatabaseKind, seed: number, start: string) {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const sending = await openTestSending(kind);
  const { db, clock, now, received, provider, openProvider, schedule, pass } = sending;
  clock.now = new Date(start);
  const other = openProvider();
  const people: Person[] = [];
  const join = async () => {
    const person: Person = {
      name: `reader${people.length}`,
      joinedAt: clock.now,
      timezone: random() < 0.8 ? pick(zones) : null,
      sendTime: null,
      weekdays: random() < 0.2 ? 'mon,wed,fri,sun' : null,
      hasChanged: false,
      hasPaused: false,
      hasLeft: false,
    };
    // Also times that the clocks skip or have twice.
    if (person.timezone && random() < 0.4)
      person.sendTime = pick(['00:00', '01:30', '02:30', '12:15', '23:59']);
    people.push(person);
    await db.em().insert(Registration, {
      email: `${person.name}@example.com`,
      firstName: 'Ada',
      createdAt: clock.now,
      statusAt: clock.now,
      status: 'subscribed',
      timezone: person.timezone,
      sendTime: person.sendTime,
      weekdays: person.weekdays,
    });
  };
  const change = async (person: Person) => {
    const changes: PreferencesChange[] = [
      { timezone: pick(zones) },
      { timezone: pick(zones), sendTime: pick(['00:00', '02:30', '07:00', '23:59']) },
      { sendTime: null },
    ];
    const { id } = await sending.reader(`${person.name}@example.com`);
    const deps = { database: db, now, timezone, localTimes: true };
    if (random() < 0.2) {
      person.hasPaused = true;
      await changePreferences(deps, id, { pausedUntil: random() < 0.5 ? '2099-01-01' : null });
    } else {
      person.hasChanged = true;
      await changePreferences(deps, id, pick(changes));
    }
  };
  const leave = async (person: Person) => {
    person.hasLeft = true;
    const email = `${person.name}@example.com`;
    await db.em().nativeUpdate(Registration, { email }, { status: 'unsubscribed', statusAt: clock.now });
  };
  for (let nth = 0; nth < 24; nth += 1) await join();
  const days = 3;
  // For 7:00 in New York on each of the days after tomorrow; daylight saving may change in between.
  const emails: { day: string; word: string }[] = [];
  for (let nth = 0; nth < days; nth += 1) {
    const day = new Date(clock.now.getTime() + (2 + nth) * 24 * hour).toISOString().slice(0, 10);
    const at = instantAt({ day, time: '07:00' }, timezone);
    await schedule(at.getTime() - clock.now.getTime());
    emails.push({ day, word: `word ${nth + 1}` });
  }
  const end = clock.now.getTime() + (days + 3) * 24 * hour;
  while (clock.now.getTime() < end) {
    const chance = random();
    if (chance < 0.06) await join();
    else if (chance < 0.3) await change(pick(people));
    else if (chance < 0.32) await leave(pick(people));
    // A process that is stopped in the middle, two at once, or one alone; a change may come between.
    const stop = new AbortController();
    if (chance < 0.1) setImmediate(() => stop.abort());
    const passes = [pass(provider, stop.signal), ...(random() < 0.5 ? [pass(other)] : [])];
    if (random() < 0.2) passes.push(change(pick(people)).then(() => []));
    await Promise.all(passes);
    sending.later((10 + Math.floor(random() * 70)) * minute);
  }
  await pass();
  return { people, emails, received, failed: await db.em().count(Delivery, { state: { $ne: 'sent' } }) };
}

describe.each(databaseKinds)('whatever readers change, on %s', (kind) => {
  test.each([
    { seed: 1, start: '2027-03-11T15:00:00Z' },
    { seed: 2, start: '2026-10-28T03:00:00Z' },
    { seed: 3, start: '2026-12-29T09:00:00Z' },
  ])('each gets each word at most once and misses none: seed $seed', async ({ seed, start }) => {
    const { people, emails, received } = await live(kind, seed, start);
    const got = received.map(
      ({ to, raw }) => `${to.split('@')[0]} ${/^Subject: (.*)$/m.exec(raw.toString())?.[1]?.trim()}`,
    );
    expect(got.toSorted()).toEqual([...new Set(got)].toSorted());
    const has = new Set(got);
    const weekday = (day: string) =>
      ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(day).getUTCDay()] as string;
    const wrong: string[] = [];
    for (const person of people) {
      if (person.hasPaused || person.hasLeft) continue;
      for (const { day, word } of emails) {
        const due = instantAt({ day, time: person.sendTime ?? '07:00' }, person.timezone ?? timezone);
        // A reader who joined in between and changed something may have had the time before or after.
        if (person.hasChanged && person.joinedAt > new Date(start)) continue;
        const wants = person.weekdays?.includes(weekday(day)) ?? true;
        const isToCome = due > person.joinedAt;
        if (has.has(`${person.name} ${word}`) !== (wants && isToCome))
          wrong.push(`${person.name} ${word} ${JSON.stringify(person)} ${due.toISOString()}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(got.length).toBeGreaterThan(40);
  });
});
