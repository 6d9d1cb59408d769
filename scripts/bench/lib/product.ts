import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSetupToken } from '../../../packages/core/src/owner/admin-account.ts';
import { type RunningProcess, repository, startProcess } from './processes.ts';

export const cli = join(repository, 'packages/cli/bin/wordrise.js');

/** A folder for one suite, removed when it ends. */
export function workFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-bench-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const secret = 'a-secret-of-the-benchmark-long-enough';

/** As in production behind one proxy, without services that need a real account. */
export function productEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: secret,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    BOT_CHECK: 'off',
    PROCESSOR: 'off',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'http://words.example',
  };
}

/** The built product, started as an owner starts it. */
export function startProduct(folder: string, databaseUrl: string): Promise<RunningProcess> {
  return startProcess({
    args: [cli, 'serve'],
    env: productEnvironment(databaseUrl),
    cwd: folder,
    ready: '/readyz',
  });
}

const headers = { Origin: 'http://words.example', 'Content-Type': 'application/json' };
const admin = { username: 'admin', password: 'correct horse' };
const token = createSetupToken({ sessionSecrets: [secret], trustsLocalCalls: false }).value;

/**
 * Creates the account if there is none, signs in, and returns the cookie header.
 *
 * @param address The visitor's, as a proxy in front reports it: logins are limited per address.
 */
export async function signIn(origin: string, address?: string): Promise<string> {
  await fetch(`${origin}/api/setup-admin`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...admin, token }),
  });
  const from = address ? { ...headers, 'X-Forwarded-For': address } : headers;
  const login = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: from,
    body: JSON.stringify(admin),
  });
  if (!login.ok) throw new Error(`Signing in answered ${login.status}: ${await login.text()}`);
  return login.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
