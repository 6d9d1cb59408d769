// The email provider of a chaos run, in a separate process: one sandbox, with a port for each caller.
import { type Fault, type Sandbox, startSandbox } from '@wordrise/core/testing';
import { createRandom } from './random.ts';

export interface ProviderOptions {
  dataDir: string;
  seed: number;
  callers: readonly string[];
}

/** What this process reports. */
export type ProviderEvent =
  | { event: 'ready'; accounts: Record<string, Sandbox['options']> }
  /** A call was received. With `kill` its answer is withheld until the caller is dead. */
  | { event: 'call'; caller: string; method: string; path: string; fault?: string; kill: boolean }
  | { event: 'released' };

/** Asks this process to release what is due this many milliseconds ahead, without faults from then on. */
export interface ReleaseRequest {
  aheadMs: number;
}

const gateway = { body: '<html><h1>Not here</h1></html>' };
/** Each with its relative frequency. */
const kinds: [name: string, weight: number, fault: Fault][] = [
  ['drop-before', 3, 'drop-before'],
  ['drop-after', 3, 'drop-after'],
  ['nonsense', 3, 'nonsense'],
  ['500', 2, { status: 500, body: { errors: ['An error occurred.'] } }],
  ['503', 1, { status: 503, body: '' }],
  ['429', 1, { status: 429, body: { errors: ['Slow down.'] }, headers: { 'Retry-After': '2' } }],
  ['404 of a gateway', 1, { status: 404, ...gateway }],
  ['400 of a gateway', 1, { status: 400, ...gateway }],
  ['warning', 1, 'warning'],
  ['400', 1, { status: 400, body: { errors: ['The request could not be parsed.'] } }],
  ['timeout', 1, 'timeout'],
  ['timeout-after', 1, 'timeout-after'],
];
const often = kinds.flatMap((kind) => Array<typeof kind>(kind[1]).fill(kind));
const faultShare = 0.25;
const killShare = 0.08;

const { dataDir, seed, callers }: ProviderOptions = JSON.parse(process.argv[2] ?? '{}');
const random = createRandom(seed);
let isQuiet = false;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const sandboxes: Sandbox[] = [];
process.on('message', async (request: ReleaseRequest) => {
  isQuiet = true;
  aheadMs = request.aheadMs;
  await Promise.all(sandboxes.map((sandbox) => sandbox.releaseDue()));
  report({ event: 'released' });
});
// It is useless without the process that started it.
process.on('disconnect', () => process.exit());

function chooseFault(): { name: string; fault: Fault; kill: boolean } | undefined {
  if (random.chance(killShare)) {
    const fault = random.pick(['timeout', 'timeout-after'] as const);
    return { name: `kill, ${fault}`, fault, kill: true };
  }
  if (!random.chance(faultShare)) return undefined;
  const [name, , fault] = random.pick(often);
  return { name, fault, kill: false };
}

const accounts: Record<string, Sandbox['options']> = {};
for (const caller of callers) {
  const sandbox = await startSandbox({ dataDir, now });
  sandboxes.push(sandbox);
  sandbox.faults.each((method, path) => {
    const chosen = isQuiet ? undefined : chooseFault();
    const { name, kill = false } = chosen ?? {};
    report({ event: 'call', caller, method, path, ...(name ? { fault: name } : {}), kill });
    return chosen?.fault;
  });
  accounts[caller] = sandbox.options;
}
report({ event: 'ready', accounts });

function report(event: ProviderEvent): void {
  process.send?.(event);
}
