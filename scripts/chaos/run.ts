/**
 * Works with the built product while everything breaks: its processes are killed and paused, their clocks
 * are moved, and the email provider fails in every way. Then, after some passes in peace, compares what the
 * provider has with what we know.
 *
 *     npm run chaos -- --seconds 60 --seed 1 --database sqlite   # builds first; or postgresql
 *
 * Exits with 1 if anything is doubled, lost, stuck or orphaned.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres.ts';
import { workFolder } from '../bench/lib/product.ts';
import { chaos } from './chaos.ts';
import { canMoveClocks } from './moved-clock.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
const { database } = values;
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];

if (!canMoveClocks) console.log('Clocks are not moved: the package faketime is not installed.');
const { folder, remove } = workFolder();
const postgres = database === 'postgresql' ? await startPostgres({ durable: true }) : undefined;
try {
  const databaseUrl = postgres?.url ?? `sqlite:${folder}/wordrise.db`;
  const { counts, violations } = await chaos({ folder, databaseUrl, seed, seconds });
  console.log(`${seconds} s, seed ${seed}, ${database}\n`);
  for (const [what, number] of [...counts].toSorted()) console.log(`${String(number).padStart(7)}  ${what}`);
  console.log(`\nViolations: ${violations.length}`);
  for (const violation of violations) console.log(`  ${violation}`);
  process.exitCode = violations.length > 0 ? 1 : 0;
} finally {
  await postgres?.stop();
  remove();
}
