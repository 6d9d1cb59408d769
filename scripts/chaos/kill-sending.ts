import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PreferencesChange } from '../../packages/core/src/contract/preferences.ts';
import { weekdays } from '../../packages/core/src/contract/weekdays.ts';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { Delivery, SmtpSend } from '../../packages/core/src/mail/engine/engine-tables.ts';
import { smtpPolicy } from '../../packages/core/src/mail/policy.ts';
import { weekdayOf } from '../../packages/core/src/platform/calendar.ts';
import type { OpenDatabase } from '../../packages/core/src/platform/database/open-database.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import { readerLinks } from '../../packages/core/src/readers/links.ts';
import { changePreferences, preferencesOf } from '../../packages/core/src/readers/preferences.ts';
import { Registration } from '../../packages/core/src/readers/reader-tables.ts';
import { openSuppressions } from '../../packages/core/src/readers/suppressions.ts';
import { openWordrise } from '../../packages/core/src/wordrise.ts';
import { aWord } from '../../test/words.ts';
import { type FaultyMailServer, startFaultyMailServer } from './faulty-mail-server.ts';
import { createRandom, type Random } from './random.ts';
import { compareSend, type SendBooks } from './send-books.ts';
import { connections, sendingEnvironment, startSender } from './sender.ts';

const minute = 60_000;
export const sendingChild = join(import.meta.dirname, 'sending.child.ts');

interface KillOptions {
  folder: string;
  /** An empty database. */
  databaseUrl: string;
  readers: number;
  kills: number;
  /** No kill after this long; what is not sent after twice as long is missing. */
  seconds: number;
  seed: number;
  /** Whether a second mail server takes over from the first, or has half of the readers; without it, there is one. */
  second?: 'failover' | 'groups' | undefined;
  /** How many readers a warm-up lets have the email: those who confirmed longest ago, who have the highest ids. */
  warmUp?: number;
  /** `sending.child.ts` in one file, where it runs the sources instead of the build. */
  program?: string;
}

interface KillReport {
  killed: number;
  /** How often each thing happened. */
  counts: Record<string, number>;
  /** How many emails may be without an answer. */
  mostUnknown: number;
  violations: string[];
}

/**
 * Two processes at a time send one email to all readers, at several local times, and are killed at random moments, while
 * readers change their zone, times and days, pause, go to the weekly email and back, leave and come back; then others finish the work, and the books of the mail server are compared with ours.
 */
export async function killSending(options: KillOptions): Promise<KillReport> {
  const random = createRandom(options.seed);
  const server = await startMailServers(random, options);
  const env = environment(options, server);
  const database = await openProductDatabase(loadConfig(env).database);
  const senders = createSenders(options, env);
  try {
    await database.migrate();
    await fill(database, env, options.readers);
    const until = Date.now() + options.seconds * 1000;
    const isOpen = async () => (await database.em().count(SmtpSend, { status: { $ne: 'released' } })) > 0;
    const wishes: Wishes = { declined: new Set(), wanted: new Map(), left: new Set(), everLeft: new Set() };
    const changeOne = () => changeWishes(database, random, options.readers, wishes);
    const killed = await killAtRandom({ ...options, server, random, senders, until, isOpen, changeOne });
    const giveUpAt = until + options.seconds * 1000;
    await untilTime(giveUpAt, senders.ended());
    server.calm();
    while ((await isOpen()) && Date.now() < giveUpAt) await untilTime(giveUpAt, senders.finish());
    const { warmUp, second } = options;
    return await report(database, server, { killed, wishes, servers: second ? 2 : 1, warmUp });
  } finally {
    await senders.stop();
    await database.close();
    await server.close();
  }
}

/** One mail server, or two whose books are put together. */
async function startMailServers(
  random: Random,
  { second }: KillOptions,
): Promise<FaultyMailServer & { secondPort: number | undefined }> {
  if (!second) return { ...(await startFaultyMailServer(random)), secondPort: undefined };
  const [first, other] = [
    await startFaultyMailServer(random, { goesAway: true }),
    await startFaultyMailServer(random, { goesAway: true }),
  ];
  return {
    port: first.port,
    secondPort: other.port,
    get accepted() {
      return [...first.accepted, ...other.accepted];
    },
    get counts() {
      const counts: Record<string, number> = { ...first.counts };
      for (const [name, count] of Object.entries(other.counts)) counts[name] = (counts[name] ?? 0) + count;
      counts['accepted by the second server'] = other.accepted.length;
      return counts;
    },
    moments: (many) => Promise.race([first.moments(many), other.moments(many)]),
    calm() {
      first.calm();
      other.calm();
    },
    async close() {
      await Promise.all([first.close(), other.close()]);
    },
  };
}

