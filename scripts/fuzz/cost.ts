import { type Endpoint, type EndpointName, endpoints } from '../../packages/core/src/contract/index.ts';
import type { MeasuredServer, ProcessorTime } from '../harness/measured-server.ts';
import { contentOf } from './bodies.ts';
import type { FuzzRequest } from './requests.ts';

/** What one request may cost the server, in milliseconds of processor time. */
const mostMs = 250;

/** Whether a call hashes a password, which is slow on purpose, on a separate thread, and limited. */
function hashesPassword(name: string): boolean {
  const call: Endpoint | undefined = endpoints[name as EndpointName];
  return (
    name === 'login' || name === 'setupAdmin' || (call?.errors?.includes('auth.wrong_password') ?? false)
  );
}

/** A file may cost as much again for each piece of this many bytes. */
const uploadPiece = 524_288;

/** A plan may cost as much again for each of this many mornings. */
const planPiece = 100;

/** A pack of 366 words is read, checked and stored. */
const starterPieces = 3;

/**
 * What the server spends on a piece of work and on its aftermath: the second request waits for everything that blocks
 * the event loop.
 */
export async function costOf<T>(
  { processorTime, origin }: MeasuredServer,
  work: () => Promise<T>,
): Promise<{ result: T; cost: ProcessorTime }> {
  const before = processorTime();
  const result = await work();
  await fetch(`${origin}/healthz`).catch(() => {});
  const after = processorTime();
  return { result, cost: { loop: after.loop - before.loop, all: after.all - before.all } };
}

/** Says what is too much, or nothing. */
export function tooCostly(request: FuzzRequest, { loop, all }: ProcessorTime): string | undefined {
  const counted = hashesPassword(request.name) ? loop : Math.max(loop, all);
  const most = mostMs * Math.max(1, Math.ceil(piecesOf(request)));
  return counted > most ? `cost ${Math.round(counted)} ms of processor time` : undefined;
}

function isUpload(name: string): boolean {
  return name === 'uploadWords' || name === 'refusedRows';
}

function piecesOf({ name, body }: FuzzRequest): number {
  if (name === 'addStarters') return starterPieces;
  if (!isUpload(name) && name !== 'planDays') return 1;
  const content = contentOf(body);
  if (isUpload(name)) return content.length / uploadPiece;
  const [, mornings = '0'] = /"mornings":(\d{1,3})/.exec(content.toString('latin1')) ?? [];
  return Number(mornings) / planPiece;
}

/**
 * Measures a cost that is too high twice more; the lowest counts. Garbage collection or compilation during this request
 * hits another one next time; the cost of the request itself remains.
 */
export async function confirmed(
  request: FuzzRequest,
  first: ProcessorTime,
  again: () => Promise<ProcessorTime>,
): Promise<ProcessorTime> {
  let least = first;
  for (let time = 0; time < 2 && tooCostly(request, least); time += 1) {
    const { loop, all } = await again();
    least = { loop: Math.min(loop, least.loop), all: Math.min(all, least.all) };
  }
  return least;
}
