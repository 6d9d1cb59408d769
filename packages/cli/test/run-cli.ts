import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, openWordrise, type Wordrise } from '@wordrise/core';
import { type WordInput, wordFields } from '@wordrise/core/contract';
import { onTestFinished } from 'vitest';
import { type DatabaseKind, temporaryDatabaseUrl, temporaryFolder } from '../../../test/databases.ts';
import { migratedDatabaseUrl } from '../../../test/migrated-database.ts';
import { canRunHere, runHere } from './run-here.ts';

const root = join(import.meta.dirname, '..');

/** The built command; `CLI_FROM_SOURCE=1` runs the sources during development. */
export const commandLine = process.env.CLI_FROM_SOURCE
  ? ['--conditions=source', join(root, 'src/main.ts')]
  : [join(root, 'bin/wordrise.js')];
if (!process.env.CLI_FROM_SOURCE && !existsSync(join(root, 'dist/main.js'))) {
  throw new Error('Build first: npm run build');
}

/** A run that takes longer is hanging. */
const timeLimitMs = 300_000;

/** Any JSON: a test says what it expects. */
type Json = ReturnType<typeof JSON.parse>;

export interface Ended {
  stdout: string;
  stderr: string;
  /** Exit status, or the signal that ended it. */
  code: number | NodeJS.Signals;
  /** Standard output as JSON. */
  json: () => Json;
  /** Standard output as JSON lines. */
  jsonLines: () => Json[];
}

export interface Running {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves once standard output or standard error matches. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

export interface Installation {
  folder: string;
  env: Record<string, string>;
  /** Runs `wordrise` with these arguments to its end. */
  run(args: string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ended>;
  start(args: string[], options?: { input?: string; env?: Record<string, string> }): Running;
  /** Like `start`, with a standard input that stays open. */
  startOpen(args: string[]): Running;
  /** Opens the same installation directly, to prepare or inspect data. */
  open(now?: () => Date): Promise<Wordrise>;
}

/** An empty folder to run the command in, and a separate empty database. */
export async function givenInstallation(
  kind: DatabaseKind = 'sqlite',
  settings: Record<string, string> = {},
): Promise<Installation> {
  return installationAt(await migratedDatabaseUrl(kind), settings);
}

/** Like `givenInstallation`, before the first start. */
export async function givenNewInstallation(
  kind: DatabaseKind = 'sqlite',
  settings: Record<string, string> = {},
): Promise<Installation> {
  return installationAt(await temporaryDatabaseUrl(kind), settings);
}

function installationAt(DATABASE_URL: string, settings: Record<string, string>): Installation {
  const folder = temporaryFolder();
  const env = { ...bareEnvironment(folder), DATABASE_URL, TIMEZONE: 'America/New_York', ...settings };
  return {
    folder,
    env,
    start: (args, options) => start(folder, args, { ...options, env: { ...env, ...options?.env } }),
    startOpen: (args) => start(folder, args, { env, keepOpen: true }),
    run: (args, options) => run(folder, args, { ...options, env: { ...env, ...options?.env } }),
    async open(now = () => new Date()) {
      const config = loadConfig({ ...env, DATA_DIR: join(folder, 'data') });
      const wordrise = await openWordrise(config, { now, calls: { minIntervalMs: 0 } });
      onTestFinished(() => wordrise.close());
      return wordrise;
    },
  };
}

/** An environment without the machine's own settings. */
export function bareEnvironment(folder: string): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, HOME: folder, TZ: 'UTC', LC_ALL: 'C.UTF-8' };
}

/** Runs `wordrise` to its end: in this process, unless the sources are run or a process is needed. */
export async function run(
  folder: string,
  args: string[],
  { input, env }: { input?: string | undefined; env: Record<string, string> },
): Promise<Ended> {
  if (process.env.CLI_FROM_SOURCE || !canRunHere(args, env)) return start(folder, args, { input, env }).ended;
  return endedWith(await runHere({ folder, args, input, env }));
}

export function start(
  cwd: string,
  args: string[],
  {
    input,
    env,
    keepOpen = false,
  }: { input?: string | undefined; env: Record<string, string>; keepOpen?: boolean },
): Running {
  const child = spawn(process.execPath, [...commandLine, ...args], { cwd, env, stdio: 'pipe' });
  if (!keepOpen) child.stdin.end(input);
  return follow(child, `wordrise ${args.join(' ')}`);
}

