import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { addDays } from '../../platform/calendar.ts';
import { emailTime } from '../../schedule/email-time.ts';
import { ScheduledEmail } from '../../schedule/scheduled-email.ts';
import { addWord, removeWord } from '../save-word.ts';
import { Word } from '../word.ts';
import { openThemes } from './open-themes.ts';
import { readThemeWeeks, themeThread, themeWeekAhead, themeWeekOn } from './theme-weeks.ts';

const now = () => new Date('2026-11-01T00:00:00Z');
const first = '2026-12-07';

async function open(kind: 'sqlite' | 'postgresql') {
  const database = await openTestDatabase(kind);
  /** Words, such as `balmy@Weather`. */
  const ids = new Map<string, number>();
  async function email(text: string, day: number, status: ScheduledEmail['status'] = 'pending') {
    const [word = '', theme = ''] = text.split('@');
    const id = ids.get(word) ?? (await addWord({ database, now }, aWord({ word, theme }))).id;
    ids.set(word, id);
    const em = database.em();
    const created = em.create(ScheduledEmail, {
      word: em.getReference(Word, id),
      ...emailTime(new Date(`${addDays(first, day)}T12:00:00Z`), 'UTC'),
      createdAt: now(),
      status,
      messageName: crypto.randomUUID(),
    });
    await em.flush();
    return created.id;
  }
  async function threads(...emails: number[]) {
    const weeks = await readThemeWeeks({ database }, ['Weather', 'Money']);
    return emails.map((id) => {
      const week = weeks.get(id);
      return week && themeThread(week);
    });
  }
  return { database, ids, email, threads };
}

describe.each(databaseKinds)('a theme week on %s', (kind) => {
  test('is counted from the run as scheduled, unbroken by skipped days and other words', async () => {
    const { email, threads } = await open(kind);
    const run = [
      await email('balmy@Weather', 0, 'sent'),
      await email('virga@Weather', 1),
      await email('sodden@Weather', 5),
    ];
    const pinned = await email('gift', 3);
    expect(await threads(...run, pinned)).toEqual([
      'Weather · 1 of 3',
      'Weather · 2 of 3',
      'Weather · 3 of 3',
      undefined,
    ]);
    const failed = await email('deluge@Weather', 2, 'failed');
    expect(await threads(failed, run[2] ?? 0)).toEqual([undefined, 'Weather · 3 of 3']);
  });

  test('ends after three weeks without it, after many other words, and when a word repeats', async () => {
    const { email, threads } = await open(kind);
    const run = [];
    for (const word of ['a', 'b', 'c']) run.push(await email(`${word}@Weather`, run.length, 'sent'));
    for (const at of [3, 4, 5, 6]) await email(`other ${at}`, at, 'sent');
    const soon = await email('d@Weather', 7, 'sent');
    expect(await threads(...run, soon)).toEqual([
      'Weather · 1 of 3',
      'Weather · 2 of 3',
      'Weather · 3 of 3',
      undefined,
    ]);
    const again = [];
    for (const word of ['a', 'b', 'c']) again.push(await email(`${word}@Weather`, 8 + again.length));
    expect(await threads(soon, ...again)).toEqual([
      undefined,
      ...[1, 2, 3].map((at) => `Weather · ${at} of 3`),
    ]);
    const late = await email('e@Weather', 60);
    expect(await threads(late)).toEqual([undefined]);
  });

  test('needs three words, or all words of its theme', async () => {
    const { email, threads, database, ids } = await open(kind);
    const money = [await email('ducat@Money', 0), await email('florin@Money', 1)];
    expect(await threads(...money)).toEqual(['Money · 1 of 2', 'Money · 2 of 2']);
    const { id } = await addWord({ database, now }, aWord({ word: 'groat', theme: 'Money' }));
    expect(await threads(...money)).toEqual([undefined, undefined]);
    await removeWord({ database, now }, id);
    expect(ids.size).toBe(2);
    expect(await threads(...money)).toEqual(['Money · 1 of 2', 'Money · 2 of 2']);
  });

  test('is found by word and day, with its introduction', async () => {
    const { email, database } = await open(kind);
    await email('ducat@Money', 0);
    await email('florin@Money', 1);
    const themes = openThemes({ database });
    await themes.edit((await themes.find('money'))?.id ?? 0, { introduction: 'Gold first.' });
    const week = { title: 'Money', introduction: 'Gold first.', position: 2, count: 2 };
    const florin = { word: 'florin', theme: 'Money' };
    expect(await themeWeekOn({ database }, florin, addDays(first, 1))).toEqual(week);
    expect(await themeWeekOn({ database }, florin, first)).toBeUndefined();
    expect(await themeWeekAhead({ database }, florin)).toEqual(week);
    expect(await themeWeekAhead({ database }, { word: 'groat', theme: 'Money' })).toEqual({
      ...week,
      position: 3,
      count: 3,
    });
    expect(await themeWeekAhead({ database }, { word: 'groat', theme: 'New' })).toBeUndefined();
    expect(await themeWeekAhead({ database }, { word: 'groat' })).toBeUndefined();
  });
});
