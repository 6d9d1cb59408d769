/**
 * The load client, in a separate process so that it can have its own core. It reads only the status and length of an
 * answer: a client that reads every header is busier than the server, and would measure itself.
 */
import { connect } from 'node:net';
import type { Load, LoadResult } from './load.ts';

const load: Load = JSON.parse(process.argv[2] ?? '{}');
const { hostname, port, host } = new URL(load.origin);
const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);
let count = 0;

function nextRequest(): string {
  const n = count;
  count += 1;
  if (load.paths !== 'signup') {
    return requestText(`GET ${load.paths[n % load.paths.length] ?? '/'}`, { ...load.headers });
  }
  const { nth = 0 } = load;
  // A proxy's header: the limits on signups count by visitor, and few visitors sign twenty people up.
  const visitor = `${10 + nth}.${(n >> 18) & 255}.${(n >> 10) & 255}.${(n >> 2) & 255}`;
  const body = JSON.stringify({ email: `reader-${nth}-${n}@example.com`, firstName: 'Ada' });
  const headers = {
    ...load.headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-forwarded-for': visitor,
  };
  return requestText('POST /api/register', headers) + body;
}

function requestText(start: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host, connection: 'keep-alive', ...headers });
  return `${start} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** @returns how long an answer is, or `undefined` while its headers are not complete */
function lengthOf(answer: Buffer): number | undefined {
  const end = answer.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = answer.toString('latin1', 0, end);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (!/^HTTP\/1\.1 2\d\d /.test(head) || length === undefined)
    throw new Error(`The answer has no status of success, or no length: ${answer.toString()}`);
  return end + headEnd.length + Number(length);
}

/** @returns whether a piece of an answer is the last one, for one piece after another */
function answerReader(): (piece: Buffer) => boolean {
  let start: Buffer = nothing;
  let missing: number | undefined;
  return (piece) => {
    if (missing === undefined) {
      start = start === nothing ? piece : Buffer.concat([start, piece]);
      const length = lengthOf(start);
      if (length === undefined) return false;
      missing = length - start.length;
    } else missing -= piece.length;
    if (missing > 0) return false;
    start = nothing;
    missing = undefined;
    return true;
  };
}

/** Sends one request after the other. */
function askUntil(until: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const isComplete = answerReader();
    let startedAt = 0;
    const ask = () => {
      startedAt = performance.now();
      if (startedAt < until) socket.write(nextRequest());
      else socket.end(resolve);
    };
    const read = (piece: Buffer) => {
      if (!isComplete(piece)) return;
      const ms = performance.now() - startedAt;
      times.push(ms);
      if (load.pace) setTimeout(ask, Math.max(0, 1000 / load.pace - ms));
      else ask();
    };
    socket.once('connect', ask).once('error', reject);
    socket.on('data', (piece) => {
      try {
        read(piece);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    // Has no effect on a settled promise.
    socket.once('close', () => reject(new Error('The server closed the connection.')));
  });
}

async function run(seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: load.connections }, () => askUntil(until, times)));
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
  p95: at(0.95),
  p99: at(0.99),
  clientBusy: (user + system) / 1000 / ms,
};
process.stdout.write(JSON.stringify(result));