function environment(
  { folder, databaseUrl, second, warmUp }: KillOptions,
  { port, secondPort }: { port: number; secondPort: number | undefined },
): Record<string, string> {
  return {
    ...sendingEnvironment(folder, databaseUrl, port),
    TIMEZONE: ownerZone,
    // Enough, but both processes must ask for them.
    SMTP_RATE_PER_SECOND: '2000',
    SMTP_RATE_PER_DAY: '1000000',
    SMTP_TOTAL_CONNECTIONS: '8',
    ...(secondPort !== undefined && {
      SMTP_SECOND_URL: `smtp://127.0.0.1:${secondPort}`,
      SMTP_SECOND_FOR: second === 'groups' ? 'example.org' : 'failover',
      SMTP_SECOND_CONNECTIONS: `${connections}`,
      SMTP_SECOND_RATE_PER_DAY: '1000000',
    }),
    ...(warmUp && { WARM_UP: `${warmUp}` }),
  };
}

/** Processes that send. Each has a clock a minute ahead of the one before, so that pauses and leases end. */
function createSenders({ program = sendingChild }: KillOptions, env: Record<string, string>) {
  const running = new Set<ChildProcess>();
  let minutesAhead = 0;
  let broken: string | undefined;
  function start(minutes = 1): ChildProcess {
    minutesAhead += minutes;
    const child = startSender(program, { ...env, AHEAD_MS: `${minutesAhead * minute}` });
    running.add(child);
    child.once('exit', (status) => {
      running.delete(child);
      // Not killed by us: a process that cannot start would be restarted forever.
      if (status !== null && status !== 0) broken = `A process that sends ended with ${status}.`;
    });
    return child;
  }
  const ended = () => Promise.all([...running].map((child) => once(child, 'exit')));
  return {
    /** Two that are running. */
    two(): ChildProcess[] {
      if (broken) throw new Error(broken);
      while (running.size < 2) start();
      return [...running];
    },
    isRunning: (child: ChildProcess) => running.has(child),
    /** Nothing was due: moves the next processes ahead to the next retry. */
    skipAhead: () => {
      minutesAhead += 10;
    },
    ended,
    /** One more after every lease has ended. */
    async finish(): Promise<void> {
      if (broken) throw new Error(broken);
      await once(start(2 * (smtpPolicy.leaseMs / minute)), 'exit');
    },
    async stop() {
      for (const child of running) child.kill('SIGKILL');
      await ended();
    },
  };
}

interface Killing extends KillOptions {
  server: FaultyMailServer;
  random: Random;
  senders: ReturnType<typeof createSenders>;
  until: number;
  isOpen: () => Promise<boolean>;
  changeOne: () => Promise<unknown>;
}

/** @returns how many were killed */
async function killAtRandom(killing: Killing): Promise<number> {
  const { readers, kills, server, random, senders, until, isOpen, changeOne } = killing;
  // An email is four moments. Each kill also delays those that are claimed.
  const perKill = Math.max(4, 4 * Math.floor((0.8 * readers) / kills - mostClaimed));
  let killed = 0;
  while (killed < kills && Date.now() < until && (await isOpen())) {
    const children = senders.two();
    const moment = server.moments(1 + Math.floor(2 * perKill * random.next()));
    const exits = children.map((child) => once(child, 'exit').then(() => false));
    const isDue = moment.then(() => wait(10 * random.next())).then(() => true);
    await changeOne();
    const isKill = await untilTime(until, Promise.race([isDue, ...exits]));
    const victim = random.pick(children);
    if (!isKill) senders.skipAhead();
    if (!isKill || !victim.kill('SIGKILL')) continue;
    killed += 1;
    if (senders.isRunning(victim)) await once(victim, 'exit');
  }
  return killed;
}

