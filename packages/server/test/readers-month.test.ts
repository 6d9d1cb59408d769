import { expect, test } from 'vitest';
import { databaseKinds } from '../../../test/databases.ts';
import { aWord } from '../../../test/words.ts';
import { openProductDatabase } from '../../core/src/entities.ts';
import { startTestServer } from './start-test-server.ts';

const email = 'augusta@erased.example';
const zone = 'Pacific/Chatham';

const names = [
  'ember gait lull quarry thicket petrichor furtive brisk mellow gaunt linger meander quaint nimble sturdy fickle candid',
  'wistful frugal lucid ardent serene deft brusque stoic keen wary',
].flatMap((line) => line.split(' '));

/**
 * One reader's December. The owner is in New York and has a word for 7:00 on each day, from the first on; it is 7:00 there
 * at noon UTC, and in the Chatham Islands at 17:15 of the day before.
 */
test.each(databaseKinds)('a reader’s month, and what is left of it after a removal (%s)', async (kind) => {
  const clock = { now: new Date('2026-11-30T12:00:00Z') };
  const server = await startTestServer({
    kind,
    env: {
      EMAIL_PROVIDER: 'smtp-sandbox',
      CONFIRM_SIGNUPS: 'on',
      WELCOME: 'on',
      RECALL: 'on',
      TIMEZONE: 'America/New_York',
    },
    overrides: { now: () => clock.now },
  });
  await server.signIn();
  const { wordrise, url, ok } = server;
  const month: string[] = [];
  const at = () => clock.now.toISOString().slice(5, 16).replace('T', ' ');
  const seen = new Set<string>();
  let latest = '';
  async function pass(): Promise<void> {
    await wordrise.processor.runPass();
    for (const { id, subject } of (await wordrise.mail.outbox.to(email)).toReversed()) {
      if (seen.has(id)) continue;
      seen.add(id);
      latest = (await wordrise.mail.outbox.read(id))?.text ?? '';
      const asks = [...latest.matchAll(/(Three (?:days|weeks) ago: \w+)/g)].map(([, text]) => `; ${text}`);
      const asked = /asked to be reminded of\s+(\w+): /.exec(latest)?.[1];
      const reminds = asked ? `; You asked to be reminded of ${asked}` : '';
      month.push(`${at()}  ← ${subject}${asks.join('')}${reminds}`);
    }
  }
  /** Passes at the times at which something can be due. */
  async function until(end: string): Promise<void> {
    for (const until = new Date(end); clock.now < until; ) {
      const times = ['12:00', '17:15', '22:00'].map((time) => {
        const next = new Date(`${clock.now.toISOString().slice(0, 10)}T${time}:00Z`);
        return next > clock.now ? next : new Date(next.getTime() + 86_400_000);
      });
      clock.now = new Date(Math.min(until.getTime(), ...times.map(Number)));
      await pass();
    }
  }
  const does = (what: string) => month.push(`${at()}  → ${what}`);
  const post = async (path: string, form: [string, string][] = []) => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
    });
    expect(answer.status).toBeLessThan(400);
    return answer.text();
  };
  const linkTo = (path: RegExp) => path.exec(latest)?.[0] ?? '';

  for (const [nth, word] of names.entries()) {
    const { id: wordId } = await wordrise.words.add(
      aWord({ word, partOfSpeech: 'noun', example1: `They noticed the ${word} together.` }),
    );
    const scheduledDate = new Date(Date.UTC(2026, 11, nth + 1, 12)).toISOString();
    await wordrise.schedule.add({ wordId, scheduledDate, status: 'pending' });
  }
  await until('2026-12-01T14:00:00Z');
  does('signs up, from New York');
  const signup = { email, firstName: 'Augusta Unmistakable', favoriteWord: 'analytical' };
  const { message } = await ok('register', {
    body: { ...signup, timezone: 'America/New_York', consent: 'I agree.' },
  });
  month.push(`             ${message}`);
  await pass();
  does('confirms');
  await post(linkTo(/\/confirm\/[0-9a-f]{32}/));
  await pass();
  await until('2026-12-03T14:00:00Z');
  const page = linkTo(/\/preferences\/[0-9a-f]{32}/);
  const token = page.slice(-32);
  const everyDay: [string, string][] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
    'weekdays',
    day,
  ]);
  does('moves to the Chatham Islands');
  await post(`${page}/when`, [...everyDay, ['timezone', zone]]);
  await until('2026-12-05T20:00:00Z');
  does('pauses for a week');
  await post(`${page}/pause`, [['for', 'week']]);
  await until('2026-12-13T20:00:00Z');
  does('wants one email a week, on Wednesdays');
  await post(`${page}/when`, [...everyDay, ['timezone', zone], ['cadence', 'weekly'], ['digestDay', 'wed']]);
  await until('2026-12-17T20:00:00Z');
  does('wants one a day again');
  await post(`${page}/when`, [...everyDay, ['timezone', zone], ['cadence', 'daily']]);
  await until('2026-12-22T20:00:00Z');
  does('opens the word of three days ago, and presses “Remind me”');
  await post(linkTo(/\/recall\/[0-9a-f]{16}\/3\/[0-9a-f]{32}/), [['answer', 'again']]);
  await until('2026-12-23T20:00:00Z');
  does('leaves, and says why');
  await post(`/unsubscribe/${token}`);
  await post(`/preferences/${token}/reason`, [['reason', 'too_many']]);
  await until('2026-12-25T20:00:00Z');
  does('comes back');
  await post(`/unsubscribe/${token}/undo`);
  await until('2026-12-27T20:00:00Z');
  if (process.env.TRANSCRIPT) console.log(month.join('\n'));

  await server.signIn();

  // Each word at most once.
  const words = month.flatMap((line) => /← Wordrise: (\w+)/.exec(line)?.[1] ?? []);
  expect(new Set(words).size).toBe(words.length);
  const text = month.join('\n');
  expect(month.filter((line) => line.includes('Welcome to Wordrise'))).toHaveLength(1);
  expect(month.filter((line) => line.includes('Your week in words'))).toHaveLength(1);
  expect(text).toContain('; Three days ago:');
  expect(text).toContain('; Three weeks ago:');
  // Once, and not while they were away.
  expect(text.match(/You asked to be reminded of/g)).toHaveLength(1);
  const between = (from: string, to: string) =>
    text.slice(text.indexOf(from), text.indexOf(to)).match(/← /g)?.length ?? 0;
  // From the first day after it, which is December 13 there.
  expect(between('pauses for a week', 'wants one email a week')).toBe(2);
  expect(between('leaves, and says why', 'comes back')).toBe(0);
  expect(await ok('recallResults')).toMatchObject([{ days: 3, known: 0, again: 1 }]);
  expect(await ok('leavingReasons')).toMatchObject({ reasons: [{ reason: 'too_many', count: 1 }] });

  // The owner's export carries all of it, and so does the reader's own download.
  let exported = '';
  for await (const part of wordrise.readers.export('jsonl')) exported += part;
  expect(JSON.parse(exported.split('\n')[0] ?? '')).toMatchObject({
    ...signup,
    status: 'subscribed',
    timezone: zone,
    cadence: 'daily',
    consent: 'I agree.',
    confirmedAt: '2026-12-01T14:00:00.000Z',
  });
  const own = await post(`${page}/data`);
  for (const known of [email, signup.firstName, zone, 'I agree.']) expect(own).toContain(known);

  // Afterward, no table knows anything about the person but the hash of the address.
  const traces = [email, 'augusta', 'unmistakable', 'analytical', zone, token];
  const before = await everyRow(server);
  for (const trace of traces) expect(before.toLowerCase()).toContain(trace.toLowerCase());
  await wordrise.readers.remove(email);
  clock.now = new Date('2026-12-29T20:00:00Z');
  await wordrise.processor.runPass();
  const after = await everyRow(server);
  for (const trace of traces) expect(after.toLowerCase()).not.toContain(trace.toLowerCase());
  expect(before).toContain('"table":"reminders"');
  expect(after).not.toContain('"table":"reminders"');
  expect(after).toMatch(/"table":"suppressions","row":.*[0-9a-f]{64}/);
  expect(await wordrise.mail.outbox.to(email)).toEqual([]);
});

type Server = Awaited<ReturnType<typeof startTestServer>>;

/** All rows of all tables, a line each. */
async function everyRow({ config }: Server): Promise<string> {
  const database = await openProductDatabase(config.database);
  try {
    const isSqlite = database.kind === 'sqlite';
    const tables: { name: string }[] = await database
      .em()
      .execute(
        isSqlite
          ? "select name from sqlite_master where type = 'table'"
          : "select tablename as name from pg_tables where schemaname = 'public'",
      );
    expect(tables.length).toBeGreaterThan(30);
    const lines: string[] = [];
    for (const { name } of tables) {
      for (const row of await database.em().execute(`select * from "${name}"`)) {
        lines.push(JSON.stringify({ table: name, row }));
      }
    }
    return lines.join('\n');
  } finally {
    await database.close();
  }
}
