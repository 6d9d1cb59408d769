import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AnswerOf, type EndpointName, endpoints } from '@wordrise/core/contract';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { openPage } from '../../../admin-ui/test/built-site.ts';

const bin = fileURLToPath(new URL('../../../cli/bin/wordrise.js', import.meta.url));

export const admin = { username: 'admin', password: 'correct horse battery' };
/** Not the browser's, so that a mixed-up zone shows. */
export const timezone = 'America/New_York';

export interface Product {
  url: string;
  dataDir: string;
  /** Runs the built command line on the same data; its standard output. */
  cli(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** The built product as its users start it: `wordrise serve` in a process of its own, SQLite and the sandbox. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = {
    // No `.env` of a checkout is read.
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'wordrise.db')}`,
      PORT: String(port),
      PUBLIC_URL: url,
      TIMEZONE: timezone,
      LOG_LEVEL: 'warn',
      ...env,
    },
  };
  const serving = spawn(process.execPath, [bin, 'serve', '--json'], options);
  const stop = async () => {
    await end(serving);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await listening(serving);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    dataDir,
    async cli(...args) {
      return (await promisify(execFile)(process.execPath, [bin, ...args], options)).stdout;
    },
    stop,
  };
}

/** As `startProduct`, gone when the test ends. */
export async function theProduct(env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(env);
  onTestFinished(product.stop);
  return product;
}

async function listening(serving: ChildProcess): Promise<void> {
  let said = '';
  serving.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  for await (const line of createInterface({ input: serving.stdout as NodeJS.ReadableStream })) {
    if (JSON.parse(line).event === 'listening') {
      // What it logs later must not fill the pipe and hold it up.
      serving.stdout?.resume();
      return;
    }
    said += `${line}\n`;
  }
  throw new Error(`The server did not start.\n${said}`);
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

export interface CallOptions {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Calls the API with the cookies of a page, and expects it to succeed. */
export type Call = <N extends EndpointName>(name: N, options?: CallOptions) => Promise<AnswerOf<N>>;

export function callsOf(context: BrowserContext, url: string): Call {
  return async (name, { params = {}, query = {}, body } = {}) => {
    const { method, path, status } = endpoints[name];
    const filled = path.replace(/\{(\w+)\}/g, (_all, key) => encodeURIComponent(String(params[key])));
    const response = await context.request.fetch(url + filled, {
      method,
      params: query,
      headers: { Origin: url, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { data: JSON.stringify(body) }),
    });
    expect(`${response.status()} ${await response.text()}`).toMatch(new RegExp(`^${status} `));
    return response.json();
  };
}

export interface SignedIn {
  product: Product;
  page: Page;
  call: Call;
}

/** A product with its admin, and a page whose cookies are the admin's. */
export async function theAdmin(options: BrowserContextOptions = {}, product?: Product): Promise<SignedIn> {
  const started = product ?? (await theProduct());
  const page = await openPage({
    baseURL: started.url,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  const call = callsOf(page.context(), started.url);
  if ((await call('needsSetup')).needsSetup) await call('setupAdmin', { body: admin });
  await call('login', { body: admin });
  return { product: started, page, call };
}

/** The one toast: waits for it and says what stands in it. */
export async function toastOf(page: Page, text: string): Promise<void> {
  await page.locator('[data-toasts], #toasts').getByText(text, { exact: true }).waitFor();
}

/** What a person does at the login page. */
export async function logIn(page: Page, { username, password } = admin): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}
