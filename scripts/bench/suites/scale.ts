import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openProductDatabase } from '../../../packages/core/src/entities.ts';
import { smtpPolicy } from '../../../packages/core/src/mail/policy.ts';
import { loadConfig } from '../../../packages/core/src/platform/settings/load-config.ts';
import { openWordrise } from '../../../packages/core/src/wordrise.ts';
import { startPostgres } from '../../../test/postgres.ts';
import { aWord } from '../../../test/words.ts';
import { canMoveClocks, clockEnvironment } from '../../chaos/moved-clock.ts';
import { type Bench, median } from '../lib/bench.ts';
import {
  type DatabaseName,
  type DatabaseUsage,
  type MeasuredDatabase,
  onPostgres,
  openMeasured,
} from '../lib/database-usage.ts';
import { fillList, sendingEnvironment } from '../lib/due-email.ts';
import { type LoadResult, runLoad } from '../lib/load.ts';
import { startProcess, timeOf } from '../lib/processes.ts';
import { cli, signIn, workFolder } from '../lib/product.ts';
import { startSenders } from '../lib/senders.ts';
import { type Sink, startSink } from '../lib/sink.ts';

/*
 * What an email to a very large list costs, and what limits it. It asks the mail server what arrived, the processes what
 * they used, and the catalogs of the database what was written, so it measures whatever tables there are.
 */

const [pool, bareSql] = ['sending.ts', 'sending-sql.ts'].map((name) =>
  join(import.meta.dirname, '../limits', name),
);
/** Emails of the limits: enough for a rate, few enough that they do not take as long as the rest. */
const limitEmails = 20_000;

interface Setting {
  bench: Bench;
  sink: Sink;
  /** One email as the product sends it. */
  email: string;
  nextFolder: () => string;
}

export default async function scale(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  const email = join(folder, 'email');
  const sink = await startSink(folder, email, { anyCore: true });
  let nth = 0;
  const nextFolder = () => {
    nth += 1;
    const next = join(folder, String(nth));
    mkdirSync(next);
    return next;
  };
  const setting = { bench, sink, email, nextFolder };
  const isWanted = (what: string) => what.includes(bench.only);
  try {
    await sendForLimit(setting);
    for (const name of ['SQLite', 'PostgreSQL'] as const) {
      const sends: Sent[] = [];
      for (const processes of [1, 2, 4]) {
        const what = `${name}, ${figure(bench.scale.readers)} readers, ${plural(processes, 'process')}`;
        if (isWanted(what)) sends.push(await measureSend(setting, what, name, processes));
      }
      judgeProcesses(bench, name, sends);
    }
    const most = `PostgreSQL, ${figure(bench.scale.most)} readers`;
    if (isWanted(most)) {
      await measureSend(setting, most, 'PostgreSQL', 1, {
        readers: bench.scale.most,
        beforehand: (origin, cookie) => measureLists(setting, origin, cookie),
      });
    }
    for (const name of ['SQLite', 'PostgreSQL'] as const) {
      const what = `40 days, ${name}`;
      if (isWanted(what)) await measureDays(setting, what, name);
    }
  } finally {
    await sink.stop();
    remove();
  }
}

/** Gives the limit an email to send. */
async function sendForLimit({ sink, nextFolder }: Setting): Promise<void> {
  const cwd = nextFolder();
  const env = sendingEnvironment(cwd, `sqlite:${join(cwd, 'wordrise.db')}`, sink.port);
  await fillList(env, { readers: 100, isDue: true });
  await startSenders(1, { cwd, env }).ended;
}

