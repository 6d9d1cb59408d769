/** Prints the counts of the last test run on a line of their own. */
import { readFileSync } from 'node:fs';

const file = new URL('../test-results/results.json', import.meta.url);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(file, 'utf8'));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
