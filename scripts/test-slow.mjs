/**
 * `npm run test:slow [-- RUNS [PATH…]]`: runs all tests, or those whose paths contain an argument, three
 * times on one processor that four busy loops share. Tests that pass here do not depend on speed.
 *
 * Eight tests run side by side, so that each gets about a twelfth of the processor, and all of them two thirds:
 * harder for a test than fewer workers are, and sooner over.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const results = new URL('../test-results/all.json', import.meta.url);
const [runs = '3', ...paths] = process.argv.slice(2);

// Each loop ends with its standard input, so that none outlives this process, however it ends.
const busyLoop = `
  let isOpen = true;
  process.stdin.on('end', () => { isOpen = false; }).resume();
  function spin() {
    const end = Date.now() + 100;
    while (Date.now() < end);
    if (isOpen) setImmediate(spin);
  }
  spin();`;

function onOneProcessor(args, stdio) {
  return spawn('taskset', ['-c', '0', process.execPath, ...args], { cwd, stdio });
}

async function run(child) {
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Counts of the last run, and the names of the tests that failed. */
function read() {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed');
  return [
    `${numPassedTests} passed, ${numFailedTests} failed`,
    ...failed.map(({ fullName }) => `  ${fullName}`),
  ];
}

async function testOnce() {
  rmSync(results, { force: true });
  const started = Date.now();
  const code = await run(onOneProcessor(['scripts/test.mjs', '--maxWorkers=8', ...paths], 'inherit'));
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  const [counts, ...failed] = existsSync(results) ? read() : ['no results'];
  return { code, lines: [`${counts} in ${minutes} minutes`, ...failed] };
}

// Not part of the test, so it runs at full speed.
if ((await run(spawn('lerna', ['run', 'build', '--loglevel', 'error'], { cwd, stdio: 'inherit' }))) !== 0) {
  process.exit(1);
}
const loops = Array.from({ length: 4 }, () =>
  onOneProcessor(['-e', busyLoop], ['pipe', 'ignore', 'inherit']),
);
const reports = [];
try {
  for (let nth = 0; nth < Number(runs); nth += 1) reports.push(await testOnce());
  if (loops.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
    throw new Error('A busy loop ended early, so these runs prove nothing.');
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
for (const [at, { lines }] of reports.entries()) console.log(`Run ${at + 1}: ${lines.join('\n')}`);
process.exitCode = reports.every(({ code }) => code === 0) ? 0 : 1;
