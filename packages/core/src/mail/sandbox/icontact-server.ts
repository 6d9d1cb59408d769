import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { defaultProductName, sampleAddress } from '../../contract/limits.ts';
import type { OutboxItem } from '../../contract/system.ts';
import { type IcontactConfig, type SandboxSender, sampleSender } from '../../platform/settings/config.ts';
import { answerCall } from './icontact-api.ts';
import { createReleases } from './icontact-sends.ts';
import { openOutbox, openSandboxDatabase, type SandboxDatabase, sandboxAccount } from './store.ts';

export interface SandboxOptions {
  /** The folder of `sandbox.db`, its state, and of `outbox/`, the delivered emails. */
  dataDir: string;
  now?: () => Date;
  /** The name of the list, and of a sender without one. */
  productName?: string;
  /** Instead of a made-up sender and address. iContact takes both from the account. */
  sender?: Pick<SandboxSender, 'from' | 'postalAddress'> | undefined;
  /** Called once for each email, after it is written. */
  onDelivered?: (email: OutboxItem) => void;
  /** Called when delivery failed, for example because the disk is full. It is retried within a second. */
  onError?: (error: unknown) => void;
  /** Called when a fault withholds the answer to a call. */
  onWithheld?: (call: RecordedCall) => void;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export interface RecordedCall {
  method: string;
  /** Below the API's root, without the query. */
  path: string;
  query: string;
}

/**
 * How a call fails:
 * - `timeout`: no answer, nothing done; `timeout-after`: no answer, but done
 * - `drop-before`, `drop-after`: the connection breaks before or after the work
 * - `{ status, body }`: this answer, nothing done; without a body, an error in iContact's format
 * - `warning`: 200 with a warning and nothing in it, nothing done
 * - `nonsense`: 200 with a body that is not JSON, but done
 */
export type Fault =
  | 'timeout'
  | 'timeout-after'
  | 'drop-before'
  | 'drop-after'
  | 'warning'
  | 'nonsense'
  | { status: number; body?: unknown; headers?: Record<string, string> };

export interface PlannedFault {
  /** Any method by default. */
  method?: string;
  /** Matched against the path with its query, such as `/a/1/c/2/sends?limit=20`. */
  path?: RegExp;
  fault: Fault;
  /** How many calls fail; 1 by default. */
  times?: number;
}

type ChooseFault = (method: string, path: string) => Fault | undefined;

/**
 * A stand-in for iContact on a loopback port. It speaks the same protocol, including its pitfalls, keeps its state in
 * the data folder and delivers to the outbox there. Several processes can each run one with the same folder at the same
 * time. They share everything and deliver each email once.
 */
export async function startSandbox(given: SandboxOptions) {
  const { dataDir, now = () => new Date(), productName = defaultProductName, sender } = given;
  const { onDelivered = () => {}, onError = warnOnce(), onWithheld = () => {} } = given;
  const database = openSandboxDatabase(dataDir);
  nameSender(database, productName, sender?.from);
  const outbox = openOutbox(database, dataDir);
  const postalAddress = sender?.postalAddress ?? sampleAddress;
  const releases = createReleases({ database, outbox, postalAddress, now, onDelivered, onError });
  const server = await startServer({ database, now, onWithheld, onError });
  /** For `createIcontactProvider` to reach it, without the pauses of the real one. */
  const options: IcontactConfig & { minIntervalMs: number } = {
    apiUrl: server.url,
    ...sandboxAccount,
    minIntervalMs: 0,
  };
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await Promise.all([server.close(), releases.stop()]);
    database.close();
  }

  return {
    url: server.url,
    options,
    /**
     * Releases and delivers what is due, and waits for deliveries already under way.
     *
     * @returns the number of emails written, not counting those that another process delivers
     */
    releaseDue: releases.releaseDue,
    outbox,
    faults: server.faults,
    /** The latest calls, oldest first. */
    calls: server.calls,
    /** Stops after the emails in progress; another process or the next start delivers the rest. */
    close: () => (closing ??= close()),
  };
}