/** Runs the command as a user bound by file permissions, even if the tests run as root. */
export function startUnprivileged(
  { folder, env }: Pick<Installation, 'folder' | 'env'>,
  args: string[],
): Running {
  const isRoot = process.getuid?.() === 0;
  const drop = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
  const [program = '', ...words] = [...drop, process.execPath, ...commandLine, ...args];
  const child = spawn(program, words, { cwd: folder, env, stdio: 'pipe' });
  child.stdin.end();
  return follow(child, `wordrise ${args.join(' ')} without privileges`);
}

const hasScript = spawnSync('script', ['--version']).status === 0;
/** Whether a pseudo-terminal is available, through util-linux's `script`, which every Debian has. */
export const canHaveTerminal = hasScript;

export interface Terminal extends Running {
  type(keys: string): void;
}

/** Runs the command in a pseudo-terminal, as a person would. */
export function startInTerminal(
  { folder, env }: Pick<Installation, 'folder' | 'env'>,
  args: string[],
  { columns = 80 }: { columns?: number } = {},
): Terminal {
  const quoted = [process.execPath, ...commandLine, ...args].map(
    (word) => `'${word.replaceAll("'", `'\\''`)}'`,
  );
  const line = `stty rows 40 cols ${columns}; exec ${quoted.join(' ')}`;
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: 'xterm-256color', SHELL: '/bin/sh' },
    stdio: 'pipe',
  });
  const running = follow(child, `wordrise ${args.join(' ')} in a terminal`);
  return { ...running, type: (keys) => void child.stdin.write(keys) };
}

export const enter = '\r';
export const down = '\u001b[B';
export const controlC = '\u0003';

export function follow(child: ChildProcess, name: string): Running {
  let stdout = '';
  let stderr = '';
  /** How far `until` has looked. */
  let seen = 0;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const look of watchers) look();
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    notify();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    notify();
  });
  // Some tests are about a reader that disconnects early.
  child.stdin?.on('error', () => {});
  const hangs = setTimeout(() => child.kill('SIGKILL'), timeLimitMs);
  onTestFinished(() => {
    clearTimeout(hangs);
    child.kill('SIGKILL');
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(hangs);
      notify();
      resolve(endedWith({ stdout, stderr, code: code ?? (signal as NodeJS.Signals) }));
    });
  });

  function until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const text = stdout.slice(seen) + stderr;
        const match = pattern.exec(text);
        if (match) {
          seen += Math.min(match.index + match[0].length, stdout.length - seen);
          watchers.delete(look);
          resolve(match);
        } else if (child.exitCode !== null || child.signalCode !== null) {
          watchers.delete(look);
          reject(new Error(`${name} ended before ${pattern} came:\n${stdout}\n${stderr}`));
        }
      };
      watchers.add(look);
      look();
    });
  }

  return { child, ended, until };
}

function endedWith({ stdout, stderr, code }: Pick<Ended, 'stdout' | 'stderr' | 'code'>): Ended {
  return {
    stdout,
    stderr,
    code,
    json: () => parsed(stdout, stderr),
    jsonLines: () =>
      stdout
        .trimEnd()
        .split('\n')
        .filter(Boolean)
        .map((line) => parsed(line, stderr)),
  };
}

function parsed(text: string, stderr: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`Not JSON:\n${text}\n${stderr}`, { cause });
  }
}

/** A word; a test sets only the fields that matter to it. */
export function wordOf(word: string, fields: Partial<WordInput> = {}): WordInput {
  return {
    ...(Object.fromEntries(wordFields.map((field) => [field, ''])) as WordInput),
    word,
    phoneticPronunciation: `/${word}/`,
    partOfSpeech: 'noun',
    definition: `What ${word} means.`,
    etymology: `Where ${word} comes from.`,
    example1: `A sentence with ${word}.`,
    example2: `Another with ${word}.`,
    conversationTip: `Say ${word} out loud.`,
    ...fields,
  };
}

/** A word without findings. */
export const cleanWord = wordOf('hush', {
  phoneticPronunciation: '/hʌʃ/',
  partOfSpeech: 'verb',
  definition: 'To make a room go quiet.',
  example1: 'The coach hushed the whole bus with one look.',
  example2: 'Please hush the dog before the solo.',
  conversationTip: 'You hush people, pets, and rooms.',
});
