import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall, type Call } from './answer-call.ts';
import type { createFaults } from './faults.ts';
import type { SandboxDatabase } from './sandbox-database.ts';

export interface RecordedCall {
  method: string;
  /** Below the API's root, without the query. */
  path: string;
  query: string;
}

interface ServerDeps {
  database: SandboxDatabase;
  now: () => Date;
  faults: ReturnType<typeof createFaults>;
  /** Receives the latest calls, oldest first. */
  calls: RecordedCall[];
  /** Called after each call was carried out. */
  onCall: () => void;
  /** Called when a fault leaves a call without an answer. */
  onWithheld: (call: RecordedCall) => void;
  onError: (error: unknown) => void;
}

const root = '/icp';
const plannedFailure = { errors: ['This call fails as planned.'] };
const callsKept = 2000;
const largestBody = 32 * 1024 * 1024;

/** Listens on a free loopback port. */
export async function startSandboxServer(deps: ServerDeps): Promise<{ url: string; close(): Promise<void> }> {
  let isStopped = false;

  const server = createServer((request, response) => {
    readCall(request)
      .then((call) => (isStopped ? undefined : handle(deps, call, request, response)))
      .catch((error: unknown) => {
        // The caller has disconnected.
        if (request.destroyed && !request.complete) return;
        deps.onError(error);
        if (!response.headersSent) respond(response, 500, { errors: ['The sandbox has a bug.'] });
      });
  });
  // Only the client closes idle connections: the server could close one that is being used.
  server.keepAliveTimeout = 0;
  // Neither the server nor an idle connection must keep this process from ending.
  server.unref();
  server.on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}${root}`,
    async close() {
      isStopped = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers a call, or fails in the way that a test has planned. */
function handle(
  { database, now, faults, calls, onCall, onWithheld }: ServerDeps,
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const query = call.query.toString();
  const recorded = { method: call.method, path: call.path, query };
  calls.push(recorded);
  if (calls.length > callsKept) calls.splice(0, calls.length - callsKept);
  const fault = faults.take(call.method, query ? `${call.path}?${query}` : call.path);
  if (fault === 'timeout') onWithheld(recorded);
  else if (fault === 'drop-before') request.socket.destroy();
  else if (fault === 'warning') respond(response, 200, refusalOf(call.path));
  else if (typeof fault === 'object')
    respond(response, fault.status, fault.body ?? plannedFailure, fault.headers);
  else {
    const { status, body } = answerCall(database, now().getTime(), call);
    onCall();
    if (fault === 'timeout-after') onWithheld(recorded);
    else if (fault === 'drop-after') request.socket.destroy();
    else if (fault === 'nonsense') respond(response, 200, '<html><body>One moment, please</body></html>');
    else respond(response, status, body);
  }
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

/** JSON with the content type of HTML, as iContact sends it. */
function respond(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function refusalOf(path: string): object {
  const resource = path.split('/')[5] ?? 'records';
  return { [resource]: resource === 'sends' ? [] : null, warnings: ['The record was not accepted.'] };
}
