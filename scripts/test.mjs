/**
 * `npm test`: builds anything missing, then runs every test, or those whose paths contain an argument.
 * Without Chromium, browser tests are skipped. Where CI is set, files that failed run a second time, alone, and are
 * named: see docs/decisions/0029-a-second-try.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildQuietly } from './build-quietly.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { cwd: root, stdio: 'inherit' };
// `npm run test:summary` reads the counts from there.
const results = 'test-results/all.json';
// More than these are not chance.
const mostAgain = 5;

function run(command, ...args) {
  return spawnSync(command, args, options).status ?? 1;
}

/** Runs every test, or those whose paths contain one of these. */
function runTests(...paths) {
  return run(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...paths,
  );
}

const readResults = () => JSON.parse(readFileSync(new URL(`../${results}`, import.meta.url), 'utf8'));

/**
 * Runs files that failed once more, and puts their new results in the place of the first ones.
 *
 * @returns the status of the run
 */
function runAgain() {
  const all = readResults();
  const failed = all.testResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0 || failed.length > mostAgain) return 1;
  const names = failed.map(({ name }) => relative(root, name));
  console.log(`\nOnce more, alone: ${names.join(', ')}\n`);
  const second = runTests(...names);
  const again = readResults();
  for (const file of again.testResults) {
    const nth = all.testResults.findIndex(({ name }) => name === file.name);
    for (const { status, fullName } of all.testResults[nth].assertionResults) {
      if (status === 'failed' && file.status === 'passed')
        console.log(`  passed only when run again: ${relative(root, file.name)} › ${fullName}`);
    }
    all.testResults[nth] = file;
  }
  const tests = all.testResults.flatMap(({ assertionResults }) => assertionResults);
  all.numPassedTests = tests.filter(({ status }) => status === 'passed').length;
  all.numFailedTests = tests.filter(({ status }) => status === 'failed').length;
  writeFileSync(new URL(`../${results}`, import.meta.url), JSON.stringify(all));
  return second;
}

rmSync(new URL('../test-results', import.meta.url), { recursive: true, force: true });
let status = buildQuietly() ? 0 : 1;
if (status === 0) {
  status = runTests(...process.argv.slice(2));
  if (status !== 0 && process.env.CI) status = runAgain();
  // Not before the build, which says so if this Node.js is too old for it.
  const { chromiumPath } = await import('../test/chromium.ts');
  if (!existsSync(chromiumPath)) {
    console.log(
      `Browser tests were skipped: there is no ${chromiumPath}. Set CHROMIUM_PATH to another Chromium.`,
    );
  }
}
process.exitCode = status;
