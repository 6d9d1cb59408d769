import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../../../test/postgres.ts';
import type { Bench } from '../lib/bench.ts';
import { fillList, sendingEnvironment } from '../lib/due-email.ts';
import { runLoad } from '../lib/load.ts';
import { peakMemory } from '../lib/peak-memory.ts';
import { startProcess, timeOf } from '../lib/processes.ts';
import { cli, workFolder } from '../lib/product.ts';
import { type Sink, startSink } from '../lib/sink.ts';

const limit = join(import.meta.dirname, '../limits/sending.ts');

/** What the suite works with: a mail server, and a folder for each send. */
interface Setting {
  sink: Sink;
  /** One email as the product sends it. */
  email: string;
  nextFolder: () => string;
}

export default async function sending(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const email = join(folder, 'email');
  const sink = await startSink(folder, email);
  let nth = 0;
  const nextFolder = () => {
    nth += 1;
    const next = join(folder, String(nth));
    mkdirSync(next);
    return next;
  };
  const setting = { sink, email, nextFolder };
  try {
    // Gives the limit an email to send.
    await sendAll(setting, { readers: 100, run: timeOf });
    await rate(bench, setting, 'SQLite');
    await rate(bench, setting, 'PostgreSQL');
    await zones(bench, setting);
    await memory(bench, setting);
    await responsiveness(bench, setting);
  } finally {
    await sink.stop();
    remove();
  }
}

interface Send<T> {
  readers: number;
  /** Over this many time zones, all due at about the same moment. By default, everyone is at the owner's. */
  zones?: number;
  /** By default SQLite, in a separate file. */
  url?: string;
  /** Runs `wordrise process`. */
  run(args: string[], options: { cwd: string; env: Record<string, string> }): T | Promise<T>;
}

/** Sends a due email to a new list. */
async function sendAll<T>({ sink, nextFolder }: Setting, { readers, zones, url, run }: Send<T>): Promise<T> {
  const cwd = nextFolder();
  const env = sendingEnvironment(cwd, url ?? `sqlite:${join(cwd, 'wordrise.db')}`, sink.port);
  await fillList(env, { readers, isDue: true, ...(zones && { zones }) });
  const before = await sink.accepted();
  const result = await run([cli, 'process', '--quiet'], { cwd, env });
  const sent = (await sink.accepted()) - before;
  if (sent !== readers) throw new Error(`${sent} of ${readers} emails reached the mail server.`);
  return result;
}

async function rate(bench: Bench, setting: Setting, database: 'SQLite' | 'PostgreSQL'): Promise<void> {
  const { sink, email, nextFolder } = setting;
  const readers = bench.readers;
  const perSecond = (ms: number) => readers / (ms / 1000);
  const onPostgres = async () => {
    const postgres = await startPostgres({ durable: true });
    try {
      return await sendAll(setting, { readers, url: postgres.url, run: timeOf });
    } finally {
      await postgres.stop();
    }
  };
  await bench.compare(
    {
      what: `email to ${readers.toLocaleString('en-US')} readers by SMTP, ${database}`,
      limit: 'nodemailer’s pool, one composed email',
      unit: 'per second',
      bound: { atLeast: 0.6 },
    },
    async () =>
      perSecond(
        database === 'SQLite' ? await sendAll(setting, { readers, run: timeOf }) : await onPostgres(),
      ),
    async () => perSecond(timeOf([limit, String(sink.port), email, String(readers)], { cwd: nextFolder() })),
  );
}

async function zones(bench: Bench, setting: Setting): Promise<void> {
  const { readers } = bench;
  const perSecond = async (zones?: number) =>
    readers / ((await sendAll(setting, { readers, ...(zones && { zones }), run: timeOf })) / 1000);
  await bench.compare(
    {
      what: `email to ${readers.toLocaleString('en-US')} readers in 30 time zones, SQLite`,
      limit: 'the same, in one',
      unit: 'per second',
      bound: { atLeast: 0.9 },
    },
    () => perSecond(30),
    () => perSecond(),
  );
}

async function memory(bench: Bench, setting: Setting): Promise<void> {
  // Below 10,000 the process has not grown yet to what garbage it keeps.
  const [few, many] = [10_000, bench.readers * 10];
  const peak = (readers: number) => sendAll(setting, { readers, run: peakMemory });
  await bench.compare(
    {
      what: `memory of a send to ${many.toLocaleString('en-US')} readers`,
      limit: `${few.toLocaleString('en-US')} readers`,
      unit: 'MB',
      bound: { atMost: 1.3 },
    },
    () => peak(many),
    () => peak(few),
  );
}

async function responsiveness(bench: Bench, setting: Setting): Promise<void> {
  const { readers } = bench;
  await bench.compare(
    {
      what: 'landing page during a send, 10 connections, p99',
      limit: 'the same, nothing to send',
      unit: 'ms',
      bound: { atMost: 3 },
    },
    () => landingPage(setting, { readers, isDue: true }),
    () => landingPage(setting, { readers, isDue: false }),
  );
}

/** @returns milliseconds of the slowest request in a hundred */
async function landingPage(
  { sink, nextFolder }: Setting,
  list: { readers: number; isDue: boolean },
): Promise<number> {
  const cwd = nextFolder();
  const env = {
    ...sendingEnvironment(cwd, `sqlite:${join(cwd, 'wordrise.db')}`, sink.port),
    PROCESSOR: 'on',
  };
  await fillList(env, list);
  const before = await sink.accepted();
  const server = await startProcess({ args: [cli, 'serve'], env, cwd, ready: '/readyz' });
  try {
    const sent = async () => (await sink.accepted()) - before;
    while (list.isDue && (await sent()) === 0) await wait(20);
    const { p99 } = await runLoad({ origin: server.origin, connections: 10, seconds: 5, paths: ['/'] });
    if (list.isDue && (await sent()) >= list.readers)
      throw new Error('The send ended before the measurement did: use more readers.');
    return p99;
  } finally {
    await server.stop();
  }
}
