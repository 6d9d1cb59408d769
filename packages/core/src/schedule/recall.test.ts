import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestSending } from '../../../../test/smtp.ts';
import { openReminders } from '../readers/reminders.ts';
import { readRecalls, recallsKey, withKeys } from '../template/recall.ts';
import { cancelEmail } from './cancel-email.ts';
import { openRecall } from './recall.ts';
import type { SubmitDeps } from './submit/submit-email.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A word at noon UTC on each of the days after December 1, 2026, whose email shows the words that it asks about. */
async function open(kind: (typeof databaseKinds)[number]) {
  const sending = await openTestSending(kind);
  const { db, now, deps, clock } = sending;
  const settings = { recall: true };
  const render: SubmitDeps['render'] = async ({ word }, on) => {
    const found = settings.recall ? await readRecalls(db, { day: on, word }, now()) : [];
    const recalls = await withKeys(db, found);
    const text = recalls.map(({ days, word: earlier, key }) => `${days} ${earlier} ${key}`).join('\n');
    return { subject: word, html: `<pre>${text}</pre>`, text, textKey: word, recalls: recallsKey(recalls) };
  };
  Object.assign(deps, { render });
  Object.defineProperty(deps, 'recall', { get: () => settings.recall, enumerable: true });
  /** What the email of a word asked about. */
  const askedIn = (word: string) => {
    const email = sending.received.find(({ raw }) => raw.toString().includes(`Subject: ${word}\r\n`));
    return [...(email?.raw.toString() ?? '').matchAll(/^(?:<pre>)?(\d+) (word \d+) ([0-9a-f]{16})/gm)].map(
      ([, days, earlier, key]) => ({ days: Number(days), word: earlier, key: `${key}` }),
    );
  };
  /** Passes an hour before each noon, and at noon. */
  const passUntil = async (end: number) => {
    for (let noon = Math.ceil(clock.now.getTime() / day - 0.5) * day + day / 2; noon <= end; noon += day) {
      for (const at of [noon - hour, noon]) {
        clock.now = new Date(Math.max(at, clock.now.getTime()));
        await sending.pass();
      }
    }
  };
  const reminders = openReminders({ database: db, now, timezone: 'UTC', ownsList: true });
  const recall = openRecall({ database: db, now, limits: deps.limits, hasArchive: true, reminders });
  return { ...sending, settings, askedIn, passUntil, recall };
}

describe.each(databaseKinds)('an email that asks about earlier words on %s', (kind) => {
  test('names those of three days and three weeks before, the same for every reader', async () => {
    const { schedule, passUntil, askedIn, givenReaders, clock, received } = await open(kind);
    await givenReaders(2);
    const start = clock.now.getTime();
    for (const nth of [1, 4, 22, 24]) await schedule(nth * day);
    await passUntil(start + 25 * day);
    const asked = (word: string) =>
      new Set(askedIn(word).map(({ days, word: earlier }) => `${days} ${earlier}`));
    expect(asked('word 1')).toEqual(new Set());
    expect(asked('word 2')).toEqual(new Set(['3 word 1']));
    expect(asked('word 3')).toEqual(new Set(['21 word 1']));
    expect(asked('word 4')).toEqual(new Set());
    const texts = received.filter(({ raw }) => raw.toString().includes('Subject: word 2\r\n'));
    expect(texts).toHaveLength(2);
    expect(new Set(texts.map(({ raw }) => /3 word 1 [0-9a-f]{16}/.exec(raw.toString())?.[0])).size).toBe(1);
  });

  test('follows what became of the earlier email since it was scheduled', async () => {
    const { schedule, passUntil, askedIn, givenReaders, clock, deps, entry } = await open(kind);
    await givenReaders(1);
    const start = clock.now.getTime();
    const canceled = await schedule(1 * day);
    const late = await schedule(4 * day);
    expect((await entry(late.id)).recalls).not.toBe('');
    await cancelEmail(deps, canceled.id);
    await passUntil(start + 3 * day);
    // Not before it is certain.
    expect((await entry(late.id)).recalls).not.toBe('');
    await passUntil(start + 5 * day);
    expect((await entry(late.id)).status).toBe('sent');
    expect(askedIn('word 2')).toEqual([]);
  });

  test('asks about a word that was scheduled after it, and about nothing once that is off', async () => {
    const { schedule, passUntil, askedIn, givenReaders, clock, settings } = await open(kind);
    await givenReaders(1);
    const start = clock.now.getTime();
    await schedule(4 * day);
    await schedule(6 * day);
    await schedule(1 * day);
    await schedule(3 * day);
    await passUntil(start + 5 * day);
    expect(askedIn('word 1')[0]).toMatchObject({ days: 3, word: 'word 3' });
    settings.recall = false;
    await passUntil(start + 7 * day);
    expect(askedIn('word 2')).toEqual([]);
  });

  test('the page shows a word once it is out, and counts presses, not visits', async () => {
    const { schedule, passUntil, askedIn, givenReaders, clock, recall, db } = await open(kind);
    await givenReaders(1);
    const start = clock.now.getTime();
    await schedule(1 * day);
    await schedule(4 * day);
    const { recallKey } = await db
      .em()
      .findOneOrFail((await import('./scheduled-email.ts')).ScheduledEmail, { id: 1 });
    expect(await recall.read({ key: `${recallKey}`, occasion: 3 })).toBeUndefined();
    await passUntil(start + 5 * day);
    const key = askedIn('word 2')[0]?.key ?? '';
    expect(await recall.read({ key, occasion: 3 })).toMatchObject({
      word: 'word 1',
      answer: undefined,
      path: `/recall/${key}/3`,
    });
    expect(await recall.read({ key: '0'.repeat(16), occasion: 3 })).toBeUndefined();
    expect(await recall.results()).toEqual([]);
    const press = (answer: 'known' | 'again', address: string, occasion: 3 | 21 = 3) =>
      recall.answer({ key, occasion }, { answer, address });
    expect(await press('known', '192.0.2.1')).toMatchObject({ answer: 'known', word: 'word 1' });
    await press('again', '192.0.2.2');
    await press('again', '192.0.2.2', 21);
    // One network does not make a word look hard.
    for (let nth = 0; nth < 5; nth += 1) await press('again', '192.0.2.3');
    expect(await recall.results()).toEqual([
      { wordId: 1, word: 'word 1', days: 3, known: 1, again: 4 },
      { wordId: 1, word: 'word 1', days: 21, known: 0, again: 1 },
    ]);
  });
});
