import { randomBytes } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { sampleAddress } from '../contract/limits.ts';
import { openProductDatabase } from '../entities.ts';
import { MailboxProviders } from '../mail/dns/mailbox-providers.ts';
import { smtpPolicy } from '../mail/policy.ts';
import { providers, senderOf } from '../mail/providers.ts';
import { connectionString } from '../platform/database/postgresql-tls.ts';
import { DomainError } from '../platform/errors.ts';
import {
  type Config,
  type DatabaseConfig,
  noSmtpLimits,
  type SecondFor,
  type SmtpConfig,
  sampleSender,
} from '../platform/settings/config.ts';
import { openWordrise } from '../wordrise.ts';

export interface RehearseOptions {
  /** How many made-up readers get the email. */
  readers: number;
  /** Of the mail server on this machine that stands in for the real one; see `startRehearsalServer`. */
  port: number;
  /** An empty folder, on the disk whose speed counts. */
  folder: string;
  /** Which part of the readers is for the second mail server, if it carries the emails of some; from 0 to 1. */
  secondShare?: number | undefined;
  onStep?: (step: 'readers' | 'email', done: number) => void;
  signal?: AbortSignal | undefined;
}

/** What one email to made-up readers took. */
export interface Rehearsal {
  readers: number;
  database: DatabaseConfig['kind'];
  /** From the time of the email until the mail server had answered for the first reader. Milliseconds. */
  firstMs: number;
  /** The same for the last one, without those that the server wants to get later. */
  lastMs: number;
  accepted: number;
  /** The server wants them later. */
  deferred: number;
  refused: number;
  /** What one delivery adds to the database. */
  bytesPerDelivery: number;
  /** How long individual deliveries are kept. */
  keptDays: number;
  /** How many emails were at the mail server at the same time; of two, at both. */
  connections: number;
  /** How many emails each of two mail servers accepted; empty with one. */
  relays: { relay: 'first' | 'second'; accepted: number }[];
}

/**
 * Sends one email with these settings to made-up readers, from a new database to a mail server of this machine. No email
 * leaves, and the installation's own database is not touched. With PostgreSQL it makes a database on the same server and
 * drops it at the end.
 *
 * @throws DomainError `config.invalid` if these settings do not send to each reader from here;
 * `database.unreachable` if the role may not create a database; `AbortError` once it is aborted
 */
export async function rehearse(config: Config, options: RehearseOptions): Promise<Rehearsal> {
  const { readers, signal } = options;
  smtpOf(config);
  const place = await openPlace(config.database, options.folder);
  const copy = copyOf(config, place.database, options);
  try {
    await fill(copy, options);
    const before = await sizeOf(copy.database);
    const times = await sendOne(copy, options);
    signal?.throwIfAborted();
    const grown = (await sizeOf(copy.database)) - before;
    const { connections, second } = smtpOf(config);
    const both = second && isGroup(second.carries) ? connections + second.connections : connections;
    return {
      ...times,
      readers,
      database: copy.database.kind,
      bytesPerDelivery: Math.max(0, Math.round(grown / readers)),
      keptDays: smtpPolicy.keptMs / dayMs,
      connections: both,
    };
  } finally {
    await place.remove();
  }
}

const dayMs = 86_400_000;

/** A new database like the real one, on the same disk or server. */
async function openPlace(real: DatabaseConfig, folder: string) {
  if (real.kind === 'sqlite') {
    const database: DatabaseConfig = { kind: 'sqlite', path: join(folder, 'wordrise.db') };
    return { database, remove: async () => {} };
  }
  const name = `wordrise_rehearsal_${randomBytes(4).toString('hex')}`;
  const url = new URL(real.url);
  url.pathname = `/${name}`;
  await atServer(real.url, (client) => client.query(`create database ${name}`)).catch((cause) => {
    throw new DomainError(
      'database.unreachable',
      `No database could be made for the rehearsal (${(cause as Error).message}). The role of DATABASE_URL needs the right to create databases (alter role … createdb), or use a role that has it: DATABASE_URL=… wordrise rehearse`,
      { cause },
    );
  });
  return {
    database: { kind: 'postgresql', url: url.href } satisfies DatabaseConfig,
    remove: () => atServer(real.url, (client) => drop(client, name)),
  };
}

/**
 * Without force, the server ends its own processes in the database, such as autovacuum, and waits five seconds for others.
 * With force it refuses if one of them has more rights than this role.
 */
async function drop(client: Client, name: string): Promise<void> {
  try {
    await client.query(`drop database if exists ${name}`);
  } catch {
    await client.query(`drop database if exists ${name} with (force)`);
  }
}

