import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { cli, signIn } from '../bench/lib/product.ts';
import { count, type Ledger } from './ledger.ts';
import type { Random } from './random.ts';

export interface OperationDeps {
  ledger: Ledger;
  random: Random;
  origin: string;
  publicOrigin: string;
  /** Replaced when it has ended: a pass with its clock ahead ends sessions early. */
  session: { cookie: string };
  /** The folder that commands run in. */
  cwd: string;
  env: Record<string, string>;
  /** Ids of the words that an edit is under way for: of two at the same time either may be the last. */
  editing: Set<number>;
}

/** Whether it was acknowledged; `undefined` if there was nothing to do. */
type Outcome = Promise<boolean | undefined>;

/** What people do on the pages, each equally often. Any of it may be cut off at any point. */
export const operations = { signUp, schedule, cancel, move, replace, edit, importWords };
export const commands = {
  scheduleByCommand,
  cancelByCommand,
  moveByCommand,
  replaceByCommand,
  removeByCommand,
};

/** Ids of the words that are scheduled; those after them are edited. */
const words = { first: 1, last: 20 };
const edited = 10;

let last = 0;
const nextNumber = () => ++last;

/** Performs random operations until the signal, whether or not they succeed. */
export async function keepBusy(
  deps: OperationDeps,
  choices: Record<string, (deps: OperationDeps) => Outcome>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const [name, operation] = deps.random.pick(Object.entries(choices));
    const isAcknowledged = await operation(deps);
    if (isAcknowledged === undefined) {
      await wait(100);
      continue;
    }
    count(deps.ledger, isAcknowledged ? `acknowledged: ${name}` : `not acknowledged: ${name}`);
    // While the server is down there is little to learn.
    await wait(isAcknowledged ? deps.random.between(0, 200) : 500);
  }
}

async function signUp(deps: OperationDeps): Promise<boolean> {
  const { ledger, random } = deps;
  const known = [...ledger.signups.keys()].filter((email) => !ledger.removals.has(email));
  const isRepeat = known.length > 0 && random.chance(0.2);
  const email = isRepeat ? random.pick(known) : `reader-${nextNumber()}@example.com`;
  if (!ledger.signups.has(email)) ledger.signups.set(email, 'tried');
  const isDone = (await call(deps, 'POST', '/api/register', { email, firstName: 'Ada' })) !== undefined;
  if (isDone) ledger.signups.set(email, 'acknowledged');
  return isDone;
}

async function schedule(deps: OperationDeps): Promise<boolean> {
  const wordId = deps.random.between(words.first, words.last);
  const answer = await call(deps, 'POST', '/api/admin/schedule', { wordId, scheduledDate: sendTime(deps) });
  if (answer) deps.ledger.scheduled.add(Number(answer.id));
  return answer !== undefined;
}

/** Changes the time of an email; a failed one is rescheduled. */
async function move(deps: OperationDeps): Outcome {
  const id = someEmail(deps);
  if (id === undefined) return undefined;
  const body = { scheduledDate: sendTime(deps) };
  return (await call(deps, 'PUT', `/api/admin/schedule/${id}`, body)) !== undefined;
}

/** A scheduled word is edited, and the emails that it is in get the new text. */
async function replace(deps: OperationDeps): Outcome {
  const id = deps.random.between(words.first, words.last);
  const word = aWord(`word ${id}`, `definition ${nextNumber()}`);
  const edited = await call(deps, 'PUT', `/api/admin/words/${id}`, word);
  const older = (edited?.olderEmails ?? []) as { id: number }[];
  if (older.length === 0) return undefined;
  const updates = older.map((email) => call(deps, 'POST', `/api/admin/schedule/${email.id}/update`));
  return (await Promise.all(updates)).every((answer) => answer !== undefined);
}

async function cancel(deps: OperationDeps): Outcome {
  const id = someEmail(deps);
  if (id === undefined) return undefined;
  return settleCancel(deps, id, (await call(deps, 'DELETE', `/api/admin/schedule/${id}`)) !== undefined);
}

async function edit(deps: OperationDeps): Outcome {
  const { ledger, random, editing } = deps;
  const id = random.between(words.last + 1, words.last + edited);
  if (editing.has(id)) return undefined;
  editing.add(id);
  try {
    const definition = `definition ${nextNumber()}`;
    const allowed = ledger.definitions.get(id) ?? new Set(['x']);
    ledger.definitions.set(id, allowed.add(definition));
    const isDone =
      (await call(deps, 'PUT', `/api/admin/words/${id}`, aWord(`word ${id}`, definition))) !== undefined;
    if (isDone) ledger.definitions.set(id, new Set([definition]));
    return isDone;
  } finally {
    editing.delete(id);
  }
}