/** @returns `undefined` if the time comes first, so that the run ends with a verdict even if something hangs */
function untilTime<T>(at: number, event: Promise<T>): Promise<T | undefined> {
  return Promise.race([event, wait(Math.max(0, at - Date.now()), undefined, { ref: false })]);
}

const mostClaimed = connections * smtpPolicy.inFlightPerConnection;

async function report(
  database: OpenDatabase,
  server: FaultyMailServer,
  {
    killed,
    wishes,
    servers,
    warmUp,
  }: { killed: number; wishes: Wishes; servers: number; warmUp: number | undefined },
): Promise<KillReport> {
  const { readers, states, totals } = await readBooks(database);
  const { accepted, counts } = server;
  const broken = (counts['dropped before the end'] ?? 0) + (counts['dropped after the end'] ?? 0);
  // Only an email at a connection may have been sent.
  const mostUnknown = killed * servers * connections + broken;
  const oldest = readers.toSorted((one, other) => other.id - one.id);
  const reached = oldest.slice(0, warmUp);
  const { sent, failed, unknown } = totals;
  return {
    killed,
    mostUnknown,
    counts: {
      kills: killed,
      declined: wishes.declined.size,
      'changed their wishes': wishes.wanted.size,
      left: wishes.everLeft.size,
      accepted: accepted.length,
      sent,
      failed,
      unknown,
      ...counts,
    },
    violations: [
      ...(await compareWishes(database, wishes)),
      ...compareSend({
        accepted,
        states,
        totals,
        mostUnknown,
        wanted: new Set(reached.filter(({ id }) => !wishes.declined.has(id)).map(({ email }) => email)),
        left: new Set(readers.filter(({ id }) => wishes.everLeft.has(id)).map(({ email }) => email)),
      }),
      // Who had declined when the email began left their places to those behind them.
      ...(warmUp
        ? beyondWarmUp(oldest.slice(warmUp + wishes.declined.size), { accepted, states, warmUp })
        : []),
    ],
  };
}

/** @param beyond Whom the warm-up cannot have reached. */
function beyondWarmUp(
  beyond: readonly { email: string }[],
  { accepted, states, warmUp }: Pick<SendBooks, 'accepted' | 'states'> & { warmUp: number },
): string[] {
  const early = beyond.filter(({ email }) => accepted.includes(email) || states.has(email));
  return [
    ...early.map(({ email }) => `early: ${email} is beyond the warm-up and was not left out`),
    ...(states.size > warmUp ? [`more: ${states.size} readers, and the warm-up allows ${warmUp}`] : []),
  ];
}

/** What we recorded about the first send, and all readers. */
export async function readBooks(
  database: OpenDatabase,
): Promise<Pick<SendBooks, 'states' | 'totals'> & { readers: { id: number; email: string }[] }> {
  const readers = await database.em().find(Registration, {}, { fields: ['email'] });
  const emails = new Map(readers.map(({ id, email }) => [id, email]));
  const deliveries = await database.em().find(Delivery, {});
  const states = new Map(deliveries.map(({ readerId, state }) => [emails.get(readerId) ?? '', state]));
  return { readers, states, totals: await database.em().findOneOrFail(SmtpSend, { id: 1 }) };
}

/**
 * The owner's zone, and another that some readers choose. In both it is day for hours to come, so that a time a few
 * minutes from now is today's. None changes its clock in the course of the year.
 */
const [ownerZone, otherZone] = (
  [
    ['Asia/Tokyo', 'Asia/Colombo'],
    ['UTC', 'Asia/Colombo'],
    ['America/Bogota', 'Pacific/Marquesas'],
  ] as const
)[Math.floor(new Date().getUTCHours() / 8)] ?? ['UTC', 'UTC'];

/** `HH:MM` this many minutes from now. */
function clockIn(minutes: number, timeZone: string = ownerZone): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en', format).format(Date.now() + minutes * minute);
}

/** What readers wanted, as far as it was acknowledged. */
interface Wishes {
  /** Ids of those who did not want today's email for a while. */
  declined: Set<number>;
  /** The last value of each preference, by the reader's id. */
  wanted: Map<number, PreferencesChange>;
  /** Ids of those who are off the list. */
  left: Set<number>;
  /** Ids of those who have ever left: an email that was on its way then is skipped. */
  everLeft: Set<number>;
}

