import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { startScript } from '../../../../../test/child-script.ts';
import { type DatabaseKind, databaseKinds } from '../../../../../test/databases.ts';
import { eventually } from '../../../../../test/eventually.ts';
import { noAudit } from '../../../../../test/no-audit.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import type { AutopilotInput } from '../../contract/autopilot.ts';
import { weekdays } from '../../contract/weekdays.ts';
import { drawLevels } from '../../contract/word-fields.ts';
import type { PassEvent } from '../../mail/pass-event.ts';
import { calendarDay, showInstant } from '../../platform/calendar.ts';
import { openWords } from '../../words/open-words.ts';
import { derivedColumns, Word } from '../../words/word.ts';
import { storeEmails } from '../schedule-email.ts';
import { ScheduledEmail } from '../scheduled-email.ts';
import { AutopilotDay, savePlan } from './autopilot-store.ts';
import { openAutopilot } from './open-autopilot.ts';

const timezone = 'America/New_York';
const on: AutopilotInput = { isOn: true, time: '07:00', days: [...weekdays], ahead: 7 };

/** A library of this many words, and the autopilot on Tuesday, December 1, 2026, at noon. */
async function openTestAutopilot(kind: DatabaseKind, size: number) {
  const db = await openTestDatabase(kind);
  const clock = { now: new Date('2026-12-01T17:00:00Z') };
  const now = () => clock.now;
  const rows = Array.from({ length: size }, (_, at) => {
    const word = `${'abcdefghijklmnopqrstuvwxyz'[at % 26]}word${at}`;
    const definition = `sense${at} of meaning${at} and thought${at}`;
    const partOfSpeech = ['noun', 'verb', 'adjective'][at % 3] as string;
    const etymology = ['From a Latin word.', 'From a Greek word.', 'From an Arabic word.'][at % 3] as string;
    const phoneticPronunciation = '/ˈpetəl/';
    const input = aWord({ word, definition, partOfSpeech, etymology, phoneticPronunciation });
    return { ...input, ...derivedColumns(input), source: 'admin' as const, usedCount: 0, createdAt: now() };
  });
  for (let at = 0; at < rows.length; at += 1000) await db.em().insertMany(Word, rows.slice(at, at + 1000));
  const deps = { database: db, now, timezone };
  const words = openWords({ ...deps, audit: noAudit, needsSetup: async () => false });
  const storeAll = storeEmails.bind(undefined, deps);
  const store = async (input: Parameters<typeof storeAll>[0][number]) =>
    (await storeAll([input]))[0] as number;
  /** Called once, while a theme's week is chosen: what another process does meanwhile. */
  const meanwhile = { run: async () => {} };
  const read = { words: 0 };
  const checkSome: typeof words.checkSome = async (ids) => {
    read.words += ids.length;
    await meanwhile.run();
    return words.checkSome(ids);
  };
  const autopilot = openAutopilot({
    ...deps,
    audit: noAudit,
    words: { ...words, checkSome },
    store: storeAll,
    cancel: async () => {},
  });
  const emails = () =>
    db.em().find(ScheduledEmail, {}, { orderBy: { scheduledDate: 'asc' }, populate: ['word'] });
  const days = async () => (await emails()).map(({ scheduledDate }) => calendarDay(scheduledDate, timezone));
  return {
    db,
    read,
    clock,
    words,
    store,
    meanwhile,
    autopilot,
    async fill() {
      const events: PassEvent[] = [];
      await autopilot.fill({ onEvent: (event) => events.push(event) });
      return events;
    },
    emails,
    days,
    /** Without filling anything. */
    set: (input: AutopilotInput) => savePlan({ database: db, random: () => 7 }, input),
    startChild() {
      const env = { DATABASE_URL: db.url, SESSION_SECRET: 'x'.repeat(32) };
      return startScript('fill.child.ts', { ...env, NOW: clock.now.toISOString() });
    },
  };
}

const decemberFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `2026-12-${String(first + at).padStart(2, '0')}`);