/** The words that the other operations work on. */
export async function addWords(deps: OperationDeps): Promise<void> {
  const names = Array.from({ length: words.last + edited }, (_, at) => `word ${at + 1}`);
  if (!(await importAll(deps, names))) throw new Error('the first words could not be imported');
}

async function importWords(deps: OperationDeps): Promise<boolean> {
  return importAll(
    deps,
    Array.from({ length: 20 }, () => `imported ${nextNumber()}`),
  );
}

async function importAll(deps: OperationDeps, names: readonly string[]): Promise<boolean> {
  const rows = names.map((name) => Object.values(aWord(name, 'x')).join(','));
  const body = [Object.keys(aWord('', '')).join(','), ...rows].join('\n');
  const isDone = (await call(deps, 'POST', '/api/admin/words/bulk-upload', body)) !== undefined;
  if (isDone) for (const name of names) deps.ledger.imported.add(name);
  return isDone;
}

async function scheduleByCommand(deps: OperationDeps): Promise<boolean> {
  const id = deps.random.between(words.first, words.last);
  const output = await command(deps, ['schedule', 'add', `${id}`, '--at', sendTime(deps), '--json']);
  if (output === undefined) return false;
  const { email }: { email: { id: number } } = JSON.parse(output);
  deps.ledger.scheduled.add(email.id);
  return true;
}

async function cancelByCommand(deps: OperationDeps): Outcome {
  const id = someEmail(deps);
  if (id === undefined) return undefined;
  return settleCancel(deps, id, (await command(deps, ['schedule', 'cancel', `${id}`])) !== undefined);
}

async function moveByCommand(deps: OperationDeps): Outcome {
  const id = someEmail(deps);
  if (id === undefined) return undefined;
  return (await command(deps, ['schedule', 'move', `${id}`, '--at', sendTime(deps)])) !== undefined;
}

async function replaceByCommand(deps: OperationDeps): Promise<boolean> {
  return (await command(deps, ['schedule', 'update', '--all'])) !== undefined;
}

async function removeByCommand(deps: OperationDeps): Outcome {
  const { ledger, random } = deps;
  const there = [...ledger.signups.keys()].filter((email) => ledger.removals.get(email) !== 'acknowledged');
  if (there.length === 0) return undefined;
  const email = random.pick(there);
  ledger.removals.set(email, 'tried');
  const isDone = (await command(deps, ['readers', 'remove', email, '--yes'])) !== undefined;
  if (isDone) ledger.removals.set(email, 'acknowledged');
  return isDone;
}

function settleCancel({ ledger }: OperationDeps, id: number, isDone: boolean): boolean {
  if (isDone) ledger.cancels.set(id, 'acknowledged');
  else if (!ledger.cancels.has(id)) ledger.cancels.set(id, 'tried');
  return isDone;
}

function someEmail({ ledger, random }: OperationDeps): number | undefined {
  const left = [...ledger.scheduled].filter((id) => ledger.cancels.get(id) !== 'acknowledged');
  return left.length > 0 ? random.pick(left.slice(-15)) : undefined;
}

/** In a few seconds, so that it is sent during the run; or in some days. */
function sendTime({ random }: OperationDeps): string {
  const seconds = random.chance(0.4) ? random.between(2, 12) : random.between(2, 30) * 86_400;
  return new Date(Date.now() + seconds * 1000).toISOString();
}

function aWord(word: string, definition: string) {
  const rest = { etymology: 'x', example1: 'x', example2: 'x', conversationTip: 'x' };
  return { word, phoneticPronunciation: '/x/', partOfSpeech: 'noun', definition, ...rest };
}

const patienceMs = 30_000;

/** @returns the answer, or `undefined` if there was none or it was not a success */
async function call(
  { origin, publicOrigin, session }: OperationDeps,
  method: string,
  path: string,
  body?: object | string,
): Promise<Record<string, unknown> | undefined> {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const visitor = `10.1.${nextNumber() % 250}.${last % 250}`;
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        Origin: publicOrigin,
        Cookie: session.cookie,
        'X-Forwarded-For': visitor,
        ...(body ? { 'Content-Type': type } : {}),
      },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.status === 401) session.cookie = await signIn(origin);
    const answer = (await response.json()) as Record<string, unknown>;
    return response.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** @returns what it printed, or `undefined` if it failed */
function command({ cwd, env }: OperationDeps, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd, env, timeout: 120_000, killSignal: 'SIGKILL' as const };
    execFile(process.execPath, [cli, ...args], options, (error, output) =>
      resolve(error ? undefined : output),
    );
  });
}
