/**
 * Sends seeded requests to the built server, derived from its own OpenAPI document: valid, nearly valid and
 * hostile ones, with and without a session.
 *
 *     npm run fuzz -- --requests 10000 --seed 1 --database sqlite   # builds first
 *     npm run fuzz -- --seed 1 --database sqlite --only 4711        # one request again
 *
 * Exits with 1 unless every answer is below 500, every error has a message and a code, no request costs the
 * server more than 250 ms of processor time, and memory is flat.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from '../../test/postgres.ts';
import { workFolder } from '../bench/lib/product.ts';
import { type Failure, fuzz } from './fuzz.ts';
import { bytesOf } from './send.ts';
import { showReport } from './show-report.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
    only: { type: 'string' },
  },
});
const { database, only } = values;
const seed = Number(values.seed);
const numbers = only === undefined ? [...Array(Number(values.requests)).keys()] : [Number(only)];

const { folder, remove } = workFolder();
const postgres = database === 'postgresql' ? await startPostgres() : undefined;
try {
  const databaseUrl = postgres?.url ?? `sqlite:${folder}/wordrise.db`;
  const report = await fuzz({ folder, databaseUrl, seed, numbers, measured: true, onFailure });
  const { text, isFine } = showReport(report, { requests: numbers.length, seed, database });
  console.log(text);
  process.exitCode = isFine ? 0 : 1;
} finally {
  await postgres?.stop();
  remove();
}

function onFailure({ number, request, reason }: Failure): void {
  const parts = { publicOrigin: 'http://words.example', cookie: '…', visitor: '…' };
  const wire = bytesOf(request, parts).toString('latin1');
  const shown = wire.length > 1500 ? `${wire.slice(0, 1500)}… (${wire.length} bytes)` : wire;
  console.log(`\nRequest ${number} of seed ${seed} (${request.name}) ${reason}`);
  console.log(`Again: npm run fuzz -- --seed ${seed} --database ${database} --only ${number}`);
  console.log(JSON.stringify(shown));
}
