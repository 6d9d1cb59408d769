import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Overrides } from '@wordrise/core';
import { importBuilt } from '../../../../test/built-files.ts';
import { freePort } from '../../../../test/free-port.ts';

/** The built CLI. */
export const bin = fileURLToPath(new URL('../../../cli/bin/wordrise.js', import.meta.url));

export interface BuiltServer {
  url: string;
  dataDir: string;
  /** Its environment, which a command on the same data needs too. */
  env: Record<string, string>;
  /** Where the admin account is created, with its token. */
  setupLink?: string | undefined;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** @param data A data folder left by another server: this one continues with a copy. */
async function givenPlace(settings: Record<string, string>, data?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
  if (data) cpSync(data, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env: Record<string, string> = {
    PATH,
    NODE_COMPILE_CACHE,
    HOME: dataDir,
    DATA_DIR: dataDir,
    DATABASE_URL: `sqlite:${join(dataDir, 'wordrise.db')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  return { url, dataDir, env };
}

/** The built product as users start it: `wordrise serve` in its own process, with SQLite and the sandbox. */
export async function serveBuilt(settings: Record<string, string> = {}): Promise<BuiltServer> {
  const { url, dataDir, env } = await givenPlace(settings);
  // Runs in its own folder, so that it does not read a checkout's `.env`.
  const serving = spawn(process.execPath, [bin, 'serve', '--json'], { cwd: dataDir, env });
  async function stop() {
    await end(serving);
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    const { setupLink } = await listening(serving);
    // One that listens on a socket is asked through its proxy.
    const ready = env.HOST?.startsWith('/') ? undefined : await fetch(`${url}/readyz`);
    if (ready && !ready.ok) throw new Error(`The server listens but is not ready: ${await ready.text()}`);
    return { url, dataDir, env, setupLink, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const overrides: Overrides = {
  bcryptCost: 4,
  wait: async () => {},
  calls: { minIntervalMs: 0, readRetries: 0 },
};

const builtFile = (path: string) => new URL(`../../../${path}`, import.meta.url).href;

/**
 * Like `serveBuilt`, but in this process, because most of the start is loading modules. Passwords are cheap to check, and
 * nothing pauses after a wrong one or between tries to reach a provider.
 *
 * @param options.data A data folder left by another server: this one continues with a copy.
 */
export async function serveHere(
  settings: Record<string, string>,
  { data, starterWords = true }: { data?: string; starterWords?: boolean } = {},
): Promise<Omit<BuiltServer, 'stop'> & { stop(keepIn?: string): Promise<void> }> {
  const [{ loadConfig }, { createLog, startServer }] = await Promise.all([
    importBuilt<typeof import('@wordrise/core')>(builtFile('core/dist/index.js')),
    importBuilt<typeof import('@wordrise/server')>(builtFile('server/dist/index.js')),
  ]);
  const place = await givenPlace(settings, data);
  const log = createLog('warn', process.stderr);
  const server = await startServer(loadConfig(place.env), {
    log,
    starterWords,
    overrides,
  });
  return {
    ...place,
    /** @param keepIn Where to move the data instead of deleting it. */
    async stop(keepIn?: string) {
      await server.stop();
      if (keepIn) renameSync(place.dataDir, keepIn);
      rmSync(place.dataDir, { recursive: true, force: true });
    },
  };
}

async function listening({ stdout, stderr }: ChildProcess): Promise<{ setupLink?: string }> {
  if (!stdout || !stderr) throw new Error('The server has no output to read.');
  let output = '';
  stderr.on('data', (chunk) => {
    output += chunk;
  });
  for await (const line of createInterface({ input: stdout })) {
    const said = JSON.parse(line);
    if (said.event === 'listening') {
      // Its later log must not fill the pipe and block the process.
      stdout.resume();
      return said;
    }
    output += `${line}\n`;
  }
  throw new Error(`The server did not start. Is everything built (npm run build)?\n${output}`);
}

async function end(serving: ChildProcess): Promise<void> {
  if (serving.exitCode !== null || serving.signalCode !== null) return;
  const gone = once(serving, 'exit');
  serving.kill('SIGTERM');
  await gone;
}
