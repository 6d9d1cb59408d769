/**
 * Lists the tests of the last run that were skipped, and prints the counts on a line of their own. Fails if one of them
 * could have been run, unless ALLOW_SKIPPED=1 is set: a test that this machine cannot run says why in
 * `task.meta.cannotRun`. MISSING is the number of other things that could have been run.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath } from '../test/chromium.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = new URL('../test-results/', import.meta.url);
const sum = { passed: 0, failed: 0, skipped: 0 };
let couldRun = Number(process.env.MISSING ?? 0);

/** The tests of one file, as vitest reports them. */
function listSkipped({ name, assertionResults }) {
  for (const { status, fullName, meta } of assertionResults) {
    if (status === 'passed' || status === 'failed') continue;
    const reason = meta?.cannotRun;
    if (!reason) couldRun += 1;
    console.log(`  ${relative(root, name)} › ${fullName}${reason ? ` (${reason})` : ''}`);
  }
}

for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const results = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  sum.passed += results.numPassedTests;
  sum.failed += results.numFailedTests;
  sum.skipped += results.numPendingTests + results.numTodoTests;
  for (const file of results.testResults) listSkipped(file);
}
if (!existsSync(chromiumPath)) {
  couldRun += 1;
  console.log(`  all browser tests: there is no ${chromiumPath}`);
}
const isRefused = couldRun > 0 && !process.env.ALLOW_SKIPPED;
if (isRefused) console.log('Failed: some of these could have been run. To accept that, set ALLOW_SKIPPED=1.');
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = isRefused ? 1 : 0;
