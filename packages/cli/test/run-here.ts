import { join } from 'node:path';
import { clearLine, cursorTo } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { importBuilt, prepareBuiltFiles } from '../../../test/built-files.ts';

const program = process.env.CLI_FROM_SOURCE ? '../src/main.ts' : '../dist/main.js';
const main = pathToFileURL(join(import.meta.dirname, program)).href;

/** The output of a command that was run to its end. */
export interface Written {
  stdout: string;
  stderr: string;
  code: number;
}

interface Invocation {
  folder: string;
  args: string[];
  input?: string | undefined;
  env: Record<string, string>;
  /** Of the terminal that both outputs go to, as `stdout`; without it they are pipes. */
  columns?: number;
}

let runs = 0;
let isRunning = false;

/** Whether a command can be run here: one at a time, and none that a process is started for with options of Node. */
export function canRunHere(args: string[], env: Record<string, string>): boolean {
  return !isRunning && !env.NODE_OPTIONS && !['serve', '__complete'].includes(args[0] ?? '');
}

/**
 * Runs the built command, or its sources, in this process: most of the time that a short command takes is the start of
 * Node.js and the loading of modules. It gets its own working folder, environment and standard streams, as from a
 * shell. Tests about processes, signals and questions start it as a process.
 */
export async function runHere({ folder, args, input = '', env, columns }: Invocation): Promise<Written> {
  isRunning = true;
  await prepareBuiltFiles();
  const stdout = collector(columns);
  const stderr = columns ? stdout : collector();
  const restore = replaceGlobals(folder, env, {
    argv: [process.execPath, main, ...args],
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  try {
    runs += 1;
    // The query makes this module run again; its imports are loaded once.
    await importBuilt(`${main}?run=${runs}`);
    return {
      stdout: stdout.text(),
      stderr: columns ? '' : stderr.text(),
      code: Number(process.exitCode ?? 0),
    };
  } finally {
    restore();
    isRunning = false;
  }
}

function collector(columns?: number) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  if (columns) Object.assign(stream, terminalOf(stream, columns));
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** What Node.js gives a stream that is a terminal, as far as commands use it. */
const terminalOf = (stream: Writable, columns: number) => ({
  isTTY: true,
  columns,
  hasColors: () => false,
  cursorTo: (column: number) => cursorTo(stream, column),
  clearLine: (direction: -1 | 0 | 1) => clearLine(stream, direction),
});

const signals = ['SIGINT', 'SIGTERM'] as const;

/** @returns a function that restores everything */
function replaceGlobals(folder: string, env: Record<string, string>, streams: object): () => void {
  const before = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const names = Object.keys(streams);
  const owned = names.map((name) => [name, Object.getOwnPropertyDescriptor(process, name)] as const);
  const listening = signals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { configurable: true, writable: true, value });
  process.env = { ...env };
  process.chdir(folder);
  process.exitCode = undefined;
  return () => {
    for (const [name, descriptor] of owned) if (descriptor) Object.defineProperty(process, name, descriptor);
    for (const [signal, kept] of listening) {
      for (const listener of process.listeners(signal)) {
        if (!kept.includes(listener)) process.removeListener(signal, listener);
      }
    }
    process.env = before.env;
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
  };
}
