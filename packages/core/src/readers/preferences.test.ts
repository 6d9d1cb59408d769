import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, temporaryDatabaseUrl, temporaryFolder } from '../../../../test/databases.ts';
import type { ReaderPreferences } from '../contract/preferences.ts';
import { loadConfig } from '../platform/settings/load-config.ts';
import { openWordrise } from '../wordrise.ts';
import { changePreferences, readPreferences } from './preferences.ts';

const none: ReaderPreferences = {
  timezone: null,
  sendTime: null,
  weekdays: null,
  pausedUntil: null,
  cadence: 'daily',
  digestDay: null,
};

async function open(kind: (typeof databaseKinds)[number]) {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: await temporaryDatabaseUrl(kind),
    DATA_DIR: temporaryFolder(),
    TIMEZONE: 'America/New_York',
    EMAIL_PROVIDER: 'smtp-sandbox',
  });
  const now = () => new Date('2026-07-01T12:00:00Z');
  const wordrise = await openWordrise(config, { now, bcryptCost: 4 });
  onTestFinished(wordrise.close);
  await wordrise.readers.signUp({ email: 'ada@example.com', firstName: 'Ada' });
  const { id } = await wordrise.readers.find('ada@example.com');
  const deps = { database: wordrise.database as never, now, timezone: 'America/New_York', localTimes: true };
  return { wordrise, deps, id };
}

describe.each(databaseKinds)('preferences on %s', (kind) => {
  test('are as the owner sends the emails, until the reader changes them', async () => {
    const { deps, id, wordrise } = await open(kind);
    expect(await readPreferences(deps, id)).toEqual(none);
    const changed = await changePreferences(deps, id, {
      timezone: 'europe/berlin',
      sendTime: '06:45',
      weekdays: ['fri', 'mon'],
      pausedUntil: '2026-08-01',
    });
    expect(changed).toEqual({
      ...none,
      timezone: 'Europe/Berlin',
      sendTime: '06:45',
      weekdays: ['mon', 'fri'],
      pausedUntil: '2026-08-01',
    });
    expect(await changePreferences(deps, id, { pausedUntil: null })).toEqual({
      ...changed,
      pausedUntil: null,
    });
    expect((await wordrise.readers.describe('ada@example.com')).preferences).toEqual(
      await readPreferences(deps, id),
    );
    expect(await changePreferences(deps, id, none)).toEqual(none);
  });

  test('with a time of day have a time zone, so that a move of the installation does not change it', async () => {
    const { deps, id } = await open(kind);
    expect(await changePreferences(deps, id, { sendTime: '21:00' })).toEqual({
      ...none,
      sendTime: '21:00',
      timezone: 'America/New_York',
    });
  });

  test('with all days of the week are those of every day', async () => {
    const { deps, id } = await open(kind);
    const weekdays = ['sun', 'sat', 'fri', 'thu', 'wed', 'tue', 'mon'] as const;
    expect(await changePreferences(deps, id, { weekdays: [...weekdays] })).toEqual(none);
  });

  test.each([
    { why: 'an unknown zone', change: { timezone: 'Mars/Olympus' }, message: /is not a time zone/ },
    { why: 'an offset', change: { timezone: '+02:00' }, message: /is not a time zone/ },
    { why: 'no time of day', change: { sendTime: '24:00' }, message: /such as 07:30/ },
    { why: 'no day', change: { weekdays: [] }, message: /at least one day/ },
    { why: 'a pause without end', change: { pausedUntil: 'forever' }, message: /Choose a day/ },
  ])('refuse $why', async ({ change, message }) => {
    const { deps, id } = await open(kind);
    await expect(changePreferences(deps, id, change)).rejects.toThrow(message);
    expect(await readPreferences(deps, id)).toEqual(none);
  });

  test('of a removed reader are gone', async () => {
    const { deps, id, wordrise } = await open(kind);
    await wordrise.readers.remove('ada@example.com');
    await expect(readPreferences(deps, id)).rejects.toMatchObject({ code: 'signup.not_found' });
    await expect(changePreferences(deps, id, {})).rejects.toMatchObject({ code: 'signup.not_found' });
  });

  test('move with an export, and an unknown zone is an error that says what to do', async () => {
    const { deps, id, wordrise } = await open(kind);
    const preferences = await changePreferences(deps, id, {
      timezone: 'Asia/Tokyo',
      sendTime: '06:00',
      weekdays: ['mon', 'tue'],
      pausedUntil: '2026-09-01',
    });
    for (const format of ['csv', 'jsonl'] as const) {
      const file = (await Array.fromAsync(wordrise.readers.export(format)))
        .join('')
        .replaceAll('ada@', 'eve@')
        .replaceAll('unconfirmed', 'subscribed');
      const there = await open(kind);
      const counts = await there.wordrise.readers.import([Buffer.from(file)], { consent: 'Moved' });
      expect(counts).toMatchObject({ added: 1, refused: 0 });
      expect((await there.wordrise.readers.describe('eve@example.com')).preferences).toEqual(preferences);
    }
    const refused: string[] = [];
    const file =
      'email,timezone\nbob@example.com,America/Nowhere\neve@example.com,\njoe@example.com,europe/rome\n';
    const counts = await wordrise.readers.import([Buffer.from(file)], {
      consent: 'At the fair',
      onRefused: ({ message }) => void refused.push(message),
    });
    expect(counts).toMatchObject({ added: 2, refused: 1 });
    expect(refused).toEqual([
      '“America/Nowhere” is not a time zone. Use the name of one, such as Europe/Berlin or America/New_York, or leave it empty',
    ]);
    expect((await wordrise.readers.describe('joe@example.com')).preferences.timezone).toBe('Europe/Rome');
  });

  test('of an imported row have all its days, and the row is refused if one of them is none', async () => {
    const { wordrise } = await open(kind);
    const refused: string[] = [];
    const file = `email,weekdays
a@example.com,tue thu
b@example.com,Wednesday; Friday
c@example.com,"mon - wed, sat"
d@example.com,mon/wed
e@example.com,monkey
`;
    const counts = await wordrise.readers.import([Buffer.from(file)], {
      consent: 'At the fair',
      onRefused: ({ message }) => void refused.push(message),
    });
    expect(counts).toMatchObject({ added: 3, refused: 2 });
    const daysOf = async (name: string) =>
      (await wordrise.readers.describe(`${name}@example.com`)).preferences.weekdays;
    expect(await daysOf('a')).toEqual(['tue', 'thu']);
    expect(await daysOf('b')).toEqual(['wed', 'fri']);
    expect(await daysOf('c')).toEqual(['mon', 'tue', 'wed', 'sat']);
    expect(refused).toEqual([
      '“mon/wed” are not days of the week. Write them as mon-fri or mon wed',
      '“monkey” are not days of the week. Write them as mon-fri or mon wed',
    ]);
  });
});