/** Calls of the dashboard for pages of a list of readers. */
const listCalls = (readers: number) => ({
  'the first page': {},
  'one state': { state: 'subscribed' },
  'a page in the middle': { page: Math.round(readers / 100) },
  'the last page': { page: Math.round(readers / 50) },
  'search: a part of one address': { search: `opal${16 * 16 + 6}@` },
  'search: digits': { search: '234567' },
  'search: a name, of one reader in 16': { search: 'cedar' },
  'search: name and family name, of one in 400': { search: 'cedar.opal' },
  'search: all readers': { search: '@example' },
  'search: nobody': { search: 'zzqx' },
  'search: two letters that nobody has': { search: 'qx' },
  'search: a sign that nobody has': { search: '+' },
});

/** How long the list of readers takes in a browser: until something is shown, and until all of it is known. */
async function measureLists({ bench }: Setting, origin: string, cookie: string): Promise<void> {
  for (const [what, query] of Object.entries(listCalls(bench.scale.most))) {
    const ask = async (allowPartial: boolean) => {
      const url = new URL('/api/admin/signups', origin);
      const asked = { page: 1, limit: 50, ...query, ...(allowPartial && { allowPartial }) };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, `${value}`);
      const startedAt = performance.now();
      const answer = await fetch(url, { headers: { cookie } });
      const body = (await answer.json()) as { total: number; isPartial?: boolean };
      return { ...body, ms: performance.now() - startedAt };
    };
    const shown = await ask(true);
    const whole = shown.isPartial ? await ask(false) : shown;
    const later = [];
    for (let round = 0; round < 5; round += 1) later.push((await ask(true)).ms);
    const known = shown.ms + (shown.isPartial ? whole.ms : 0);
    line(
      what,
      `whole after ${figure(known)} ms: ${figure(whole.total)} readers; again ${figure(median(later))} ms`,
    );
    bench.judge({ what: `list of readers, ${what}`, unit: 'ms', bound: { most: 50 } }, shown.ms);
  }
}

interface Sent {
  processes: number;
  perSecond: number;
  /** Emails a second if every processor did nothing else: the most that more processes could reach. */
  allowed: number;
}

interface SendOptions {
  readers?: number;
  /** Done before the email, with a server that runs. */
  beforehand?: (origin: string, cookie: string) => Promise<void>;
}