describe.each(databaseKinds)('the autopilot on %s', (kind) => {
  test('does nothing until it is turned on', async () => {
    const { autopilot, fill, emails } = await openTestAutopilot(kind, 20);
    expect(await autopilot.get()).toMatchObject({ isOn: false, time: '07:00', ahead: 14, days: weekdays });
    expect(await fill()).toEqual([]);
    expect(await emails()).toEqual([]);
  });

  test('reports the next day with an email: every day while it is off', async () => {
    const { autopilot } = await openTestAutopilot(kind, 0);
    const workdays = weekdays.slice(0, 5);
    await autopilot.save({ ...on, days: workdays });
    await autopilot.skip('2026-12-07');
    expect(await autopilot.nextSendDay('2026-12-04')).toBe('2026-12-04');
    expect(await autopilot.nextSendDay('2026-12-05')).toBe('2026-12-08');
    await autopilot.save({ ...on, days: workdays, isOn: false });
    expect(await autopilot.nextSendDay('2026-12-05')).toBe('2026-12-05');
    expect(await autopilot.nextSendDay('2026-12-07')).toBe('2026-12-07');
  });

  test('keeps the time on a day whose clocks skip it, and sends as much later as they skip', async () => {
    const { set, clock, fill, emails } = await openTestAutopilot(kind, 20);
    clock.now = new Date('2027-03-13T17:00:00Z');
    await set({ ...on, time: '02:30', ahead: 2 });
    await fill();
    const times = (await emails()).map(({ day, localTime, scheduledDate }) => [
      day,
      localTime,
      scheduledDate.toISOString(),
    ]);
    expect(times).toEqual([
      ['2027-03-14', '02:30', '2027-03-14T07:30:00.000Z'],
      ['2027-03-15', '02:30', '2027-03-15T06:30:00.000Z'],
    ]);
  });

  test('fills the next mornings once, and the next one a day later', async () => {
    const { autopilot, set, clock, fill, days, emails } = await openTestAutopilot(kind, 40);
    await set(on);
    const planned = (await autopilot.plan({ mornings: 7, chosen: [], avoid: [] })).mornings;
    expect(await fill()).toHaveLength(7);
    expect(await days()).toEqual(decemberFrom(2, 7));
    const stored = (await emails()).map(({ word, scheduledDate }) => ({
      word: word.word,
      at: scheduledDate.toISOString(),
    }));
    expect(stored).toEqual(
      planned.map(({ word, scheduledDate }) => ({ word: word?.word, at: scheduledDate })),
    );
    expect(showInstant(new Date(stored[0]?.at ?? ''), timezone)).toContain('07:00');
    expect(await fill()).toEqual([]);
    clock.now = new Date('2026-12-02T17:00:00Z');
    expect(await fill()).toMatchObject([{ step: 'mornings', outcome: 'done' }]);
    expect(await days()).toEqual(decemberFrom(2, 8));
  });

  test('fills them as soon as it is turned on, and a skipped day as soon as it is not skipped', async () => {
    const { autopilot, days } = await openTestAutopilot(kind, 40);
    await autopilot.skip('2026-12-03');
    await autopilot.save({ ...on, ahead: 2 });
    expect(await days()).toEqual(['2026-12-02', '2026-12-04']);
    await autopilot.unskip('2026-12-03');
    expect(await days()).toEqual(['2026-12-02', '2026-12-03', '2026-12-04']);
  });

  test('leaves days that are off, skipped or taken, and those whose email was canceled', async () => {
    const { autopilot, set, db, fill, days, store, words } = await openTestAutopilot(kind, 40);
    const [wordId = 0] = await words.unusedIds();
    await store({ wordId, scheduledDate: '2026-12-03T18:30', status: 'pending' });
    await set({ ...on, days: ['mon', 'tue', 'wed', 'thu', 'fri'], ahead: 5 });
    await autopilot.skip('2026-12-04');
    await fill();
    expect(await days()).toEqual(['2026-12-02', '2026-12-03', '2026-12-07', '2026-12-08', '2026-12-09']);
    await db.em().nativeDelete(ScheduledEmail, { scheduledDate: { $lt: new Date('2026-12-05') } });
    await fill();
    const rest = ['2026-12-07', '2026-12-08', '2026-12-09'];
    expect(await days()).toEqual(rest);
    await autopilot.unskip('2026-12-02');
    await autopilot.unskip('2026-12-04');
    await fill();
    expect(await days()).toEqual(['2026-12-02', '2026-12-04', ...rest]);
    // Turned on again, it fills what it left free.
    await set({ ...on, isOn: false });
    await set({ ...on, days: ['mon', 'tue', 'wed', 'thu', 'fri'], ahead: 5 });
    await fill();
    expect(await days()).toContain('2026-12-03');
  });

  test('fills each morning once in four simultaneous processes', async () => {
    const { set, startChild, days, db } = await openTestAutopilot(kind, 100);
    await set({ ...on, ahead: 30 });
    const children = await Promise.all(Array.from({ length: 4 }, startChild));
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const found = await days();
    expect(found).toHaveLength(30);
    expect(new Set(found).size).toBe(30);
    expect(await db.em().count(AutopilotDay)).toBe(30);
  });

  test('that is killed leaves no morning with two emails and none without its email', async () => {
    const { set, startChild, days, fill, db } = await openTestAutopilot(kind, 100);
    await set({ ...on, ahead: 60 });
    const child = await startChild();
    await eventually(async () => expect(await db.em().count(ScheduledEmail)).toBeGreaterThan(2));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const noted = (await db.em().findAll(AutopilotDay)).map(({ day }) => day).toSorted();
    expect(await days()).toEqual(noted);
    await fill();
    expect(new Set(await days()).size).toBe(60);
    expect(await days()).toHaveLength(60);
  });

  test('gives way to an email that is scheduled by hand at the same time', async () => {
    const { set, fill, days, store, words } = await openTestAutopilot(kind, 40);
    await set({ ...on, ahead: 5 });
    const ids = await words.unusedIds();
    const byHand = decemberFrom(2, 5).map((day, at) =>
      store({ wordId: ids[at] ?? 0, scheduledDate: `${day}T09:00`, status: 'pending', ifDayTaken: 'refuse' }),
    );
    await Promise.allSettled([...byHand, fill(), fill()]);
    await fill();
    expect(await days()).toEqual(decemberFrom(2, 5));
  });
});

