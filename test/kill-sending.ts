import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { smtpPolicy } from '../packages/core/src/delivery/policy.ts';
import { Delivery } from '../packages/core/src/mail/smtp/delivery.ts';
import { SmtpSend } from '../packages/core/src/mail/smtp/smtp-send.ts';
import type {
  ChooseSmtpFault,
  SmtpFault,
  SmtpMoment,
} from '../packages/core/src/mail/smtp-sandbox/smtp-faults.ts';
import { startSmtpServer } from '../packages/core/src/mail/smtp-sandbox/smtp-server.ts';
import { Registration } from '../packages/core/src/readers/registration.ts';
import { loadConfig } from '../packages/core/src/settings/load-config.ts';
import { openWordrise } from '../packages/core/src/wordrise.ts';
import { type DatabaseKind, temporaryFolder } from './databases.ts';
import { openTestDatabase } from './open-test-database.ts';
import { aWord } from './words.ts';

const connections = 1;
const minute = 60_000;

interface Kills {
  kind: DatabaseKind;
  readers: number;
  kills: number;
  /** No kill after this long. */
  seconds: number;
  seed: number;
}

/** Numbers from 0 to 1 that a seed repeats. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A mail server that keeps books, fails in every way it can, and says when something happened. */
async function startFaultyServer(random: () => number) {
  const accepted: string[] = [];
  const counts: Record<string, number> = {};
  let isFaulty = true;
  let onMoment: () => void = () => {};
  const count = (name: string, fault: SmtpFault): SmtpFault => {
    counts[name] = (counts[name] ?? 0) + 1;
    return fault;
  };
  const anyFault: ChooseSmtpFault = ({ at, to = '' }) => {
    if (at === 'rcpt' && to.startsWith('gone'))
      return count('5xx', { at, code: 550, text: '5.1.1 No such user' });
    if (!isFaulty) return undefined;
    const dice = random();
    if (at === 'rcpt' && dice < 0.03) return count('4xx', { at, code: 450, text: '4.2.0 Try again later' });
    if (at === 'mail' && dice < 0.01) return count('421', { at, code: 421, text: '4.7.0 Too much mail' });
    if (at !== 'data') return undefined;
    if (dice < 0.01) return count('dropped before the end', 'drop-before');
    if (dice < 0.02) return count('dropped after the end', 'drop-after');
    return { slowMs: 40 * random() };
  };
  const server = await startSmtpServer({
    faults: (about: { at: SmtpMoment; to?: string }) => {
      onMoment();
      return anyFault(about);
    },
    async accept({ to }) {
      onMoment();
      accepted.push(to);
    },
  });
  onTestFinished(server.close);
  return {
    ...{ accepted, counts, port: server.port },
    /** Resolves after so many commands and emails. */
    moments: (many: number) =>
      new Promise<void>((resolve) => {
        let left = many;
        onMoment = () => {
          left -= 1;
          if (left <= 0) resolve();
        };
      }),
    works: () => {
      isFaulty = false;
    },
  };
}

/**
 * Two processes at a time send one email to all readers and are killed at random moments; then others finish the
 * work.
 *
 * @returns the books of the mail server and ours
 */
export async function killSending({ kind, readers, kills, seconds, seed }: Kills) {
  const random = numbersFrom(seed);
  const server = await startFaultyServer(random);
  const db = await openTestDatabase(kind);
  const env = {
    ...{
      DATABASE_URL: db.url,
      DATA_DIR: temporaryFolder(),
      SESSION_SECRET: 'x'.repeat(32),
      NODE_ENV: 'test',
    },
    ...{
      EMAIL_PROVIDER: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      SMTP_CONNECTIONS: `${connections}`,
    },
    ...{
      MAIL_FROM: 'word@example.com',
      BOUNCE_ADDRESS: 'bounces@example.com',
      POSTAL_ADDRESS: '1 Sample Street',
    },
  };
  await fill(db, env, readers);

  const running = new Set<ChildProcess>();
  let started = 0;
  /** Each is a minute ahead of the one before, so that pauses and leases end. */
  function start(): ChildProcess {
    started += 1;
    const child = spawn(
      process.execPath,
      ['--conditions=source', join(import.meta.dirname, 'sending.child.ts')],
      {
        env: { PATH: process.env.PATH, ...env, AHEAD_MS: `${started * minute}` },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    running.add(child);
    child.once('exit', () => running.delete(child));
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  const end = Date.now() + seconds * 1000;
  const inFlight = connections * smtpPolicy.inFlightPerConnection;
  // An email is four moments. Each kill also costs those that are in flight.
  const perKill = Math.max(4, 4 * Math.floor((0.8 * readers) / kills - inFlight));
  let killed = 0;
  while (killed < kills && Date.now() < end && (await isOpen())) {
    while (running.size < 2) start();
    const [first, second] = running;
    const ended = [first, second].map((child) => child && once(child, 'exit'));
    const isDue = server.moments(1 + Math.floor(2 * perKill * random())).then(() => wait(10 * random()));
    const isKill = await Promise.race([
      isDue.then(() => true),
      ...ended.map((exit) => exit?.then(() => false)),
    ]);
    const victim = random() < 0.5 ? first : second;
    // Nothing is due: on to the next try of those that were deferred.
    if (!isKill) started += 10;
    if (!isKill || !victim?.kill('SIGKILL')) continue;
    killed += 1;
    if (running.has(victim)) await once(victim, 'exit');
  }
  await Promise.all([...running].map((child) => once(child, 'exit')));
  server.works();
  while (await isOpen()) {
    started += 2 * (smtpPolicy.leaseMs / minute);
    await once(start(), 'exit');
  }

  function isOpen(): Promise<boolean> {
    return db
      .em()
      .count(SmtpSend, { status: { $ne: 'released' } })
      .then((count) => count > 0);
  }

  const addresses = new Map(
    (await db.em().find(Registration, {}, { fields: ['email'] })).map(({ id, email }) => [id, email]),
  );
  const deliveries = await db.em().find(Delivery, {});
  return {
    killed,
    accepted: server.accepted,
    faults: server.counts,
    inFlight,
    send: await db.em().findOneOrFail(SmtpSend, { id: 1 }),
    /** The addresses whose delivery ended in a state. */
    inState: (state: string) =>
      deliveries.filter((one) => one.state === state).map(({ readerId }) => addresses.get(readerId) ?? ''),
  };
}

/** Readers, one in fifty with an address that is gone, and an email that is due. */
async function fill(
  db: Awaited<ReturnType<typeof openTestDatabase>>,
  env: Record<string, string>,
  readers: number,
): Promise<void> {
  const createdAt = new Date(Date.now() - minute);
  const rows = Array.from({ length: readers }, (_, nth) => ({
    email: `${nth % 50 === 0 ? 'gone' : 'reader'}${nth}@example.com`,
    firstName: 'Ada',
    createdAt,
    status: 'subscribed' as const,
  }));
  await db.em().insertMany(Registration, rows);
  const wordrise = await openWordrise(loadConfig(env));
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.close();
}
