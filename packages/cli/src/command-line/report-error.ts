import { resolve } from 'node:path';
import { defaultPort } from '@wordrise/core/constants';
import { exitStatus, UsageError } from './exit.ts';
import { createOutput } from './output.ts';
import { isStoppedQuestion } from './questions.ts';
import { fitToTerminal } from './text.ts';

const otherPort = defaultPort + 1;

/** How a failure is reported; with `--json` in the shape of the HTTP API's errors. */
interface Failure {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  /** What to do about it, if the message does not say. */
  hint?: string;
}

/** Wrong input or settings, even if detected only later. */
const wrongUsageCodes = ['input.invalid', 'database.missing'];

/** Reports a failure on standard error, and sets the exit status. */
export async function reportError(thrown: unknown, { json }: { json: boolean }): Promise<void> {
  const error = (await databaseFailureOf(thrown)) ?? thrown;
  if (isStoppedQuestion(error)) {
    process.exitCode = exitStatus.interrupted;
    return;
  }
  const { status, ...failure } = describeFailure(error);
  process.exitCode = status;
  if (json) process.stderr.write(`${JSON.stringify(failure)}\n`);
  else process.stderr.write(`${showFailure(failure)}\n`);
}

/** Core is loaded already if the error is of its database. */
async function databaseFailureOf(error: unknown): Promise<Error | undefined> {
  if (!(error instanceof Error) || error.name === 'DomainError' || error instanceof UsageError)
    return undefined;
  if (!('code' in error) && !(error.cause instanceof Error)) return undefined;
  return (await import('@wordrise/core')).databaseFailure(error);
}

function describeFailure(error: unknown): Failure & { status: number } {
  if (error instanceof UsageError) {
    const { message, hint } = error;
    return { status: exitStatus.wrongUsage, code: 'usage', message, ...(hint ? { hint } : {}) };
  }
  if (isDomainError(error)) {
    const { message, code, fields } = error;
    const status = wrongUsageCodes.includes(code) ? exitStatus.wrongUsage : exitStatus.failed;
    return { status, code, message, ...(fields ? { fields } : {}) };
  }
  if (isZodError(error)) {
    const fields = fieldsOf(error.issues);
    return { status: exitStatus.wrongUsage, code: 'input.invalid', message: 'Invalid input:', fields };
  }
  if (error instanceof Error && 'code' in error) {
    const message = systemFailure(error as NodeJS.ErrnoException);
    if (message) {
      const isClosed = ['EACCES', 'EPERM'].includes(String(error.code)) && 'path' in error;
      const hint = isClosed
        ? { hint: 'Run the command as the user that owns it, or use another place.' }
        : {};
      return { status: exitStatus.failed, code: 'system', message, ...hint };
    }
  }
  return {
    status: exitStatus.failed,
    code: 'internal',
    message: stackOf(error),
    hint: 'This is a bug in Wordrise. Please report it with the lines above.',
  };
}

// By name, not by class, so that neither core nor zod is loaded for a mistyped command.
function isDomainError(
  error: unknown,
): error is Error & { code: string; fields: Record<string, string[]> | undefined } {
  return error instanceof Error && error.name === 'DomainError' && 'code' in error;
}

function isZodError(error: unknown): error is { issues: { path: PropertyKey[]; message: string }[] } {
  return error instanceof Error && error.name === 'ZodError' && 'issues' in error;
}

function fieldsOf(issues: { path: PropertyKey[]; message: string }[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.join('.');
    fields[field] = [...(fields[field] ?? []), message];
  }
  return fields;
}

/** What the system refused, as a sentence. */
export function systemFailure(error: NodeJS.ErrnoException & { port?: number }): string | undefined {
  const { code, path, syscall, port } = error;
  const address = (message: string) => (syscall === 'listen' ? message : undefined);
  switch (code) {
    case 'ENOENT':
      // In full: the command may run in another folder than the one where it was typed.
      return path ? `There is no ${resolve(path)}.` : undefined;
    case 'EISDIR':
      return 'This is a folder; a file is needed.';
    case 'EEXIST':
      return path ? `${path} already exists.` : undefined;
    case 'EACCES':
    case 'EPERM':
      return path
        ? `${path} cannot be read or written by this user.`
        : address(`This port needs more privileges. Choose one above 1024: PORT=${otherPort}`);
    case 'ENOSPC':
      return 'The disk is full.';
    case 'EADDRINUSE':
      return `Another program is using ${port ? `port ${port}` : 'this address'}, perhaps another Wordrise. Stop it, or choose another port: PORT=${port ? port + 1 : otherPort}`;
    case 'EADDRNOTAVAIL':
      return address('This machine does not have the address that HOST names.');
    default:
      return undefined;
  }
}

/** Leaves out the statement that a database error repeats: it may contain readers' addresses. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  if (!('previous' in error) || !(error.previous instanceof Error)) return stack;
  return `${error.name}: ${error.previous.message}\n${stack.slice(stack.indexOf('\n    at ') + 1)}`;
}

function showFailure({ message, fields, hint, code }: Failure): string {
  const { paintError } = createOutput({});
  const fit = (text: string, indent = '') => fitToTerminal(text, process.stderr, indent);
  const [first = '', ...rest] = message.split('\n');
  const lines = [fit(`${paintError.red('✗')} ${first}`, '  '), ...rest];
  if (code === 'input.invalid') {
    for (const [field, messages] of Object.entries(fields ?? {})) {
      // Of settings, the message says the same in a sentence: "TIMEZONE must be …".
      const isSaid = (text: string) =>
        message.startsWith(text) || message.includes(`${field} ${text.replace(/^This /, '')}`);
      for (const text of messages)
        if (!isSaid(text)) lines.push(`  ${fit(field === '' ? text : `${field}: ${text}`, '  ')}`);
    }
  }
  if (hint) lines.push(paintError.dim(fit(hint)));
  return lines.join('\n');
}
