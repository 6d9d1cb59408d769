import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The built command line. */
export const bin = fileURLToPath(new URL('../../../cli/bin/wordrise.js', import.meta.url));

export interface BuiltServer {
  url: string;
  dataDir: string;
  /** Its environment: what a command on the same data needs too. */
  env: Record<string, string | undefined>;
  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}

/** The built product as its users start it: `wordrise serve` in a process of its own, SQLite and the sandbox. */
export async function serveBuilt(settings: Record<string, string> = {}): Promise<BuiltServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH,
    HOME: dataDir,
    DATA_DIR: dataDir,
    DATABASE_URL: `sqlite:${join(dataDir, 'wordrise.db')}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  // Its folder is its own, so that no `.env` of a checkout is read.
  const serving = spawn(process.execPath, [bin, 'serve', '--json'], { cwd: dataDir, env });
  async function stop() {
    await end(serving);
    rmSync(dataDir, { recursive: true, force: true });
  }
  try {
    await listening(serving);
    const ready = await fetch(`${url}/readyz`);
    if (!ready.ok) throw new Error(`The server listens but is not ready: ${await ready.text()}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, env, stop };
}

async function listening({ stdout, stderr }: ChildProcess): Promise<void> {
  if (!stdout || !stderr) throw new Error('The server has no output to read.');
  let said = '';
  stderr.on('data', (chunk) => {
    said += chunk;
  });
  for await (const line of createInterface({ input: stdout })) {
    if (JSON.parse(line).event === 'listening') {
      // What it logs later must not fill the pipe and hold it up.
      stdout.resume();
      return;
    }
    said += `${line}\n`;
  }
  throw new Error(`The server did not start. Is everything built (npm run build)?\n${said}`);
}

async function end(serving: ChildProcess): Promise<void> {
  if (serving.exitCode !== null || serving.signalCode !== null) return;
  const gone = once(serving, 'exit');
  serving.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
