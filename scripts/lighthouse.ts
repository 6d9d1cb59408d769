/**
 * `npm run lighthouse`: measures the landing page, the login page, the archive, the page of a word and the owner's pages
 * of the built product, as a phone sees them, and fails if a score is too low. `npm run lighthouse -- /login` measures one.
 *
 * CHROME_PATH   the browser, /usr/bin/chromium by default
 * REPORT        where Lighthouse's own report of the last page goes, as HTML, if you want to read it
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { createSetupToken } from '../packages/core/src/owner/admin-account.ts';
import { type BuiltServer, bin, serveBuilt } from '../packages/server/test/e2e/serve-built.ts';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';

/** The score that each page needs. Performance also depends on the machine, the others only on the page. */
const least = (category: string, path: string) => {
  if (category !== 'performance') return 100;
  // An app that loads its data, for its owner, who comes back: shown, and not judged.
  return isOwners(path) ? 0 : 95;
};

const isOwners = (path: string) => path.startsWith('/admin');

const forVisitors = ['performance', 'accessibility', 'best-practices'] as const;
const forSearch = [...forVisitors, 'seo'] as const;
// robots.txt keeps search engines away from the login page.
const pages = {
  '/': forSearch,
  '/login': forVisitors,
  '/archive': forSearch,
  '/words/zephyr': forSearch,
  '/admin': forVisitors,
  '/admin/schedule': forVisitors,
  '/admin/readers': forVisitors,
  '/admin/settings': forVisitors,
};

const admin = { username: 'admin', password: 'correct horse battery' };

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

async function main() {
  // As in production, except for the database and the sandbox, which need no account.
  const server = await serveBuilt({
    NODE_ENV: 'production',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    BOT_CHECK: 'off',
  });
  try {
    await createAdmin(server);
    const session = await signIn(server);
    await sendWord(server);
    const chosen = process.argv.slice(2);
    for (const [path, categories] of Object.entries(pages)) {
      if (chosen.length > 0 && !chosen.includes(path)) continue;
      console.log(path);
      const report = await measure(server.url + path, {
        folder: server.dataDir,
        categories,
        session: isOwners(path) ? session : undefined,
      });
      if (!show(report, { path, categories })) process.exitCode = 1;
    }
  } finally {
    await server.stop();
  }
}

/** Without an admin the login page links to the setup. */
async function createAdmin({ url, env }: BuiltServer): Promise<void> {
  const sessionSecrets = [env.SESSION_SECRET ?? ''];
  const token = createSetupToken({ sessionSecrets, trustsLocalCalls: false }).value;
  const answer = await fetch(`${url}/api/setup-admin`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...admin, token }),
  });
  if (!answer.ok) throw new Error(`No admin was created: ${await answer.text()}`);
}

/** @returns the cookies of the session */
async function signIn({ url }: BuiltServer): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Marks a word as sent: only its page matters. */
async function sendWord({ dataDir, env }: BuiltServer): Promise<void> {
  await promisify(execFile)(process.execPath, [bin, 'schedule', 'add', 'zephyr', '--tomorrow'], {
    cwd: dataDir,
    env,
  });
  const database = new Database(join(dataDir, 'wordrise.db'));
  database
    .prepare("update scheduled_emails set status = 'sent', scheduled_date = ?")
    .run(Date.now() - 60_000);
  database.close();
}

/** Prints the scores, and what they lost points for. @returns whether they are high enough */
function show(
  report: Report,
  { path, categories }: { path: string; categories: readonly string[] },
): boolean {
  const scores = categories.map((name) => {
    const score = Math.round((report.categories[name]?.score ?? 0) * 100);
    const needed = least(name, path);
    const isEnough = score >= needed;
    console.log(`${String(score).padStart(4)}  ${name}${isEnough ? '' : `, needs ${needed}`}`);
    for (const line of missing(report, name)) console.log(`      ${line}`);
    return isEnough;
  });
  return scores.every(Boolean);
}

/** What a score lost points for. */
function missing({ categories, audits }: Report, name: string): string[] {
  return (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''} (${id})`];
  });
}

interface Measuring {
  /** The folder of the reports. */
  folder: string;
  categories: readonly string[];
  /** Cookies, for a page that needs a session. */
  session: string | undefined;
}

/** Chromium sometimes omits the start of a page from its trace; Lighthouse then asks to be run again. */
const brokenTrace = /NO_NAVSTART/;

async function measure(url: string, measuring: Measuring, tries = 3): Promise<Report> {
  try {
    return await runLighthouse(url, measuring);
  } catch (error) {
    if (tries === 1 || !brokenTrace.test(String(error))) throw error;
    return measure(url, measuring, tries - 1);
  }
}

async function runLighthouse(url: string, { folder, categories, session }: Measuring): Promise<Report> {
  const base = join(folder, 'page');
  await promisify(execFile)(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('lighthouse/cli/index.js')),
      url,
      '--quiet',
      '--form-factor=mobile',
      `--only-categories=${categories.join(',')}`,
      '--output=json',
      '--output=html',
      `--output-path=${base}`,
      ...(session ? [`--extra-headers=${JSON.stringify({ Cookie: session })}`] : []),
      `--chrome-flags=${['--headless=new', ...chromiumArgs].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? chromiumPath } },
  );
  if (process.env.REPORT) copyFileSync(`${base}.report.html`, process.env.REPORT);
  return JSON.parse(readFileSync(`${base}.report.json`, 'utf8'));
}

await main();
