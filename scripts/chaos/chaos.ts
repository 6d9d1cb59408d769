import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { icontactSettings } from '../../packages/core/src/mail/sandbox/icontact-settings.testing.ts';
import { loadConfig } from '../../packages/core/src/platform/settings/load-config.ts';
import { freePort } from '../../test/free-port.ts';
import { baseEnvironment } from '../bench/lib/processes.ts';
import { cli, productEnvironment, signIn } from '../bench/lib/product.ts';
import { compareBooks } from './books.ts';
import { type KeptProcess, keepRunning } from './kept-process.ts';
import { acknowledged, count, createLedger, killed, type Ledger } from './ledger.ts';
import { clockEnvironment } from './moved-clock.ts';
import { addWords, commands, keepBusy, type OperationDeps, operations } from './operations.ts';
import { type Provider, type ProviderCall, startProvider } from './provider.ts';
import { createRandom, type Random } from './random.ts';
import { recover } from './recover.ts';

export interface ChaosOptions {
  folder: string;
  /** An empty database. */
  databaseUrl: string;
  seed: number;
  seconds: number;
}

export interface ChaosReport {
  /** How often each kind of thing happened. */
  counts: Map<string, number>;
  violations: string[];
}

const processors = ['processor 1', 'processor 2'];
/** Half of the time the clock is right. */
const clocks = ['', '', '', '-5m', '+3m', '+30d'];
const adminsAtOnce = 3;
const least = { acknowledged: 10, killed: 3 };
const longestPauseMs = 150_000;

/** Works, breaks everything at random, recovers, and compares the books. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  const ledger = createLedger();
  const random = createRandom(options.seed);
  const processes = new Map<string, KeptProcess>();
  const providerFolder = join(options.folder, 'provider');
  mkdirSync(providerFolder);
  const provider = await startProvider(
    {
      dataDir: providerFolder,
      seed: options.seed,
      callers: ['server', 'command', ...processors, 'recovery'],
    },
    (call) => noteCall(ledger, processes, call),
  );
  try {
    const env = environmentOf(options, provider);
    await breakEverything({ ...options, ledger, random, processes, env });
    const { release } = provider;
    const now = await recover(env('recovery'), accountOf(provider, 'recovery'), { ledger, release });
    const database = await openProductDatabase(loadConfig(env('recovery')).database);
    const violations = await compareBooks(ledger, database, providerFolder, now);
    await database.close();
    return { counts: ledger.counts, violations };
  } finally {
    await Promise.all([...processes.values()].map((one) => one.stop()));
    await provider.stop();
  }
}

function accountOf({ accounts }: Provider, caller: string) {
  const account = accounts[caller];
  if (!account) throw new Error(`the provider does not know ${caller}`);
  return account;
}

function environmentOf({ folder, databaseUrl }: ChaosOptions, provider: Provider) {
  return (caller: string): Record<string, string> => ({
    ...baseEnvironment(folder),
    ...productEnvironment(databaseUrl),
    ...icontactSettings(accountOf(provider, caller)),
    LOG_LEVEL: 'silent',
  });
}

/** Notes a call, which may be the last of its process: that is killed during the call. */
function noteCall(
  ledger: Ledger,
  processes: Map<string, KeptProcess>,
  { caller, fault, kill }: ProviderCall,
): void {
  count(ledger, 'calls to the provider');
  if (fault) count(ledger, `fault: ${fault}`);
  if (kill && processes.get(caller)?.kill()) count(ledger, `kill in a call: ${caller}`);
}

interface Breaking extends ChaosOptions {
  ledger: Ledger;
  random: Random;
  processes: Map<string, KeptProcess>;
  env: (caller: string) => Record<string, string>;
}

async function breakEverything(breaking: Breaking): Promise<void> {
  const { folder, databaseUrl, seconds, ledger, random, processes, env } = breaking;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const onEnd = (status: number | null, said: string) => noteEnd(ledger, status, said);
  const serverEnv = { ...env('server'), PORT: `${port}`, PROCESSOR: 'on' };
  processes.set('server', keepRunning({ args: [cli, 'serve'], cwd: folder, env: () => serverEnv, onEnd }));
  const session = { cookie: await signedIn(origin) };
  const publicOrigin = productEnvironment(databaseUrl).PUBLIC_URL ?? origin;
  const deps: OperationDeps = {
    ledger,
    random,
    origin,
    publicOrigin,
    session,
    cwd: folder,
    env: env('command'),
    editing: new Set(),
  };
  await addWords(deps);
  for (const name of processors) processes.set(name, keepRunning(processorOf(breaking, name, onEnd)));
  const ending = new AbortController();
  const over = ending.signal;
  await Promise.all([
    hasWorked(ledger, seconds).then(() => ending.abort()),
    ...Array.from({ length: adminsAtOnce }, () => keepBusy(deps, operations, over)),
    keepBusy(deps, commands, over),
    strike(breaking, over),
  ]);
  await Promise.all([...processes.values()].map((one) => one.stop()));
}

/** Waits for the requested time, and on a busy machine until enough was done to find something. */
async function hasWorked(ledger: Ledger, seconds: number): Promise<void> {
  await wait(seconds * 1000);
  while (acknowledged(ledger) < least.acknowledged || killed(ledger) < least.killed) await wait(100);
}

function processorOf(
  { folder, env, random, ledger }: Breaking,
  name: string,
  onEnd: (status: number | null, said: string) => void,
) {
  return {
    args: [cli, 'process', '--quiet'],
    cwd: folder,
    env: () => {
      const clock = clockEnvironment(random.pick(clocks));
      count(ledger, clock.FAKETIME ? `pass with the clock at ${clock.FAKETIME}` : 'pass');
      return { ...env(name), ...clock };
    },
    onEnd,
  };
}

function noteEnd(ledger: Ledger, status: number | null, said: string): void {
  if (/\n\s+at .*:\d+:\d+|bug in Wordrise/.test(said))
    count(ledger, `ended with a bug: ${said.slice(0, 500)}`);
  else if (status !== 0) count(ledger, `ended with ${status}`);
}

/** Kills and pauses processes at random, the server only once it has done some work: it is slow to start. */
async function strike({ random, processes, ledger, seconds }: Breaking, over: AbortSignal): Promise<void> {
  const pauses: Promise<unknown>[] = [];
  const longestMs = Math.min(seconds * 250, longestPauseMs);
  let enough = acknowledged(ledger);
  while (!over.aborted) {
    await wait(random.between(200, 4000), undefined, { signal: over }).catch(() => {});
    const [name, struck] = random.pick([...processes]);
    if (name === 'server') {
      if (acknowledged(ledger) < enough) continue;
      enough = acknowledged(ledger) + random.between(1, 20);
    }
    if (random.chance(0.6)) {
      if (struck.kill()) count(ledger, `kill: ${name}`);
    } else {
      count(ledger, `pause: ${name}`);
      pauses.push(struck.pause(Math.exp(random.next() * Math.log(longestMs))));
    }
  }
  await Promise.all(pauses);
}

async function signedIn(origin: string): Promise<string> {
  for (;;) {
    const ok = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return signIn(origin);
    await wait(50);
  }
}