async function atServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: connectionString(url) });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

const isGroup = (carries: SecondFor) => carries !== 'failover' && carries !== 'warm-up';

/** The domain of the readers whose emails the second mail server carries. */
const secondDomain = 'second.rehearsal.invalid';

/** The same installation elsewhere, with nothing that tells anyone about it. */
function copyOf(config: Config, database: DatabaseConfig, { port, folder }: RehearseOptions): Config {
  const smtp = smtpOf(config);
  const server = { host: '127.0.0.1', port, security: 'none', user: '', password: '' } as const;
  const { source: _, ...rest } = config;
  // Without failover and warm-up, nothing but the domain decides who carries an email.
  const second = smtp.second && {
    ...smtp.second,
    server,
    limits: noSmtpLimits,
    carries: isGroup(smtp.second.carries) ? [secondDomain] : ('failover' as const),
  };
  return {
    ...rest,
    database,
    dataDir: folder,
    email: { provider: 'smtp', smtp: { ...smtp, server, second, limits: noSmtpLimits, warmUp: undefined } },
    serviceMail: undefined,
    confirmSignups: false,
    welcome: undefined,
    alertWebhook: undefined,
    bounceMailbox: undefined,
    configured: [],
  };
}

/** A sandbox is rehearsed as a mail server with the usual settings. */
function smtpOf(config: Config): SmtpConfig {
  const { email, productName } = config;
  const own = senderOf(config);
  if (own) return own;
  const { isSandbox, label } = providers[email.provider].facts;
  if (!isSandbox) {
    throw new DomainError(
      'config.invalid',
      `${label} sends the emails itself, so its speed cannot be rehearsed here. A rehearsal needs EMAIL_PROVIDER=smtp.`,
    );
  }
  const sender = 'sender' in email ? email.sender : undefined;
  return {
    server: { host: '127.0.0.1', port: 25, security: 'none', user: '', password: '' },
    from: sender?.from ?? { name: productName, address: sampleSender },
    replyTo: sender?.replyTo,
    postalAddress: sender?.postalAddress ?? sampleAddress,
    connections: 5,
    limits: noSmtpLimits,
    dkim: undefined,
    bounceAddress: undefined,
  };
}

/** Readers as an import would add them, and one word. */
async function fill(
  config: Config,
  { readers, secondShare, onStep, signal }: RehearseOptions,
): Promise<void> {
  const wordrise = await openWordrise(config);
  try {
    await wordrise.readers.import(rows(readers, secondShare), {
      consent: 'Made up for a rehearsal.',
      ...(signal && { signal }),
      onProgress: ({ added }) => onStep?.('readers', added),
    });
    signal?.throwIfAborted();
    await wordrise.words.addStarters();
    // Whatever it does with new readers is done before the email.
    while ((await wordrise.processor.countPending()).signups > 0) {
      await wordrise.processor.runPass({ signal });
      signal?.throwIfAborted();
    }
  } finally {
    await wordrise.close();
  }
}

/** @param share Which part is at the domain of the second mail server, evenly spread. */
function* rows(readers: number, share = 0): Generator<string> {
  yield 'email,first name\n';
  for (let n = 1; n <= readers; n += 1) {
    const isSecond = Math.floor(n * share) > Math.floor((n - 1) * share);
    yield `reader${n}@${isSecond ? secondDomain : 'rehearsal.invalid'},Ada\n`;
  }
}

type Times = Pick<Rehearsal, 'firstMs' | 'lastMs' | 'accepted' | 'deferred' | 'refused' | 'relays'>;

async function sendOne(config: Config, { onStep, signal }: RehearseOptions): Promise<Times> {
  const wordrise = await openWordrise(config);
  try {
    const { words } = await wordrise.words.listUnused({ page: 1, limit: 1, search: '', letter: '' });
    const [word] = words;
    if (!word) throw new Error('There is no word to send.');
    const due = new Date();
    await wordrise.schedule.add({ wordId: word.id, scheduledDate: due.toISOString(), status: 'pending' });
    const ticking = setInterval(async () => {
      const sending = await wordrise.processor.sending().catch(() => undefined);
      onStep?.('email', sending?.accepted ?? 0);
    }, 500);
    try {
      do await wordrise.processor.runPass({ signal });
      while (!signal?.aborted && (await hasMore(wordrise)));
    } finally {
      clearInterval(ticking);
    }
    const relays = (await wordrise.processor.sending())?.relays ?? [];
    const accepted = relays.map(({ relay, sent }) => ({ relay, accepted: sent }));
    return { ...(await timesSince(config.database, due)), relays: accepted };
  } finally {
    await wordrise.close();
  }
}

