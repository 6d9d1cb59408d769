import { signIn } from '../bench/lib/product.ts';
import { type MeasuredServer, type Memory, startMeasuredServer } from '../harness/measured-server.ts';
import { wrongWith } from './check.ts';
import { confirmed, costOf, tooCostly } from './cost.ts';
import { type Operation, readOperations } from './operations.ts';
import { createRequests, type FuzzRequest } from './requests.ts';
import { type Answer, send } from './send.ts';

export interface FuzzOptions {
  /** For the server's data. */
  folder: string;
  /** An empty database. */
  databaseUrl: string;
  seed: number;
  /** Numbers of the requests to send, in order. */
  numbers: readonly number[];
  /** Whether processor time is checked: not on a machine that is busy with other tests. */
  measured: boolean;
  onFailure?: (failure: Failure) => void;
}

export interface Failure {
  number: number;
  request: FuzzRequest;
  reason: string;
}

interface Cost {
  number: number;
  name: string;
  /** Milliseconds of the event loop's thread, and of all threads. */
  loop: number;
  all: number;
}

export interface FuzzReport {
  failures: Failure[];
  /** How many answers had each status; 0 where the connection was closed without one. */
  statuses: Record<number, number>;
  /** Calls of the document that were never answered with success. */
  neverSucceeded: string[];
  /** The costliest first. */
  costliest: Cost[];
  /** After a tenth of the requests, and at the end. */
  memory: { before: Memory; after: Memory };
}

const costsKept = 10;
const noCost = { loop: 0, all: 0 };
/** Requests between checks that the session is still valid. */
const sessionStep = 200;
/** Calls that may end the session they are sent with. */
const endingSession = new Set(['endSessions', 'endSession', 'confirmSecondFactor']);

/** Sends seeded requests to a separate server, one after the other, and checks each answer. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const server = await startMeasuredServer(options.folder, options.databaseUrl);
  try {
    return await sendAll(server, await readOperations(server.origin), options);
  } finally {
    await server.stop();
  }
}

async function sendAll(
  server: MeasuredServer,
  operations: readonly Operation[],
  { seed, numbers, measured, onFailure = () => {} }: FuzzOptions,
): Promise<FuzzReport> {
  const requestOf = createRequests(operations, seed);
  const succeeded = new Set<string>();
  const report = emptyReport(await server.memory());
  let cookie = await signIn(server.origin);
  let isEnded = false;
  for (const [index, number] of numbers.entries()) {
    if (isEnded || index % sessionStep === 0) cookie = await renewed(server, cookie, number);
    if (index === Math.floor(numbers.length / 10)) report.memory.before = await server.memory();
    const request = requestOf(number);
    const sendIt = () => send(request, { ...server, cookie, visitor: visitorOf(number) });
    const attempt = () => costOf(server, sendIt);
    const { result: answer, cost } = measured ? await attempt() : { result: await sendIt(), cost: noCost };
    count(report, succeeded, request, answer);
    isEnded = endingSession.has(request.name) && answer?.status === 200;
    let reason = server.hasEnded() ? `ended the server: ${server.said()}` : wrongWith(request, answer);
    if (!reason && measured) {
      const least = await confirmed(request, cost, async () => (await attempt()).cost);
      keepCostliest(report, { number, name: request.name, ...least });
      reason = tooCostly(request, least);
    }
    if (reason) {
      report.failures.push({ number, request, reason });
      onFailure({ number, request, reason });
    }
    if (server.hasEnded()) return report;
  }
  report.memory.after = await server.memory();
  report.neverSucceeded = operations.map(({ name }) => name).filter((name) => !succeeded.has(name));
  return report;
}

function emptyReport(memory: Memory): FuzzReport {
  const memories = { before: memory, after: memory };
  return { failures: [], statuses: {}, neverSucceeded: [], costliest: [], memory: memories };
}

function count(
  { statuses }: FuzzReport,
  succeeded: Set<string>,
  { name }: FuzzRequest,
  answer?: Answer,
): void {
  const { status = 0 } = answer ?? {};
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (status >= 200 && status < 300) succeeded.add(name);
}

function keepCostliest(report: FuzzReport, cost: Cost): void {
  const sum = ({ loop, all }: Cost) => Math.max(loop, all);
  report.costliest = [...report.costliest, cost].toSorted((a, b) => sum(b) - sum(a)).slice(0, costsKept);
}

/** A session that a request has ended is replaced, so that the rest still reaches the admin's calls. */
async function renewed({ origin }: MeasuredServer, cookie: string, number: number): Promise<string> {
  const { ok } = await fetch(`${origin}/api/auth/user`, { headers: { cookie } });
  return ok ? cookie : signIn(origin, visitorOf(number));
}

/** The limits count by address, so each request comes from another one. */
function visitorOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
