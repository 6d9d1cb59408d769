import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/databases.ts';
import { openTestDatabase } from '../../../../test/open-test-database.ts';
import { explained } from '../../../../test/statement.ts';
import { aWord } from '../../../../test/words.ts';
import type { ScheduleStatus } from '../contract/choices.ts';
import type { WordInput } from '../contract/words.ts';
import type { Query } from '../platform/database/query.ts';
import { readableEntry } from '../words/readable-fields.ts';
import { addWord, editWord, removeWord } from '../words/save-word.ts';
import { giveSlug } from '../words/slug.ts';
import { Word } from '../words/word.ts';
import { openArchive } from './archive.ts';
import { emailTime } from './email-time.ts';
import { ScheduledEmail } from './scheduled-email.ts';

type Over = Partial<Pick<ScheduledEmail, 'status' | 'cancelRequestedAt' | 'firstAt'>>;

describe.each(databaseKinds)('the archive on %s', (kind) => {
  async function open({ isOn = true } = {}) {
    const database = await openTestDatabase(kind);
    const now = () => new Date('2026-11-22T12:30:00Z');
    const archive = openArchive({
      database,
      now,
      isOn,
      timezone: 'America/New_York',
      productName: 'Wordrise',
      publicUrl: 'https://words.example.com',
    });
    let emails = 0;

    /** @param date The time is 07:00 in New York unless given. */
    async function email(id: number, date: string, over: Over = {}) {
      const em = database.em();
      const word = await em.findOneOrFail(Word, { id });
      await giveSlug(em, word);
      const at = new Date(date.length > 10 ? date : `${date}T12:00:00Z`);
      emails += 1;
      const texts = { messageName: `email ${emails}`, createdAt: new Date('2026-01-01T00:00:00Z') };
      em.create(ScheduledEmail, {
        word,
        ...emailTime(at, 'America/New_York'),
        status: 'sent',
        ...texts,
        ...over,
      });
      await em.flush();
    }
    async function given(word: string, dates: string[] = [], over: Partial<WordInput> = {}) {
      const { id } = await addWord({ database, now }, aWord({ word, ...over }));
      for (const date of dates) await email(id, date);
      return id;
    }
    return { database, now, archive, email, given };
  }

  test('has the page of a word for readers in earlier zones before the owner’s time, and nothing else of it', async () => {
    const { archive, given, email } = await open();
    await given('solace', ['2026-11-21']);
    const firstAt = new Date('2026-11-22T12:00:00Z');
    for (const [word, date] of [
      ['virga', '2026-11-22T23:00:00Z'],
      ['hush', '2026-11-22T22:00:00Z'],
    ] as const)
      await email(await given(word), date, { status: 'scheduled', ...(word === 'virga' && { firstAt }) });
    expect(await archive.word('hush')).toBeUndefined();
    const page = await archive.word('virga');
    expect(page).toMatchObject({ days: ['2026-11-22'], previous: { word: 'solace' } });
    expect(page?.next).toBeUndefined();
    expect((await archive.word('solace'))?.next).toBeUndefined();
    expect((await archive.latest(5)).map(({ word }) => word)).toEqual(['solace']);
    expect((await archive.today()).word).toMatchObject({ word: 'solace' });
    expect((await archive.slugs()).map(({ slug }) => slug)).toEqual(['solace']);
    expect((await archive.month())?.words.map(({ word }) => word)).toEqual(['solace']);
  });

  test('names the theme week of a word on its page and in lists, and none of a word that went out alone', async () => {
    const { archive, given } = await open();
    const theme = { theme: 'Weather' };
    await given('balmy', ['2026-09-01', '2026-11-18'], theme);
    await given('virga', ['2026-11-20'], theme);
    await given('sodden', ['2026-11-22'], theme);
    await given('quirk', ['2026-11-19']);
    expect((await archive.word('virga'))?.word).toMatchObject({ themeThread: 'Weather · 2 of 3' });
    expect((await archive.word('quirk'))?.word).not.toHaveProperty('themeThread');
    const threads = (await archive.month())?.words.map((word) => [word.word, word.themeThread]);
    expect(threads).toEqual([
      ['sodden', 'Weather · 3 of 3'],
      ['virga', 'Weather · 2 of 3'],
      ['quirk', undefined],
      ['balmy', 'Weather · 1 of 3'],
    ]);
    expect((await archive.month('2026-09'))?.words).toEqual([
      expect.not.objectContaining({ themeThread: expect.anything() }),
    ]);
    expect((await archive.latest(1))[0]).toMatchObject({ themeThread: 'Weather · 3 of 3' });
    expect((await archive.today()).word).toMatchObject({ themeThread: 'Weather · 3 of 3' });
  });

  test('shows a word that was sent, with its neighbors', async () => {
    const { archive, given } = await open();
    await given('umami', ['2026-11-20']);
    await given('petrichor', ['2026-11-21'], { phoneticPronunciation: '/ˈpetrɪˌkɔr/' });
    await given('tycoon', ['2026-11-22']);
    expect(await archive.word('petrichor')).toEqual({
      word: {
        ...readableEntry(aWord({ word: 'petrichor', phoneticPronunciation: '/ˈpetrɪˌkɔr/' })),
        respelling: 'PET-rih-kor',
        slug: 'petrichor',
        sentAt: '2026-11-21T12:00:00.000Z',
        day: '2026-11-21',
        hasVoice: true,
      },
      hasPodcast: false,
      examples: [
        ['After the storm the street was full of ', 'petrichor', '.'],
        ['She opened the window to let the ', 'petrichor', ' in.'],
      ],
      days: ['2026-11-21'],
      previous: { word: 'umami', slug: 'umami' },
      next: { word: 'tycoon', slug: 'tycoon' },
    });
    expect(await archive.word('umami')).toMatchObject({ previous: undefined });
    expect(await archive.word('tycoon')).toMatchObject({ next: undefined });
  });

  test.each<{ why: string; status: ScheduleStatus; date: string; over?: Over }>([
    { why: 'is waiting to be submitted', status: 'pending', date: '2026-11-22' },
    { why: 'is to be sent in a minute', status: 'scheduled', date: '2026-11-22T12:31:00Z' },
    { why: 'failed', status: 'failed', date: '2026-11-22' },
    {
      why: 'is being canceled',
      status: 'scheduled',
      date: '2026-11-22',
      over: { cancelRequestedAt: new Date('2026-11-22T11:00:00Z') },
    },
  ])('hides a word whose email $why', async ({ status, date, over }) => {
    const { archive, email, given } = await open();
    const id = await given('secret');
    await given('unscheduled');
    await email(id, date, { status, ...over });
    expect(await archive.word('secret')).toBeUndefined();
    expect(await archive.word('unscheduled')).toBeUndefined();
    expect(await archive.month()).toEqual({ month: undefined, words: [], months: [], hasPodcast: false });
    expect(await archive.latest(10)).toEqual([]);
    expect(await archive.slugs()).toEqual([]);
    expect((await archive.today()).word).toBeNull();
  });

  test('shows a word from the moment its email is due, before a pass has marked it as sent', async () => {
    const { archive, email, given } = await open();
    await email(await given('punctual'), '2026-11-22T12:30:00Z', { status: 'scheduled' });
    expect(await archive.word('punctual')).toMatchObject({ days: ['2026-11-22'] });
    expect((await archive.today()).word).toMatchObject({ word: 'punctual' });
  });

  test('a word that was sent twice has one page, where it was last', async () => {
    const { archive, given } = await open();
    await given('umami', ['2026-11-18', '2026-11-21']);
    await given('tycoon', ['2026-11-19']);
    expect(await archive.word('umami')).toMatchObject({
      days: ['2026-11-21', '2026-11-18'],
      previous: { slug: 'tycoon' },
      next: undefined,
    });
    expect(await archive.word('tycoon')).toMatchObject({
      previous: { slug: 'umami' },
      next: { slug: 'umami' },
    });
    expect((await archive.month())?.words.map(({ slug }) => slug)).toEqual(['umami', 'tycoon', 'umami']);
    expect((await archive.slugs()).map(({ slug }) => slug)).toEqual(['umami', 'tycoon']);
  });

  test('headwords that look alike have separate pages, also found under other spellings', async () => {
    const { archive, given } = await open();
    await given('resume', ['2026-11-01']);
    const id = await given('résumé', ['2026-11-02']);
    await given('déjà vu', ['2026-11-03']);
    await given('🙂', ['2026-11-04']);
    expect(await archive.word('resume')).toMatchObject({ word: { word: 'resume' } });
    expect(await archive.word(`resume-${id}`)).toMatchObject({ word: { word: 'résumé' } });
    expect(await archive.word('Déjà vu')).toMatchObject({ word: { slug: 'deja-vu' } });
    expect(await archive.word('🙂')).toMatchObject({ word: { slug: 'u1f642' } });
  });

  test('an address stays when the word is corrected, and goes when the word is removed', async () => {
    const { archive, database, now, given } = await open();
    const id = await given('peticor', ['2026-11-20']);
    await editWord({ database }, id, aWord({ word: 'petrichor' }));
    expect(await archive.word('peticor')).toMatchObject({ word: { word: 'petrichor', slug: 'peticor' } });
    await removeWord({ database, now }, id);
    expect(await archive.word('peticor')).toBeUndefined();
    expect(await archive.latest(10)).toEqual([]);
    await given('peticor', ['2026-11-21']);
    expect(await archive.word('peticor')).toBeDefined();
  });

  test('lists a month in the time zone of the installation', async () => {
    const { archive, given } = await open();
    await given('halloween', ['2026-11-01T03:59:59.999Z']);
    await given('november', ['2026-11-01T04:00:00Z']);
    await given('august', ['2026-08-15']);
    const november = await archive.month();
    expect(november).toMatchObject({
      month: '2026-11',
      months: ['2026-11', '2026-10', '2026-09', '2026-08'],
      words: [{ word: 'november', day: '2026-11-01' }],
    });
    expect((await archive.month('2026-10'))?.words).toMatchObject([{ word: 'halloween', day: '2026-10-31' }]);
    expect((await archive.month('2026-09'))?.words).toEqual([]);
    expect(await archive.month('2026-07')).toBeUndefined();
    expect(await archive.month('2026-12')).toBeUndefined();
  });

  test('the word of the day has no asterisks around cited forms, and its page marks them', async () => {
    const { archive, given } = await open();
    await given('ossify', ['2026-11-20'], { etymology: 'From Latin *os*, “bone.”' });
    expect((await archive.today()).word?.etymology).toBe('From Latin os, “bone.”');
    expect((await archive.word('ossify'))?.word.etymology).toBe('From Latin *os*, “bone.”');
  });

  test('never shows a placeholder', async () => {
    const { archive, given } = await open();
    await given('unknown', ['2026-11-20'], {
      etymology: 'The origin of this word is not recorded in this dictionary.',
      example1: 'Example not available',
      phoneticPronunciation: 'unknown (pronunciation not recorded)',
      definition: 'TBD',
    });
    const page = await archive.word('unknown');
    expect(page?.word).toMatchObject({
      word: 'unknown',
      etymology: '',
      example1: '',
      definition: '',
      phoneticPronunciation: '',
      respelling: '',
    });
  });

  test('the word of the day is the last one', async () => {
    const { archive, given } = await open();
    await given('umami', ['2026-11-21']);
    await given('déjà vu', ['2026-11-22']);
    const today = await archive.today();
    expect(today).toMatchObject({ productName: 'Wordrise', signupUrl: 'https://words.example.com/#signup' });
    expect(today.word).toMatchObject({ word: 'déjà vu', url: 'https://words.example.com/words/deja-vu' });
  });

  test('shows nothing while it is off', async () => {
    const { archive, given } = await open({ isOn: false });
    await given('umami', ['2026-11-21']);
    expect(await archive.word('umami')).toBeUndefined();
    expect(await archive.month()).toBeUndefined();
    expect(await archive.month('2026-11')).toBeUndefined();
    expect(await archive.latest(10)).toEqual([]);
    expect(await archive.slugs()).toEqual([]);
    expect((await archive.today()).word).toBeNull();
  });
});

