/**
 * Compares the product with the bare program a good engineer would write for one job, with the same durability, sign-in
 * and answer, in the same run: machines vary by a factor of five from day to day, ratios do not.
 *
 *     npm run bench                          # everything; builds first
 *     npm run bench -- signups lists         # some suites
 *     npm run bench -- --rounds 1            # a quick look
 *     npm run bench -- sending --readers 10000
 *     npm run bench -- scale                 # a million readers, ten million and 40 days: takes hours
 *     npm run bench -- scale --scale-readers 100000 --seconds 60 --most 1000000 --daily 2000 --daily-filled 100000
 *     npm run bench -- sending --only PostgreSQL  # the rows that contain this
 *     npm run bench -- --save FILE           # figures as JSON
 *     npm run bench -- --compare FILE        # next to those of another commit
 *
 * With `BENCH_CGROUP=FOLDER`, measured programs run in that control group, for example one with 512 MB of memory. With
 * `BENCH_CONNECTIONS=20`, emails and nodemailer's pool have that many connections instead of 5.
 *
 * Exits with 1 if a bound is not met.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBench, type Figure } from './lib/bench.ts';
import { describeRun, type Run, row, showTable } from './lib/table.ts';

const suites = [
  'cli',
  'start',
  'pages',
  'archive',
  'signups',
  'lists',
  'search',
  'import',
  'processor',
  'sending',
  'growth',
] as const;
/** Only if it is named. */
const longSuites = ['scale'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    readers: { type: 'string', default: '100000' },
    'scale-readers': { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '3600' },
    most: { type: 'string', default: '10000000' },
    daily: { type: 'string', default: '5000' },
    'daily-filled': { type: 'string', default: '1000000' },
    only: { type: 'string' },
    save: { type: 'string' },
    compare: { type: 'string' },
  },
});
const chosen = positionals.length > 0 ? positionals : suites;
const unknown = chosen.find((name) => !existsSync(join(import.meta.dirname, 'suites', `${name}.ts`)));
if (unknown)
  throw new Error(
    `There is no suite “${unknown}”. The suites are: ${[...suites, ...longSuites].join(', ')}.`,
  );
const before: Run | undefined = values.compare ? JSON.parse(readFileSync(values.compare, 'utf8')) : undefined;

const run = describeRun();
console.log(`${run.machine}; Node ${run.node}; commit ${run.commit}\n`);
const figures: Figure[] = [];
const bench = createBench({
  rounds: Number(values.rounds),
  readers: Number(values.readers),
  scale: {
    readers: Number(values['scale-readers']),
    seconds: Number(values.seconds),
    most: Number(values.most),
    daily: Number(values.daily),
    dailyFilled: Number(values['daily-filled']),
  },
  only: values.only,
  onFigure(figure) {
    figures.push(figure);
    console.log(`  ${row(figure).join('  ')}`);
  },
});
for (const name of chosen) {
  console.log(name);
  const suite: { default: (b: typeof bench) => Promise<void> } = await import(`./suites/${name}.ts`);
  await suite.default(bench);
}
if (figures.length > 0) console.log(`\n${showTable(figures, before)}`);
if (values.save) writeFileSync(values.save, `${JSON.stringify({ ...run, figures }, null, 2)}\n`);
process.exitCode = figures.every(({ isMet }) => isMet) ? 0 : 1;