describe.each(databaseKinds)('a plan on %s', (kind) => {
  test('has a word for each of the next mornings, without today if its email went out early', async () => {
    const { autopilot, clock, store, words, db } = await openTestAutopilot(kind, 40);
    clock.now = new Date('2026-12-01T08:00:00Z');
    const plan = async () =>
      (await autopilot.plan({ mornings: 7, chosen: [], avoid: [] })).mornings.map(({ day }) => day);
    expect(await plan()).toEqual(decemberFrom(1, 7));
    const [wordId = 0] = await words.unusedIds();
    const id = await store({ wordId, scheduledDate: '2026-12-01T04:00', status: 'pending' });
    expect(await plan()).toEqual(decemberFrom(2, 6));
    await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'sent' });
    expect(await plan()).toEqual(decemberFrom(2, 7));
  });

  test('keeps chosen words, avoids others, changes with the seed and stores nothing', async () => {
    const { autopilot, emails } = await openTestAutopilot(kind, 40);
    const plain = { mornings: 7, chosen: [], avoid: [] };
    const first = await autopilot.plan(plain);
    expect(first.mornings.map(({ day }) => day)).toEqual(decemberFrom(2, 7));
    const chosen = first.mornings.slice(1).map(({ day, word }) => ({ day, wordId: word?.id ?? 0 }));
    const swapped = await autopilot.plan({
      ...plain,
      chosen,
      avoid: [first.mornings[0]?.word?.id ?? 0],
      seed: 5,
    });
    expect(swapped.mornings.slice(1).map(({ word }) => word)).toEqual(
      first.mornings.slice(1).map(({ word }) => word),
    );
    expect(first.mornings.map(({ word }) => word?.id)).not.toContain(swapped.mornings[0]?.word?.id);
    const [again, same] = [
      await autopilot.plan({ ...plain, seed: 9 }),
      await autopilot.plan({ ...plain, seed: 9 }),
    ];
    expect(again).toEqual(same);
    expect(again.mornings).not.toEqual(first.mornings);
    expect(await emails()).toEqual([]);
    const gone = { day: '2026-12-02', wordId: 99_999 };
    await expect(autopilot.plan({ ...plain, chosen: [gone] })).rejects.toMatchObject({
      code: 'word.not_found',
    });
  });

  test('draws only what its settings let it, keeps settings that are left out, and says what to widen', async () => {
    const { autopilot, db } = await openTestAutopilot(kind, 40);
    const em = db.em();
    await em.nativeUpdate(Word, { id: { $lte: 20 } }, { level: 'rare' });
    await em.nativeUpdate(Word, { id: { $gt: 36 } }, { sensitive: 'Religion', tags: 'Work, food' });
    const before = await autopilot.plan({ mornings: 7, chosen: [], avoid: [] });
    await autopilot.save({ ...on, isOn: false, levels: ['none'], neverTags: ['office'] });
    expect(await autopilot.save({ ...on, isOn: false, withoutSensitive: ['religion'] })).toMatchObject({
      levels: ['none'],
      onlyTags: [],
      neverTags: ['office'],
      withoutSensitive: ['religion'],
      library: { unusedWords: 40, drawnFrom: 16, isLow: false, widen: null },
    });
    const { mornings } = await autopilot.plan({ mornings: 20, seed: 1, chosen: [], avoid: [] });
    const ids = mornings.flatMap(({ word }) => (word ? [word.id] : []));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, at) => 21 + at));
    expect(mornings.slice(16).map(({ word }) => word)).toEqual([null, null, null, null]);
    const narrow = await autopilot.save({ ...on, isOn: false, onlyTags: ['Food'], withoutSensitive: [] });
    const widen =
      'The autopilot’s settings leave out 36 unused words: 16 because they have none of the tags it needs.';
    expect(narrow).toMatchObject({
      onlyTags: ['food'],
      library: {
        drawnFrom: 4,
        isLow: true,
        widen,
        summary: expect.stringMatching(/^4 of 40 unused words may be drawn: enough until December /),
      },
    });
    await autopilot.save({ ...on, ahead: 1 });
    expect(await autopilot.wordsEnd()).toMatchObject({
      widen: expect.stringContaining('settings leave out'),
    });
    const all = { levels: [...drawLevels], onlyTags: [], neverTags: [], withoutSensitive: [] };
    await db.em().nativeDelete(ScheduledEmail, {});
    await autopilot.save({ ...on, ...all, isOn: false });
    const plan = await autopilot.plan({ mornings: 7, seed: 0, chosen: [], avoid: [] });
    expect(plan.mornings).toEqual(before.mornings);
  });

  test('says that the library is empty, or that its words are used', async () => {
    const { autopilot, db } = await openTestAutopilot(kind, 1);
    const summary = async () => (await autopilot.get()).library.summary;
    await db.em().nativeUpdate(Word, {}, { usedCount: 1 });
    expect(await summary()).toBe('No unused word is left.');
    await db.em().nativeDelete(Word, {});
    expect(await summary()).toBe('The library has no words yet.');
  });

  test('says sixty mornings before the words end that words will go out again', async () => {
    const { autopilot, db } = await openTestAutopilot(kind, 61);
    const end = 'Add more in time: when no unused word is left, words that were sent go out again.';
    const summary = async () => (await autopilot.get()).library.summary;
    await autopilot.save({ ...on, ahead: 1 });
    expect(await summary()).toBe('60 unused words: enough until January 31, 2027.');
    const [drawn] = await db.em().find(ScheduledEmail, {}, { populate: ['word'] });
    await db.em().nativeDelete(Word, { word: drawn?.word.word === 'zword51' ? 'yword50' : 'zword51' });
    const one = await summary();
    expect(one).toBe(`59 unused words: enough until January 30, 2027. ${end}`);
    await autopilot.save({ ...on, isOn: false });
    expect(await summary()).not.toContain(end);
  });

  test('puts pinned words on their days, and keeps them for those', async () => {
    const { autopilot, db } = await openTestAutopilot(kind, 40);
    const pin = (id: number, day: string) => db.em().nativeUpdate(Word, { id }, { pin: day });
    await pin(1, '12-24');
    await pin(2, 'easter');
    await pin(3, '2026-12-05');
    await pin(4, '2026-11-30');
    const { mornings, library } = await autopilot.plan({ mornings: 39, chosen: [], avoid: [] });
    const dayOf = (id: number) => mornings.find(({ word }) => word?.id === id)?.day;
    expect([1, 2, 3].map(dayOf)).toEqual(['2026-12-24', undefined, '2026-12-05']);
    expect(mornings.find(({ day }) => day === '2026-12-24')).toMatchObject({ reason: 'pin', relaxed: [] });
    // A date that has passed keeps nothing.
    expect(dayOf(4)).toBeDefined();
    expect(library).toMatchObject({ unusedWords: 40, drawnFrom: 37 });
    await autopilot.save({ ...on, isOn: false, levels: ['rare'] });
    const narrow = await autopilot.plan({ mornings: 39, chosen: [], avoid: [] });
    expect(narrow.mornings.every(({ word }) => word === null)).toBe(true);
  });

  test('opens a new installation with a good word, another one for another seed', async () => {
    const { autopilot, db, words, store } = await openTestAutopilot(kind, 40);
    const good = [
      'petrichor',
      'serendipity',
      'kerfuffle',
      'umami',
      'hygge',
      'lagniappe',
      'kintsugi',
      'skedaddle',
    ];
    for (const [at, word] of good.entries()) {
      await words.add(aWord({ word, definition: `Thing${at} of note${at} in place${at}.` }));
    }
    const plan = async (seed: number) => {
      const found = await autopilot.plan({ mornings: 9, seed, chosen: [], avoid: [] });
      return found.mornings.map(({ word, reason }) => ({ word: word?.word ?? '', reason }));
    };
    const firsts = new Set<string>();
    for (let seed = 1; seed < 9; seed += 1) {
      const week = await plan(seed);
      expect(week.slice(0, 7).every(({ word, reason }) => good.includes(word) && reason === 'opening')).toBe(
        true,
      );
      expect(week.slice(7).map(({ reason }) => reason)).toEqual([undefined, undefined]);
      expect(await plan(seed)).toEqual(week);
      firsts.add(week[0]?.word ?? '');
    }
    expect(firsts.size).toBeGreaterThan(1);
    const [wordId = 0] = await words.unusedIds();
    const id = await store({ wordId, scheduledDate: '2026-12-02T07:00', status: 'pending' });
    expect((await plan(1)).filter(({ reason }) => reason === 'opening')).toHaveLength(6);
    await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'sent', day: '2026-11-20' });
    expect((await plan(1)).some(({ reason }) => reason)).toBe(false);
  });

  describe('theme weeks', () => {
    test('can be scheduled from a chosen day on, passing over days that have an email', async () => {
      const { autopilot, words, store } = await openTestAutopilot(kind, 5);
      const ids: number[] = [];
      for (const [at, word] of ['balmy', 'virga', 'deluge', 'sodden'].entries())
        ids.push((await words.add(aWord({ word, theme: 'Weather', themePlace: String(at + 1) }))).id);
      const { id: other } = await words.add(aWord({ word: 'lone' }));
      const from = '2026-12-14';
      await store({ wordId: other, scheduledDate: '2026-12-15T07:00', status: 'pending' });
      const planned = await autopilot.scheduleTheme('Weather', { from, dryRun: true });
      const week = await autopilot.scheduleTheme('Weather', { from });
      expect(week).toEqual(planned);
      expect(week.emails.map(({ day, word }) => `${day} ${word}`)).toEqual([
        '2026-12-14 balmy',
        '2026-12-16 virga',
        '2026-12-17 deluge',
        '2026-12-18 sodden',
      ]);
      const { days } = await autopilot.days({ from, days: 5 });
      expect(days.map(({ emails }) => emails.map(({ word }) => word))).toEqual([
        ['balmy'],
        ['lone'],
        ['virga'],
        ['deluge'],
        ['sodden'],
      ]);
      await expect(autopilot.scheduleTheme('Weather', { from })).rejects.toThrow(
        'No word of “Weather” is left',
      );
    });

    test('are scheduled as a whole or not at all, if someone else takes one of the days', async () => {
      const { autopilot, words, store, meanwhile, emails, days } = await openTestAutopilot(kind, 5);
      for (const word of ['balmy', 'virga', 'deluge']) await words.add(aWord({ word, theme: 'Weather' }));
      const { id: other } = await words.add(aWord({ word: 'lone' }));
      const from = '2026-12-14';
      meanwhile.run = async () => {
        meanwhile.run = async () => {};
        await store({ wordId: other, scheduledDate: '2026-12-15T07:00', status: 'pending' });
      };
      await expect(autopilot.scheduleTheme('Weather', { from })).rejects.toMatchObject({
        code: 'schedule.day_taken',
      });
      expect(await days()).toEqual(['2026-12-15']);
      await autopilot.scheduleTheme('Weather', { from });
      expect((await emails()).map(({ word }) => word.word)).toEqual(['balmy', 'lone', 'virga', 'deluge']);
    });

    test('say which other theme week is in between', async () => {
      const { autopilot, words, store } = await openTestAutopilot(kind, 5);
      const add = async (theme: string, list: string[]) => {
        const ids: number[] = [];
        for (const word of list) ids.push((await words.add(aWord({ word, theme }))).id);
        return ids;
      };
      const rain = await add('Rain', ['virga', 'deluge', 'mizzle']);
      await add('Rivers', ['brook', 'eddy', 'delta']);
      for (const [at, day] of ['2026-12-15', '2026-12-17', '2026-12-18'].entries())
        await store({ wordId: rain[at] ?? 0, scheduledDate: `${day}T07:00`, status: 'pending' });
      const notes = async (from: string) =>
        (await autopilot.scheduleTheme('Rivers', { from, dryRun: true })).notes;
      const span = '“Rain” goes out from Tuesday, December 15 to Friday, December 18';
      expect(await notes('2026-12-14')).toEqual([`${span}: 1 word of “Rivers” goes out in between.`]);
      expect(await notes('2026-12-21')).toEqual([]);
      await autopilot.skip('2026-12-16');
      expect(await notes('2026-12-14')).toEqual([`${span}: “Rivers” pauses on these days.`]);
      expect((await autopilot.scheduleTheme('Rivers', { from: '2026-12-14' })).notes).toHaveLength(1);
    });

    test.each([
      ['2026-11-30', 'schedule.in_past', /has passed/],
      ['2026-12-15', 'schedule.day_taken', /has an email already: “lone”\. The first free day .*2026-12-16/],
      ['2026-12-19', 'input.invalid', /leave that day out/],
    ])('cannot be scheduled from %s on', async (from, code, says) => {
      const { autopilot, words, store } = await openTestAutopilot(kind, 5);
      await autopilot.save({ ...on, isOn: false, days: ['mon', 'tue', 'wed', 'thu', 'fri'] });
      await words.add(aWord({ word: 'balmy', theme: 'Weather' }));
      const { id } = await words.add(aWord({ word: 'lone' }));
      await store({ wordId: id, scheduledDate: '2026-12-15T07:00', status: 'pending' });
      const refused = autopilot.scheduleTheme('Weather', { from });
      await expect(refused).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
    });

    test('need a theme with three words that may be drawn', async () => {
      const { autopilot, words } = await openTestAutopilot(kind, 5);
      expect(await autopilot.get()).toMatchObject({ hasThemes: false, themesLeft: 0 });
      for (const word of ['balmy', 'virga']) await words.add(aWord({ word, theme: 'Weather' }));
      expect(await autopilot.get()).toMatchObject({ hasThemes: true, themesLeft: 0 });
      await words.add(aWord({ word: 'deluge', theme: 'Weather' }));
      expect((await autopilot.get()).themesLeft).toBe(1);
    });

    /** Two themes of seven words beside the other words. */
    async function withThemes(size = 60) {
      const opened = await openTestAutopilot(kind, size);
      for (const theme of ['Weather', 'Money']) {
        for (let place = 7; place >= 1; place -= 1) {
          const word = `${theme.toLowerCase()}${place}`;
          const definition = `Thing of ${theme} number${place} with sense${place}.`;
          await opened.words.add(aWord({ word, definition, theme, themePlace: String(place) }));
        }
      }
      const plan = async (mornings: number, seed = 3) => {
        const found = await opened.autopilot.plan({ mornings, seed, chosen: [], avoid: [] });
        return found.mornings.map(({ day, word, reason }) => ({ day, word: word?.word ?? '', reason }));
      };
      return { ...opened, plan };
    }

    test('begin with a week, keep their order, and leave a free week between', async () => {
      const { plan, set } = await withThemes();
      const before = await plan(30);
      // Wednesday to Sunday are free: a week is under way.
      expect(before.slice(0, 5).every(({ reason }) => reason !== 'theme')).toBe(true);
      const [first, second] = [before.slice(5, 12), before.slice(19, 26)];
      const themeOf = (week: typeof before) => week[0]?.word.replace(/\d/, '') ?? '';
      for (const week of [first, second]) {
        expect(week.map(({ word }) => word)).toEqual(
          [1, 2, 3, 4, 5, 6, 7].map((at) => `${themeOf(week)}${at}`),
        );
      }
      expect(first[0]?.day).toBe('2026-12-07');
      expect(themeOf(first)).not.toBe(themeOf(second));
      expect(before.filter(({ reason }) => reason === 'theme')).toHaveLength(14);
      await set({ ...on, themeWeeks: 'always' });
      const always = await plan(30);
      expect(always.slice(5, 19).every(({ reason }) => reason === 'theme')).toBe(true);
      await set({ ...on, themeWeeks: 'off' });
      expect((await plan(30)).some(({ reason }) => reason === 'theme')).toBe(false);
    });

    test('go on after a skipped day, a word in between and a canceled email', async () => {
      const { autopilot, db, plan, words, store } = await withThemes();
      await autopilot.save({ ...on, ahead: 8 });
      const [started = await Promise.reject()] = (await plan(20)).filter(({ reason }) => reason === 'theme');
      const theme = started.word.replace(/\d/, '');
      await autopilot.skip('2026-12-10');
      await store({
        wordId: (await words.find('aword0'))?.id ?? 0,
        scheduledDate: '2026-12-12T07:00',
        status: 'pending',
      }).catch(() => undefined);
      const mornings = await plan(14);
      expect(mornings.map(({ day }) => day)).not.toContain('2026-12-10');
      const rest = mornings.filter(({ word }) => word.startsWith(theme)).map(({ word }) => word);
      const inOrder = { populate: ['word'], orderBy: { scheduledDate: 'asc' } } as const;
      const waiting = (await db.em().find(ScheduledEmail, {}, inOrder)).map(({ word }) => word.word);
      const sofar = waiting.filter((word) => word.startsWith(theme));
      expect([...sofar, ...rest]).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => `${theme}${at}`));
    });

    test('a pass a day gives the same weeks as one plan', async () => {
      const { clock, emails, fill, plan, set } = await withThemes();
      await set({ ...on, ahead: 3, themeWeeks: 'alternate' });
      // The seed of `set`.
      const planned = (await plan(30, 7)).filter(({ reason }) => reason === 'theme');
      for (let day = 1; day <= 28; day += 1) {
        clock.now = new Date(Date.UTC(2026, 11, day, 17));
        await fill();
      }
      const sent = (await emails())
        .map(({ word }) => word.word)
        .filter((word) => /^(weather|money)/.test(word));
      expect(sent).toEqual(planned.map(({ word }) => word));
    });

    test('have only words that may be drawn, and their words wait for them', async () => {
      const { autopilot, plan, words } = await withThemes(40);
      const sensitive = await words.find('weather2');
      await words.edit(sensitive?.id ?? 0, { ...aWord({ word: 'weather2' }), sensitive: 'death' });
      await autopilot.save({ ...on, isOn: false, withoutSensitive: ['death'] });
      const mornings = await plan(40);
      expect(mornings.map(({ word }) => word)).not.toContain('weather2');
      const weather = mornings.filter(({ word }) => word.startsWith('weather'));
      expect(weather.map(({ word }) => word)).toEqual([1, 3, 4, 5, 6, 7].map((at) => `weather${at}`));
      expect(weather.every(({ reason }) => reason === 'theme')).toBe(true);
    });
  });

  test('repeats words only when no unused one is left: those of two years ago first, then the oldest', async () => {
    const { autopilot, db, words, store } = await openTestAutopilot(kind, 5);
    const lastDays = ['2023-05-01', '2026-03-01', '2026-02-01', '2025-12-01'];
    const ids = await words.unusedIds();
    for (const [at, day] of lastDays.entries()) {
      const wordId = ids[at] ?? 0;
      const id = await store({ wordId, scheduledDate: `2027-01-0${at + 1}T07:00`, status: 'pending' });
      await db.em().nativeUpdate(ScheduledEmail, { id }, { status: 'sent', day });
      await db.em().nativeUpdate(Word, { id: wordId }, { usedCount: 1 });
    }
    const { mornings } = await autopilot.plan({ mornings: 6, chosen: [], avoid: [] });
    expect(mornings.map(({ word, reason }) => [word?.id, reason])).toEqual([
      [ids[4], undefined],
      [ids[0], 'repeat'],
      [ids[3], 'repeat'],
      [ids[2], 'repeat'],
      [ids[1], 'repeat'],
      [undefined, undefined],
    ]);
    expect((await autopilot.get()).library).toMatchObject({ unusedWords: 1, drawnFrom: 1 });
  });

  test('prefers words that pass the check, and reports if none is left', async () => {
    const { autopilot, db } = await openTestAutopilot(kind, 6);
    await db.em().nativeUpdate(Word, { word: { $ne: 'aword0' } }, { example1: 'Nothing to see here.' });
    const { mornings, library } = await autopilot.plan({ mornings: 8, chosen: [], avoid: [] });
    expect(mornings[0]).toMatchObject({ word: { word: 'aword0' }, relaxed: [] });
    expect(mornings[1]?.relaxed).toContain('check');
    expect(mornings.slice(6).map(({ word }) => word)).toEqual([null, null]);
    expect(library).toEqual({
      unusedWords: 6,
      drawnFrom: 6,
      lastsUntil: '2026-12-07',
      lastsLonger: false,
      isLow: true,
      widen: null,
      summary: '6 unused words: enough until December 7, 2026.',
    });
  });
});