test('reads pages from indexes, without sorting emails', async () => {
  const database = await openTestDatabase('sqlite');
  const plans: string[] = [];
  const watched = {
    ...database,
    async read<Row>(query: Query<Row>): Promise<Row[]> {
      const plan = await database.read(explained<{ detail: string }>('sqlite', query));
      plans.push(...plan.map(({ detail }) => detail));
      return database.read(query);
    },
  };
  const em = database.em();
  const now = () => new Date('2026-11-22T12:30:00Z');
  const { id } = await addWord({ database, now }, aWord());
  const word = await em.findOneOrFail(Word, { id });
  await giveSlug(em, word);
  const at = new Date('2026-11-22T12:00:00Z');
  em.create(ScheduledEmail, {
    word,
    ...emailTime(at, 'America/New_York'),
    status: 'sent',
    messageName: 'sent',
    createdAt: at,
  });
  await em.flush();
  const archive = openArchive({
    database: watched,
    now,
    timezone: 'UTC',
    isOn: true,
    productName: 'Wordrise',
    publicUrl: 'https://words.example.com',
  });
  expect(await archive.word('petrichor')).toBeDefined();
  expect((await archive.month())?.words).toHaveLength(1);
  const scans = plans.filter((step) => /^SCAN (email|word)\b/.test(step) && !step.includes('INDEX'));
  expect(scans).toEqual([]);
  expect(plans.filter((step) => step.includes('scheduled_emails_status')).length).toBeGreaterThan(5);
  for (const index of ['words_slug_unique', 'scheduled_emails_word_id'])
    expect(plans.some((step) => step.includes(index))).toBe(true);
});
