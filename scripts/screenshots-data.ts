import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Wordrise } from '../packages/core/src/index.ts';
import { spamTestLine } from '../packages/core/src/mail/sandbox/icontact-records.ts';
import { startServer } from '../packages/server/src/serve.ts';

export const admin = { username: 'admin', password: 'correct horse battery' };
export const timezone = 'America/New_York';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Signups per day, oldest first: weekends are quieter, and once someone mentioned us. */
const signupsPerDay = [
  3, 2, 5, 4, 6, 8, 3, 2, 7, 9, 6, 8, 10, 5, 4, 11, 38, 21, 12, 9, 6, 5, 10, 12, 9, 11, 14, 7, 6, 8,
];
const daysBack = signupsPerDay.length;
const daysAhead = 9;
/** Nothing is scheduled for this one: a gap is what the calendar is for. */
const gap = 5;
/** The morning that the provider was down for. */
const missed = -13;
const mailboxes = [
  'otter',
  'fern',
  'maple',
  'wren',
  'heron',
  'juniper',
  'thistle',
  'lark',
  'hazel',
  'plover',
];
/** The provider's answer while it is down. */
const overloaded = { status: 503, body: { errors: ['Service Unavailable'] } };
/** What the pictures should show comes last, so that it is near today. */
const favorites = [
  'mellifluous',
  'kerfuffle',
  'petrichor',
  'halcyon',
  'serendipity',
  'ephemeral',
  'limerence',
  'gossamer',
  'susurrus',
  'wanderlust',
];

export interface Stage {
  url: string;
  wordrise: Wordrise;
  /** What the clocks of the server and of the browser show: a morning after the email. */
  present: Date;
  /** Plays a month of signups and mornings, up to now. */
  playMonth(): Promise<void>;
  /** Then one email fails, another keeps an older text, a site is refused, and the provider goes away. */
  playTrouble(): Promise<void>;
  stop(): Promise<void>;
}

/** The product run from its sources, with a clock that can be set, as a new installation. */
export async function openStage(port: number): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-screenshots-'));
  const present = today(10 * hour + 12 * minute);
  let playedNow = present;
  const now = () => new Date(playedNow);
  const config = loadConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: `sqlite:${join(dataDir, 'wordrise.db')}`,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TIMEZONE: timezone,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PROCESSOR: 'off',
    LOG_LEVEL: 'warn',
  });
  const many = { points: 1_000_000, seconds: 60 };
  const server = await startServer(config, {
    overrides: {
      now,
      bcryptCost: 4,
      limits: { signupPerAddress: many, loginPerAddress: many },
    },
  });
  const { wordrise } = server;

  async function playMonth(): Promise<void> {
    const firstMorning = today(7 * hour) - daysBack * day;
    const mornings = Array.from(
      { length: daysBack + daysAhead + 1 },
      (_, place) => firstMorning + place * day,
    );
    const wordIds = await wordsFor(wordrise, mornings.length);
    const sandbox = await wordrise.mail.sandbox();
    if (!sandbox) throw new Error('The pictures need the sandbox.');
    let reader = 0;
    for (const [place, morning] of mornings.entries()) {
      const offset = place - daysBack;
      const wordId = wordIds[place] as number;
      // The evening before, the admin chooses a word.
      playedNow = Math.min(morning - 11 * hour, present);
      if (offset === gap) continue;
      if (offset === missed || offset === daysAhead)
        sandbox.faults?.next({ fault: overloaded, times: 10_000 });
      await wordrise.schedule.add({
        wordId,
        scheduledDate: new Date(morning).toISOString(),
        status: 'pending',
      });
      sandbox.faults?.clear();
      if (morning > present) continue;
      playedNow = morning + (offset === missed ? 7 * hour : minute);
      await wordrise.processor.runPass();
      for (let count = signupsPerDay[place] ?? 0; count > 0; count -= 1) {
        playedNow = Math.min(morning + (count * 13 * hour) / 40, present - minute * count);
        await wordrise.readers.signUp(readerNumber(reader), { address: undefined });
        reader += 1;
      }
    }
    playedNow = present;
    await wordrise.processor.runPass();
  }

  async function playTrouble(): Promise<void> {
    const waiting = (await wordrise.schedule.list(100, 'scheduled')).reverse();
    const [refused, older] = waiting.map(({ scheduled_emails, words }) => ({
      ...words,
      emailId: scheduled_emails.id,
    }));
    if (!refused || !older) throw new Error('The pictures need two waiting emails.');
    await wordrise.words.edit(older.id, { ...older, definition: `${older.definition} (corrected)` });
    await wordrise.words.edit(refused.id, { ...refused, definition: spamTestLine });
    await wordrise.schedule.update(refused.emailId).catch(() => undefined);
    // What the form sends from a site that is not allowed.
    await fetch(`${server.url}/api/register`, {
      method: 'POST',
      headers: { Origin: 'https://blog.example' },
    });
    // What the provider said last is remembered for a short time.
    playedNow += 16 * minute;
    const sandbox = await wordrise.mail.sandbox();
    sandbox?.faults?.each(() => overloaded);
    await wordrise.processor.runPass();
  }

  return {
    url: server.url,
    wordrise,
    present: new Date(present),
    playMonth,
    playTrouble,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** That time today, ignoring daylight saving time. */
function today(sinceMidnight: number): number {
  const options = { timeZone: timezone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  const real = Date.now();
  const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-US', options)
    .format(real)
    .split(':')
    .map(Number);
  return Math.floor(real / minute) * minute - (hours * hour + minutes * minute) + sinceMidnight;
}

/** Far apart in the alphabet, the same at every run, and the favorites near today. */
async function wordsFor(wordrise: Wordrise, count: number): Promise<number[]> {
  const pages = [1, 2].map((page) => wordrise.words.list({ page, limit: 100, search: '', letter: '' }));
  const words = (await Promise.all(pages)).flatMap((page) => page.words);
  const wished = favorites.flatMap((favorite) => words.filter(({ word }) => word === favorite));
  const order = words.map((_, place) => words[(place * 37) % words.length] as (typeof words)[number]);
  const chosen = order.filter((word) => !wished.includes(word));
  chosen.splice(daysBack - wished.length + 3, 0, ...wished);
  return chosen.slice(0, count).map(({ id }) => id);
}

function readerNumber(place: number) {
  const name = mailboxes[place % mailboxes.length] as string;
  const round = Math.floor(place / mailboxes.length);
  return {
    email: `${name}${round === 0 ? '' : `.${round + 1}`}@example.com`,
    firstName: name.replace(/^./, (first) => first.toUpperCase()),
    favoriteWord: undefined,
    recaptchaToken: undefined,
    website: undefined,
  };
}