/** With two mail servers, an email for one that is busy is due a moment later. Those that a server wants later are not. */
const soonMs = 30_000;

async function hasMore({ processor }: Awaited<ReturnType<typeof openWordrise>>): Promise<boolean> {
  if (await processor.hasMore()) return true;
  const sending = await processor.sending();
  const nextAt = sending?.relays.length ? sending.latest?.nextAt : undefined;
  const left = nextAt ? new Date(nextAt).getTime() - Date.now() : Number.POSITIVE_INFINITY;
  if (left > soonMs) return false;
  await wait(Math.max(0, left));
  return true;
}

async function timesSince(config: DatabaseConfig, due: Date): Promise<Omit<Times, 'relays'>> {
  const database = await openProductDatabase(config, 'read');
  try {
    const rows = await database.read(
      sql<{ state: string; count: number; first: Date | number | null; last: Date | number | null }>`
        select state, cast(count(*) as integer) as count, min(ended_at) as first, max(ended_at) as last
        from deliveries group by state`,
    );
    const count = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
    const ends = (which: 'first' | 'last') =>
      rows.flatMap((row) => (row[which] === null ? [] : [new Date(row[which]).getTime() - due.getTime()]));
    return {
      firstMs: Math.min(...ends('first')),
      lastMs: Math.max(...ends('last')),
      accepted: count('sent'),
      deferred: count('deferred'),
      refused: count('failed'),
    };
  } finally {
    await database.close();
  }
}

/** What is known about the disk of a database. */
export interface DatabaseSpace {
  /** The size of the database now; `undefined` if there is none yet. */
  bytes: number | undefined;
  /** Free on its disk; `undefined` if that is not seen from here. */
  freeBytes: number | undefined;
}

/**
 * How large the database is and how much it may grow. The disk of a PostgreSQL server is only seen if the server is on this
 * machine and says where its files are, which it tells superusers and members of pg_read_all_settings.
 */
export async function databaseSpace(config: DatabaseConfig): Promise<DatabaseSpace> {
  const unknown = () => undefined;
  const bytes = await sizeOf(config).catch(unknown);
  const folder =
    config.kind === 'sqlite' ? dirname(config.path) : await dataFolder(config.url).catch(unknown);
  const disk = folder === undefined ? undefined : await statfs(folder).catch(unknown);
  return { bytes, freeBytes: disk && disk.bavail * disk.bsize };
}

/** Where a PostgreSQL server on this machine has its files; not one in a container, whose folder is not here. */
async function dataFolder(url: string): Promise<string | undefined> {
  const { hostname, searchParams } = new URL(url);
  const host = hostname || searchParams.get('host') || '';
  if (host && !host.startsWith('/') && !['localhost', '127.0.0.1', '[::1]'].includes(host)) return undefined;
  const { rows } = await atServer(url, (client) =>
    client.query<{ folder: string }>("select current_setting('data_directory') as folder"),
  );
  return rows[0]?.folder;
}

/** Which part of the readers on the list is for the second mail server; `undefined` if it carries no group, or nobody is on the list. */
export async function secondShareOf(config: Config): Promise<number | undefined> {
  const carries = senderOf(config)?.second?.carries;
  if (!carries || !isGroup(carries)) return undefined;
  const database = await openProductDatabase(config.database, 'read');
  try {
    const domain =
      database.kind === 'sqlite' ? sql`substr(email, instr(email, '@') + 1)` : sql`split_part(email, '@', 2)`;
    const rows = await database.read(
      sql<{ domain: string; count: number }>`select ${domain} as domain, cast(count(*) as integer) as count
        from registrations where status in ('subscribed', 'waiting') group by 1`,
    );
    const providers = new MailboxProviders({ database, now: () => new Date() });
    await providers.recall(rows.map((row) => row.domain));
    const group = new Set<string>(carries);
    const count = (some: typeof rows) => some.reduce((sum, row) => sum + row.count, 0);
    const all = count(rows);
    const ofSecond = rows.filter((row) => group.has(row.domain) || group.has(providers.of(row.domain)));
    return all === 0 ? undefined : count(ofSecond) / all;
  } finally {
    await database.close();
  }
}

async function sizeOf(config: DatabaseConfig): Promise<number> {
  if (config.kind === 'sqlite') {
    const log = await stat(`${config.path}-wal`).catch(() => undefined);
    return (await stat(config.path)).size + (log?.size ?? 0);
  }
  const { rows } = await atServer(config.url, (client) =>
    client.query<{ size: string }>('select pg_database_size(current_database()) as size'),
  );
  return Number(rows[0]?.size ?? 0);
}