/** Sends one email to a new list, while people sign up and read. */
async function measureSend(
  { bench, sink, email, nextFolder }: Setting,
  what: string,
  name: DatabaseName,
  processes: number,
  { readers = bench.scale.readers, beforehand }: SendOptions = {},
): Promise<Sent> {
  title(what);
  const cwd = nextFolder();
  const database = await openMeasured(name, join(cwd, 'wordrise.db'));
  // Emails that ask people to confirm would be counted as well.
  const env = { ...sendingEnvironment(cwd, database.url, sink.port), CONFIRM_SIGNUPS: 'off' };
  try {
    const bare = rateOf([bareSql ?? '', bareUrl(database.url), `${limitEmails}`], cwd);
    const poolRate = () => rateOf([pool ?? '', `${sink.port}`, email, `${limitEmails}`], cwd);
    note(`${figure(readers)} readers are made by SQL, not by an import.`);
    const filling = performance.now();
    await fillList(env, { readers, isDue: false });
    line('filled in', seconds((performance.now() - filling) / 1000));
    // As in a database that has been in use for a while.
    if (beforehand) await database.vacuum();
    const server = await startProcess({ args: [cli, 'serve'], env, cwd, ready: '/readyz' });
    try {
      const cookie = await signIn(server.origin);
      await beforehand?.(server.origin, cookie);
      const visit = (nth: number) => visitors(server.origin, cookie, nth);
      const idle = await visit(1);
      const poolBefore = poolRate();
      const before = await database.usage();
      const start = await sink.ask({ isNew: true });
      const dueAt = await scheduleNow(env);
      const senders = startSenders(processes, { cwd, env });
      const first = await untilFirst(sink, start.accepted);
      const begun = await database.usage();
      const busy = await visit(2);
      const left = async () => readers - ((await sink.ask()).accepted - start.accepted);
      const isBusy = (await left()) > 0;
      const until = first + bench.scale.seconds * 1000;
      while ((await left()) > 0 && Date.now() < until) await wait(200);
      const isComplete = (await left()) <= 0;
      // What has not been sent stays: these figures are of the part that was.
      if (!isComplete) senders.stop();
      const usages = await senders.ended;
      const { accepted, lastAt = first, cpuSeconds } = await sink.ask();
      const after = await database.usage();
      const sent = accepted - start.accepted;
      const perSecond = sent / ((lastAt - first) / 1000);
      if (!isComplete) note(`stopped after ${figure(sent)} emails; what the rest takes is projected.`);
      line('emails a second', figure(perSecond));
      line('first email after its time', seconds((first - dueAt) / 1000));
      line(
        'last email after its time',
        isComplete
          ? seconds((lastAt - dueAt) / 1000)
          : `${seconds((first - dueAt) / 1000 + readers / perSecond)}, projected`,
      );
      const cpu = usages.reduce((sum, usage) => sum + usage.cpuSeconds, 0);
      line('processor time of the processes an email', `${((1000 * cpu) / sent).toFixed(2)} ms`);
      const ofSink = cpuSeconds - start.cpuSeconds;
      const ofDatabase = after.cpuSeconds - begun.cpuSeconds;
      const allowed = (availableParallelism() * sent) / (cpu + ofSink + ofDatabase);
      line('processor time of the mail server an email', `${((1000 * ofSink) / sent).toFixed(2)} ms`);
      line('emails a second that the processors allow', figure(allowed));
      line('highest memory of a process', `${figure(Math.max(...usages.map((usage) => usage.peakMb)))} MB`);
      showWrites({ before, begun, after, sent, readers, isComplete });
      const written = usages.reduce((sum, usage) => sum + usage.written, 0);
      if (name === 'SQLite') line('bytes written to the disk an email', figure(written / sent));
      showTables(after);
      line('time to clean up (vacuum, or SQLite’s log)', seconds((await database.vacuum()) / 1000));
      for (const [visitor, result] of Object.entries(busy)) {
        const before = idle[visitor as keyof typeof idle];
        const late = isBusy ? '' : ' (the send ended meanwhile: use more readers)';
        line(`${visitor}, p50 / p95 / p99`, `${percentiles(result)}; idle ${percentiles(before)}${late}`);
      }
      const limit = (poolBefore + poolRate()) / 2;
      bench.judge(
        { what: `${what}`, limit: 'nodemailer’s pool', unit: 'per second', bound: { atLeast: 0.6 } },
        perSecond,
        limit,
      );
      bench.judge(
        { what: `${what}, SQL`, limit: 'the bare SQL', unit: 'per second', bound: { atLeast: 0 } },
        perSecond,
        bare,
      );
      bench.judge({ what: `${what}, first email`, unit: 'ms', bound: { most: 5000 } }, first - dueAt);
      return { processes, perSecond, allowed };
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

/** Of a limit, a second. It may use any core, like the processes that it is compared with. */
const rateOf = (args: readonly string[], cwd: string) =>
  limitEmails / (timeOf(args, { cwd, anyCore: true }) / 1000);

/** SQLite's bare program has a file of its own. */
const bareUrl = (url: string) => (url.startsWith('sqlite:') ? `${url}-bare` : url);

async function scheduleNow(env: Record<string, string>, now = () => new Date()): Promise<number> {
  const wordrise = await openWordrise(loadConfig(env), { now });
  const due = now();
  const { id: wordId } = await wordrise.words.add(aWord({ word: `word of ${due.getTime()}` }));
  await wordrise.schedule.add({ wordId, scheduledDate: due.toISOString(), status: 'pending' });
  await wordrise.close();
  return due.getTime();
}

async function untilFirst(sink: Sink, before: number): Promise<number> {
  for (;;) {
    const { accepted, firstAt } = await sink.ask();
    if (accepted > before && firstAt) return firstAt;
    await wait(20);
  }
}

/** People who sign up, read and look after the list, as many a second in every run. */
async function visitors(origin: string, cookie: string, nth: number) {
  const load = { origin, connections: 1, seconds: 8, pace: 10 } as const;
  const admin = ['/api/admin/overview', '/api/admin/schedule?limit=20', '/api/admin/signups?page=1&limit=50'];
  const [signup, page, adminPage] = await Promise.all([
    runLoad({ ...load, paths: 'signup', nth }),
    runLoad({ ...load, paths: ['/', '/archive', '/widgets.js'] }),
    runLoad({ ...load, pace: 2, paths: admin, headers: { cookie } }),
  ]);
  return { 'a signup': signup, 'a page': page, 'a call of the admin area': adminPage };
}

interface Writes {
  before: DatabaseUsage;
  /** When the first email had left. */
  begun: DatabaseUsage;
  after: DatabaseUsage;
  sent: number;
  readers: number;
  isComplete: boolean;
}

function showWrites({ before, begun, after, sent, readers, isComplete }: Writes): void {
  if (isComplete) line('bytes in the database an email', figure((after.size - before.size) / sent));
  else line('the database grew by', megabytes(after.size - before.size));
  if (after.wal === undefined || begun.wal === undefined || before.wal === undefined) return;
  line(
    'log of changes until the first email',
    `${figure((begun.wal - before.wal) / readers)} bytes a reader`,
  );
  line('log of changes since then', `${figure((after.wal - begun.wal) / sent)} bytes an email`);
  if (!after.rows || !begun.rows || !before.rows) return;
  const updated = after.rows.updated - before.rows.updated;
  const hot = after.rows.hot - before.rows.hot;
  line(
    'rows written since then',
    `${((after.rows.written - begun.rows.written) / sent).toFixed(2)} an email`,
  );
  line('updates that write to no index', `${((100 * hot) / Math.max(1, updated)).toFixed(0)} %`);
  line('dead rows', figure(after.deadRows ?? 0));
  line(
    'processor time of the database an email',
    `${((1000 * (after.cpuSeconds - before.cpuSeconds)) / sent).toFixed(2)} ms`,
  );
}

function showTables({ tables }: DatabaseUsage): void {
  for (const { name, bytes, indexBytes } of tables.slice(0, 3))
    line(`table ${name}`, `${megabytes(bytes)}, its indexes ${megabytes(indexBytes)}`);
}

function judgeProcesses(bench: Bench, name: DatabaseName, sends: readonly Sent[]): void {
  const [one] = sends;
  if (one?.processes !== 1) return;
  for (const { processes, perSecond, allowed } of sends.slice(1)) {
    const what = `${name}, ${plural(processes, 'process')}`;
    const most = Math.min(processes, allowed / one.perSecond);
    note(`${what}: the processors allow ${most.toFixed(2)} times one process.`);
    // The mail server and the database may leave no room for a second one, and SQLite has one writer at a time.
    const wanted = name === 'SQLite' ? 1 : Math.min(1.7, 0.85 * most);
    const atLeast = processes === 2 ? Number(wanted.toFixed(2)) : 0;
    bench.judge(
      { what, limit: 'one process', unit: 'per second', bound: { atLeast } },
      perSecond,
      one.perSecond,
    );
  }
}

const days = 40;
const keptDays = smtpPolicy.keptMs / 86_400_000;

/**
 * Sends an email on each of 40 days, whose clock is moved, and lets the product delete what it does not keep. A large
 * list would take days, so most results of each day are copies of one of them.
 */
async function measureDays({ bench, sink, nextFolder }: Setting, what: string, name: DatabaseName) {
  const { daily, dailyFilled } = bench.scale;
  const copies = Math.max(0, dailyFilled - daily);
  title(`${what}, ${figure(daily)} readers`);
  if (name === 'PostgreSQL' && !canMoveClocks) return note('skipped: it needs the package faketime.');
  const cwd = nextFolder();
  const clock = join(cwd, 'clock');
  writeFileSync(clock, '+0');
  const database = await movedDatabase(name, cwd, clock);
  const env = sendingEnvironment(cwd, database.url, sink.port);
  try {
    await fillList(env, { readers: daily, isDue: false });
    if (copies > 0) note(`${figure(copies)} results of each day are made by SQL.`);
    const empty = await database.usage();
    let longest = 0;
    const sizes: number[] = [];
    let deleting = 0;
    for (let day = 1; day <= days; day += 1) {
      const ahead = day * 86_400_000;
      writeFileSync(clock, `+${day}d`);
      const now = () => new Date(Date.now() + ahead);
      await scheduleNow(env, now);
      const wordrise = await openWordrise(loadConfig(env), { now });
      do await wordrise.processor.runPass();
      while (await wordrise.processor.hasMore());
      await wordrise.close();
      await copyResults(env, copies);
      // Once more with nothing to send: what it takes to delete what is no longer kept.
      const cleaner = await openWordrise(loadConfig(env), { now });
      const startedAt = performance.now();
      await cleaner.processor.runPass();
      deleting = performance.now() - startedAt;
      longest = Math.max(longest, deleting);
      await cleaner.close();
      const { size } = await database.usage();
      sizes.push(size - empty.size);
      if (day % 10 === 0) line(`after ${day} days`, megabytes(size - empty.size));
    }
    const after = await database.usage();
    showTables(after);
    line('bytes an email that is kept', figure((sizes.at(-1) ?? 0) / ((daily + copies) * keptDays)));
    if (after.deadRows !== undefined) line('dead rows', figure(after.deadRows));
    line(
      'a pass with nothing to send: the last, the longest',
      `${seconds(deleting / 1000)}, ${seconds(longest / 1000)}`,
    );
    bench.judge(
      { what: `${what}, size`, limit: 'after 36 days', unit: 'MB', bound: { atMost: 1.05 } },
      (sizes.at(-1) ?? 0) / 1e6,
      (sizes[35] ?? 0) / 1e6,
    );
  } finally {
    await database.stop();
  }
}

/** Copies one result of the latest email, as if it had gone to as many readers more. */
async function copyResults(env: Record<string, string>, copies: number): Promise<void> {
  if (copies === 0) return;
  const database = await openProductDatabase(loadConfig(env).database);
  const columns = 'due_at, ended_at, first_due_at, attempts, answer_id, state, problem, failure, answer';
  await database.em().execute(
    `insert into deliveries (send_id, reader_id, ${columns})
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${copies}),
       latest as (select * from deliveries order by send_id desc, reader_id desc limit 1)
     select send_id, reader_id + n, ${columns} from latest cross join numbers`,
    [],
    'run',
  );
  await database.close();
}

/** A database whose clock is read from a file. The shared clock of SQLite is that of its processes. */
async function movedDatabase(name: DatabaseName, cwd: string, clock: string): Promise<MeasuredDatabase> {
  if (name === 'SQLite') return openMeasured(name, join(cwd, 'wordrise.db'));
  const { FAKETIME: _, ...library } = clockEnvironment('+0');
  const environment = { ...library, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1' };
  // A minute is a simulated fortnight.
  const settings = ['autovacuum_naptime=1s'];
  return onPostgres(await startPostgres({ durable: true, environment, settings }));
}

function title(what: string): void {
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
  console.log(`\n${what} (load average ${load})`);
}

const note = (text: string) => console.log(`  ${text}`);
const line = (what: string, value: string) => console.log(`  ${what.padEnd(44)} ${value}`);
const figure = (value: number) => Math.round(value).toLocaleString('en-US');
const seconds = (value: number) => `${value.toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const percentiles = ({ p50, p95, p99 }: LoadResult) =>
  `${[p50, p95, p99].map((ms) => ms.toFixed(1)).join(' / ')} ms`;

function plural(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}es`;
}