/**
 * A reader changes how they want the emails. Mostly they come earlier or later today, in one zone or another; some pause,
 * leave this day out, want one a week or leave, and some of them take it back.
 */
async function changeWishes(database: OpenDatabase, random: Random, readers: number, wishes: Wishes) {
  const { declined, wanted, left } = wishes;
  const now = () => new Date();
  const deps = { database, now, timezone: ownerZone, localTimes: true };
  const change = async (id: number, to: PreferencesChange) => {
    await changePreferences(deps, id, to);
    wanted.set(id, { ...wanted.get(id), ...to });
  };
  const links = readerLinks({
    database,
    now,
    suppressions: openSuppressions(database),
    ownsList: true,
    provider: () => Promise.reject(new Error('the list is kept here')),
  });
  if (declined.size > 0 && random.chance(0.2)) {
    const id = random.pick([...declined]);
    if (left.has(id) && (await links.undoUnsubscribe(tokenOf(id))) === 'back') left.delete(id);
    return change(id, { pausedUntil: null, weekdays: null, cadence: 'daily' });
  }
  const id = 1 + Math.floor(readers * random.next());
  if (random.chance(0.6)) {
    const minutes = Math.floor(40 * random.next()) - 20;
    const timezone = random.chance(0.7) ? ownerZone : otherZone;
    return change(id, { timezone, sendTime: clockIn(minutes, timezone) });
  }
  declined.add(id);
  if (random.chance(0.25)) {
    await links.unsubscribe(tokenOf(id));
    left.add(id);
    wishes.everLeft.add(id);
    return undefined;
  }
  const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * minute).toISOString().slice(0, 10);
  const others = weekdays.filter((day) => ![-1, 0, 1].some((days) => weekdayOf(dayIn(days)) === day));
  return change(
    id,
    random.pick([{ pausedUntil: dayIn(3) }, { weekdays: others }, { cadence: 'weekly' as const }]),
  );
}

const tokenOf = (id: number) => id.toString(16).padStart(32, '0');

/** Nothing that was acknowledged to a reader is lost: neither a preference, nor that they left or came back. */
async function compareWishes(database: OpenDatabase, { wanted, left }: Wishes): Promise<string[]> {
  const wrong: string[] = [];
  for (const reader of await database.em().find(Registration, {})) {
    const stored = preferencesOf(reader);
    for (const [name, value] of Object.entries(wanted.get(reader.id) ?? {})) {
      const is = JSON.stringify(stored[name as keyof PreferencesChange]);
      if (is !== JSON.stringify(value))
        wrong.push(`lost: ${name} of ${reader.email} is ${is}, not ${JSON.stringify(value)}`);
    }
    const isOff = reader.status === 'unsubscribed';
    if (isOff !== left.has(reader.id) && !reader.email.startsWith('gone'))
      wrong.push(
        `lost: ${reader.email} ${left.has(reader.id) ? 'left' : 'is on the list'}, and is ${reader.status}`,
      );
  }
  return wrong;
}

/** Readers, one in fifty with an address that is gone, and an email that is due. */
async function fill(database: OpenDatabase, env: Record<string, string>, readers: number): Promise<void> {
  // Longer ago than the times they choose: who joins after their time gets the next email.
  const createdAt = new Date(Date.now() - (readers + 60) * minute);
  const rows = Array.from({ length: readers }, (_, nth) => ({
    email: `${nth % 50 === 0 ? 'gone' : 'reader'}${nth}@example.${nth % 2 === 0 ? 'com' : 'org'}`,
    firstName: 'Ada',
    createdAt,
    confirmedAt: new Date(Date.now() - (nth + 1) * minute),
    status: 'subscribed' as const,
    mailToken: tokenOf(nth + 1),
    ...(nth % 3 > 0 && { timezone: ownerZone, sendTime: clockIn(5 * (nth % 3)) }),
  }));
  await database.em().insertMany(Registration, rows);
  const wordrise = await openWordrise(loadConfig(env));
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.close();
}
