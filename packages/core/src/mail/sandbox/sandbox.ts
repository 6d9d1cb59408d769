import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultProductName } from '../../contract/limits.ts';
import type { OutboxItem } from '../../contract/system.ts';
import type { IcontactConfig } from '../../settings/config.ts';
import { answerCall, type Call } from './answer-call.ts';
import { sandboxAccount } from './credentials.ts';
import { deliverDueSends, nextDue } from './deliver-sends.ts';
import { createFaults, type Faults } from './faults.ts';
import { createOutbox, type Outbox, prepareOutbox } from './outbox.ts';
import { nameSender, openSandboxDatabase } from './sandbox-database.ts';

export interface SandboxOptions {
  /** State goes to `sandbox.db` in it, delivered emails to `outbox/`. */
  dataDir: string;
  now?: () => Date;
  /** Who the emails come from. */
  productName?: string;
  /** After an email was written, once for each. */
  onDelivered?: (email: OutboxItem) => void;
  /** Delivering failed, such as for want of disk space; it is tried again in a second. */
  onError?: (error: unknown) => void;
  /** A call gets no answer, because a fault withholds it. */
  onWithheld?: (call: RecordedCall) => void;
}

export interface RecordedCall {
  method: string;
  /** Below the API's root, without the query. */
  path: string;
  query: string;
}

export interface Sandbox {
  url: string;
  /** How `createIcontactProvider` reaches it, without the pauses of the real one. */
  options: IcontactConfig & { minIntervalMs: number };
  /**
   * Releases what is due now and delivers it, and waits for what is being delivered already.
   *
   * @returns the number of emails written; those of a send that another process is delivering are not among them
   */
  releaseDue(): Promise<number>;
  outbox: Outbox;
  faults: Faults;
  /** The latest calls, oldest first. */
  calls: RecordedCall[];
  /** Stops after the emails under way; what is left is delivered by another process or the next start. */
  close(): Promise<void>;
}

const root = '/icp';
const callsKept = 2000;
const pollMs = 1000;
const largestBody = 32 * 1024 * 1024;

/**
 * A stand-in for iContact on a loopback port: it speaks the same protocol, traps included, keeps its
 * state in the data folder and delivers to the outbox there. Several processes may each run one over
 * the same folder at the same time; they share everything and deliver each email once.
 */
export async function startSandbox(given: SandboxOptions): Promise<Sandbox> {
  const { dataDir, now = () => new Date(), productName = defaultProductName } = given;
  const { onDelivered = () => {}, onError = warnOnce(), onWithheld = () => {} } = given;
  await prepareOutbox(dataDir);
  const database = openSandboxDatabase(dataDir);
  nameSender(database, productName);
  const owner = randomBytes(8).toString('hex');
  const faults = createFaults();
  const calls: RecordedCall[] = [];

  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const deps = { database, dataDir, now, owner, onDelivered, isStopped: () => isStopped };

  function releaseDue(): Promise<number> {
    const next = last.then(() => deliverDueSends(deps));
    last = next.catch(() => {});
    return next;
  }

  /** At the next due moment, and every second for what other processes bring. */
  function arm(): void {
    clearTimeout(timer);
    if (isStopped) return;
    const wait = (nextDue(database) ?? Number.POSITIVE_INFINITY) - now().getTime();
    timer = setTimeout(tick, Math.max(0, Math.min(pollMs, wait))).unref();
  }

  async function tick(): Promise<void> {
    try {
      const due = nextDue(database);
      if (due !== undefined && due <= now().getTime()) await releaseDue();
      arm();
    } catch (error) {
      if (isStopped) return;
      onError(error);
      timer = setTimeout(tick, pollMs).unref();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    if (isStopped) return;
    const query = call.query.toString();
    const recorded = { method: call.method, path: call.path, query };
    calls.push(recorded);
    if (calls.length > callsKept) calls.splice(0, calls.length - callsKept);
    const fault = faults.take(call.method, query ? `${call.path}?${query}` : call.path);
    if (fault === 'timeout') return onWithheld(recorded);
    if (fault === 'drop-before') return void request.socket.destroy();
    if (fault === 'warning') return respond(response, 200, refusalOf(call.path));
    if (typeof fault === 'object') return respond(response, fault.status, fault.body ?? '', fault.headers);
    const answer = answerCall(database, now().getTime(), call);
    arm();
    if (fault === 'timeout-after') return onWithheld(recorded);
    if (fault === 'drop-after') return void request.socket.destroy();
    if (fault === 'nonsense') return respond(response, 200, '<html><body>One moment, please</body></html>');
    respond(response, answer.status, answer.body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The caller has gone away.
      if (request.destroyed && !request.complete) return;
      onError(error);
      if (!response.headersSent) respond(response, 500, { errors: ['The sandbox has a fault.'] });
    });
  });
  // It serves this process, which neither it nor an idle connection must keep from ending.
  server.unref();
  server.on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}${root}`;
  arm();

  return {
    url,
    options: { apiUrl: url, ...sandboxAccount, minIntervalMs: 0 },
    releaseDue,
    outbox: createOutbox(database, dataDir),
    faults,
    calls,
    async close() {
      if (isStopped) return;
      isStopped = true;
      clearTimeout(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, last]);
      database.close();
    },
  };
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : '/unknown';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > largestBody) throw new Error('a call to the sandbox is too large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString('utf8');
  return { method: request.method ?? 'GET', path, query: searchParams, headers: request.headers, body };
}

/** JSON under the name of HTML, as iContact has been seen to send it. */
function respond(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function refusalOf(path: string): object {
  const resource = path.split('/')[5] ?? 'records';
  return { [resource]: resource === 'sends' ? [] : null, warnings: ['The record was not accepted.'] };
}

/** Says it once and not every second. */
function warnOnce(): (error: unknown) => void {
  const said = new Set<string>();
  return (error) => {
    const text = error instanceof Error ? error.message : `${error}`;
    if (said.has(text)) return;
    said.add(text);
    process.emitWarning(`The sandbox: ${text}`);
  };
}
