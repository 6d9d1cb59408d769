/** Prints the counts of the last test run on a line of their own. */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../test-results/', import.meta.url);
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
  const results = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  sum.passed += results.numPassedTests;
  sum.failed += results.numFailedTests;
  sum.skipped += results.numPendingTests;
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
