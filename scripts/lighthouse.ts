/**
 * `npm run lighthouse`: measures the landing page of the built product, as a phone sees it, and
 * fails where one of the four scores is below 95.
 *
 * CHROME_PATH   the browser, /usr/bin/chromium by default
 * REPORT        where Lighthouse's own report goes, as HTML, when it is to be read
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveBuilt } from '../packages/server/test/e2e/serve-built.ts';
import { chromiumArgs, chromiumPath } from '../test/chromium.ts';

const least = 95;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

async function main() {
  // As in production, but for the database and the sandbox, which need no account anywhere.
  const { url, dataDir, stop } = await serveBuilt({
    NODE_ENV: 'production',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    BOT_CHECK: 'off',
  });
  try {
    const report = await measure(url, dataDir);
    let worst = 100;
    for (const name of categories) {
      const category = report.categories[name];
      const score = Math.round((category?.score ?? 0) * 100);
      worst = Math.min(worst, score);
      console.log(`${String(score).padStart(4)}  ${name}`);
      for (const line of missing(report, name)) console.log(`      ${line}`);
    }
    if (worst < least) {
      console.error(`\nThe landing page needs ${least} in each.`);
      process.exitCode = 1;
    }
  } finally {
    await stop();
  }
}

/** What a score lost points for. */
function missing({ categories, audits }: Report, name: string): string[] {
  return (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? `: ${audit.displayValue}` : ''} (${id})`];
  });
}

async function measure(url: string, folder: string): Promise<Report> {
  const base = join(folder, 'landing');
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
      `--chrome-flags=${['--headless=new', ...chromiumArgs].join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: process.env.CHROME_PATH ?? chromiumPath } },
  );
  if (process.env.REPORT) copyFileSync(`${base}.report.html`, process.env.REPORT);
  return JSON.parse(readFileSync(`${base}.report.json`, 'utf8'));
}

await main();