/** Names the list and the sender. */
function nameSender(database: SandboxDatabase, productName: string, from: SandboxSender['from']): void {
  const { listId, campaignId } = sandboxAccount;
  const fromName = from?.name || productName;
  const fromEmail = from?.address ?? sampleSender;
  const sender =
    'UPDATE campaigns SET name = @productName, fromName = @fromName, fromEmail = @fromEmail WHERE campaignId = @campaignId';
  const list = 'UPDATE lists SET name = @productName, publicname = @productName WHERE listId = @listId';
  database
    .transaction(() => {
      database.prepare(sender).run({ productName, fromName, fromEmail, campaignId });
      database.prepare(list).run({ productName, listId });
    })
    .immediate();
}

/** Reports each error once, not every second. */
function warnOnce(): (error: unknown) => void {
  const reported = new Set<string>();
  return (error) => {
    const text = error instanceof Error ? error.message : `${error}`;
    if (reported.has(text)) return;
    reported.add(text);
    process.emitWarning(`The sandbox: ${text}`);
  };
}

interface ServerDeps {
  database: SandboxDatabase;
  now: () => Date;
  /** Called when a fault leaves a call without an answer. */
  onWithheld: (call: RecordedCall) => void;
  onError: (error: unknown) => void;
}

const root = '/icp';
const callsKept = 2000;

/** Listens on a free loopback port. */
async function startServer({ database, now, onWithheld, onError }: ServerDeps) {
  const { take, ...faults } = createFaults();
  const calls: RecordedCall[] = [];
  let isStopped = false;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // The caller has disconnected.
      if (request.destroyed && !request.complete) return;
      onError(error);
      if (!response.headersSent) respond(response, 500, { errors: ['The sandbox has a bug.'] });
    });
  });

  /** Answers a call, or fails in the way that a test has planned. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox.invalid');
    const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : '/unknown';
    const body = await text(request);
    if (isStopped) return;
    const query = searchParams.toString();
    const recorded = { method, path, query };
    calls.push(recorded);
    if (calls.length > callsKept) calls.shift();
    const fault = take(method, query ? `${path}?${query}` : path);
    if (fault === 'timeout') return onWithheld(recorded);
    if (fault === 'drop-before') return void request.socket.destroy();
    if (fault === 'warning') return respond(response, 200, refusalOf(path));
    if (typeof fault === 'object') {
      const planned = { errors: ['This call fails as planned.'] };
      return respond(response, fault.status, fault.body ?? planned, fault.headers);
    }
    const answered = answerCall(database, now().getTime(), {
      method,
      path,
      query: searchParams,
      headers,
      body,
    });
    if (fault === 'timeout-after') return onWithheld(recorded);
    if (fault === 'drop-after') return void request.socket.destroy();
    if (fault === 'nonsense') return respond(response, 200, '<html><body>One moment, please</body></html>');
    respond(response, answered.status, answered.body);
  }

  // Only the client closes idle connections: the server could close one that is being used.
  server.keepAliveTimeout = 0;
  // Neither the server nor an idle connection must keep this process from ending.
  server.unref();
  server.on('connection', (socket) => socket.unref());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${root}`,
    faults,
    calls,
    async close() {
      isStopped = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** JSON with the content type of HTML, as iContact sends it. */
function respond(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function refusalOf(path: string): object {
  const resource = path.split('/')[5] ?? 'records';
  return { [resource]: resource === 'sends' ? [] : null, warnings: ['The record was not accepted.'] };
}

function createFaults() {
  let planned: (PlannedFault & { times: number })[] = [];
  let choose: ChooseFault = () => undefined;
  return {
    /** Applies to the next matching call. Faults planned earlier come first. */
    next(fault: PlannedFault): void {
      planned.push({ times: 1, ...fault });
    },
    /** Decides for each call without a planned fault, when it is received. */
    each(given: ChooseFault): void {
      choose = given;
    },
    clear(): void {
      planned = [];
      choose = () => undefined;
    },
    take(method: string, path: string): Fault | undefined {
      const found = planned.find(
        (one) => (one.method ?? method) === method && (one.path?.test(path) ?? true),
      );
      if (!found) return choose(method, path);
      found.times -= 1;
      if (found.times <= 0) planned = planned.filter((one) => one !== found);
      return found.fault;
    },
  };
}
