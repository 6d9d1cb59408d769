// The load client: a process of its own, so that it can have a core of its own.
import { Pool } from 'undici';
import type { Load, LoadResult } from './load.ts';

const load: Load = JSON.parse(process.argv[2] ?? '{}');
const pool = new Pool(load.origin, { connections: load.connections, pipelining: 1 });
let count = 0;

function nextRequest() {
  const n = count;
  count += 1;
  if (load.paths !== 'signup') {
    return {
      method: 'GET' as const,
      path: load.paths[n % load.paths.length] ?? '/',
      headers: load.headers ?? {},
    };
  }
  const { nth = 0 } = load;
  // A proxy's header: the limits on signups count by visitor, and few visitors sign twenty people up.
  const visitor = `${10 + nth}.${(n >> 18) & 255}.${(n >> 10) & 255}.${(n >> 2) & 255}`;
  const headers = { ...load.headers, 'content-type': 'application/json', 'x-forwarded-for': visitor };
  const body = JSON.stringify({ email: `reader-${nth}-${n}@example.com`, firstName: 'Ada' });
  return { method: 'POST' as const, path: '/api/register', headers, body };
}

async function connection(until: number, times: number[]): Promise<void> {
  while (performance.now() < until) {
    const request = nextRequest();
    const startedAt = performance.now();
    const { statusCode, body } = await pool.request(request);
    if (statusCode < 200 || statusCode > 299) {
      throw new Error(`${request.path} answered ${statusCode}: ${await body.text()}`);
    }
    await body.dump({ limit: 2 ** 30 });
    times.push(performance.now() - startedAt);
  }
}

async function run(seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: load.connections }, () => connection(until, times)));
  return times;
}

await run(load.warmUpSeconds ?? 1);
const cpu = process.cpuUsage();
const startedAt = performance.now();
const times = (await run(load.seconds)).sort((a, b) => a - b);
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
const result: LoadResult = {
  requests: times.length,
  perSecond: times.length / (ms / 1000),
  p50: at(0.5),
  p99: at(0.99),
  clientBusy: (user + system) / 1000 / ms,
};
process.stdout.write(JSON.stringify(result));
await pool.close();