test('reads a few hundred words of a library of 20,000', async () => {
  const { autopilot, set, fill, days, read } = await openTestAutopilot('sqlite', 20_000);
  await set({ ...on, ahead: 14 });
  const view = await autopilot.get();
  expect(view.library).toMatchObject({ unusedWords: 20_000, lastsLonger: true, isLow: false });
  await fill();
  expect(new Set(await days()).size).toBe(14);
  expect(read.words).toBeLessThan(500);
});

test('the end of the words is reported while the autopilot is on, 14 days ahead', async () => {
  const { autopilot } = await openTestAutopilot('sqlite', 10);
  expect(await autopilot.wordsEnd()).toBeUndefined();
  await autopilot.save(on);
  expect(await autopilot.wordsEnd()).toEqual({ day: '2026-12-11', widen: null });
  const large = await openTestAutopilot('sqlite', 20);
  await large.autopilot.save(on);
  expect(await large.autopilot.wordsEnd()).toBeUndefined();
});

test('the calendar shows why a day has no email', async () => {
  const { autopilot, set, db, fill } = await openTestAutopilot('sqlite', 20);
  await set({ ...on, days: ['tue', 'wed', 'thu', 'fri', 'sat'], ahead: 2 });
  await autopilot.skip('2026-12-05');
  await fill();
  await db.em().nativeDelete(ScheduledEmail, { scheduledDate: { $gt: new Date('2026-12-03') } });
  const { days } = await autopilot.days({ days: 6 });
  expect(days.map(({ day, state, isLeftFree, emails }) => [day, state, isLeftFree, emails.length])).toEqual([
    ['2026-12-01', 'past', false, 0],
    ['2026-12-02', 'open', true, 1],
    ['2026-12-03', 'open', true, 0],
    ['2026-12-04', 'open', false, 0],
    ['2026-12-05', 'skipped', false, 0],
    ['2026-12-06', 'day_off', false, 0],
  ]);
  expect(days[1]?.sendTime).toBe('2026-12-02T12:00:00.000Z');
});
