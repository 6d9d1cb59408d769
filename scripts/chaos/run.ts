/**
 * Works with the built product while everything breaks: its processes are killed and paused, their clocks
 * are moved, and the email provider fails in every way. Then, after some undisturbed passes, compares what the provider
 * has with what we know.
 *
 *     npm run chaos -- --seconds 60 --seed 1 --database sqlite   # builds first; or postgresql
 *
 * With --pooler session, or transaction, PgBouncer is in front of PostgreSQL (Debian's package pgbouncer).
 *
 * With --smtp, two processes at a time send an email by SMTP to a mail server that fails, and are killed:
 *
 *     npm run chaos -- --smtp --readers 5000 --kills 200 --seconds 900 --database postgresql
 *
 * With --second failover, or groups, there are two mail servers, and both go away again and again.
 *
 * With --failover, PostgreSQL is killed in the middle of a send and of signups, and its synchronous standby promoted:
 *
 *     npm run chaos -- --failover --readers 5000
 *     npm run chaos -- --failover --binaries /usr/lib/postgresql/15/bin --pooler transaction
 *
 * Exits with 1 if anything is doubled, lost, stuck or orphaned.
 */
import { parseArgs } from 'node:util';
import { poolModes, startPgbouncer } from '../../test/pgbouncer.ts';
import { startPostgres } from '../../test/postgres.ts';
import { workFolder } from '../bench/lib/product.ts';
import { type ChaosOptions, type ChaosReport, chaos } from './chaos.ts';
import { failover } from './failover.ts';
import { killSending } from './kill-sending.ts';
import { canMoveClocks } from './moved-clock.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    pooler: { type: 'string' },
    smtp: { type: 'boolean', default: false },
    failover: { type: 'boolean', default: false },
    binaries: { type: 'string' },
    readers: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '200' },
    second: { type: 'string' },
  },
});
const { database } = values;
if (values.failover) process.exit(await showFailover());
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];

if (!values.smtp && !canMoveClocks)
  console.log('Clocks are not moved: the package faketime is not installed.');
const { folder, remove } = workFolder();
const postgres = database === 'postgresql' ? await startPostgres({ durable: true }) : undefined;
const mode = poolModes.find((known) => known === values.pooler);
const pooler = postgres && mode && (await startPgbouncer(postgres.url, { mode }));
try {
  const databaseUrl = pooler?.url ?? postgres?.url ?? `sqlite:${folder}/wordrise.db`;
  const options = { folder, databaseUrl, seed, seconds };
  const { counts, violations } = await (values.smtp ? killSenders(options) : chaos(options));
  const behind = pooler ? ` behind PgBouncer in ${mode} mode` : '';
  console.log(`${seconds} s, seed ${seed}, ${database}${behind}\n`);
  process.exitCode = show(counts, violations);
} finally {
  await pooler?.stop();
  await postgres?.stop();
  remove();
}

/** @returns the exit status */
async function showFailover(): Promise<number> {
  const { folder, remove } = workFolder();
  const { readers, binaries, pooler } = values;
  try {
    const report = await failover({
      folder,
      readers: Number(readers),
      seconds: 900,
      binaries,
      pooler: pooler === 'transaction',
    });
    return show(new Map(Object.entries(report.counts)), report.violations);
  } finally {
    remove();
  }
}

/** @returns the exit status */
function show(counts: ReadonlyMap<string, number>, violations: readonly string[]): number {
  for (const [what, number] of [...counts].toSorted()) console.log(`${String(number).padStart(7)}  ${what}`);
  console.log(`\nViolations: ${violations.length}`);
  for (const violation of violations) console.log(`  ${violation}`);
  return violations.length > 0 ? 1 : 0;
}

async function killSenders(options: ChaosOptions): Promise<ChaosReport> {
  const [readers, kills] = [Number(values.readers), Number(values.kills)];
  const second = (['failover', 'groups'] as const).find((known) => known === values.second);
  const { killed, counts, mostUnknown, violations } = await killSending({
    ...options,
    readers,
    kills,
    second,
  });
  if (killed < kills) console.log(`Only ${killed} of ${kills} kills: give it more readers or seconds.`);
  return { counts: new Map([...Object.entries(counts), ['unknown at most', mostUnknown]]), violations };
}
