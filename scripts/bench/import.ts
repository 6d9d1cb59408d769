/**
 * Import of words from CSV into SQLite: how fast, beside csv-parse and a raw prepared statement in
 * one transaction over the same file, and whether memory stays where it is as the file grows.
 *
 *     npx node --conditions=source scripts/bench/import.ts
 *
 * Every measurement runs in a process of its own. Exits with 1 where a limit is not kept.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { wordFields } from '../../packages/core/src/contract/word-fields.ts';
import type { WordInput } from '../../packages/core/src/contract/words.ts';
import { openProductDatabase } from '../../packages/core/src/entities.ts';
import { loadConfig } from '../../packages/core/src/settings/load-config.ts';
import { importWords } from '../../packages/core/src/words/import/import-words.ts';

const leastRatio = 0.5;
const mostGrowth = 1.3;
const rounds = 3;

interface Measured {
  rows: number;
  ms: number;
  peakMegabytes: number;
}

/** A row as long as those of the starter words, quoted fields among them. */
function csvRow(nth: number): string {
  return [
    `word ${nth}`,
    `/ˈwɜːd ${nth}/`,
    'noun',
    `"The ${nth}th thing of its kind, or any thing that comes after many others and before some more."`,
    '"By way of French from Latin verbum, which meant ""word"". Its cousins are verb, verve and adverb."',
    `She had used ${nth} words that day and had not found a single one of them too long.`,
    `"Over email he sounds stern, but in person he is affable and quick to laugh at number ${nth}."`,
    '"Use it for people and their manner: an affable host, an affable smile. It suggests easy good nature, a step less intimate than ""warm""."\n',
  ].join(',');
}

async function writeCsv(file: string, rows: number): Promise<void> {
  function* text() {
    yield `${wordFields.join(',')}\n`;
    for (let nth = 0; nth < rows; nth += 1) yield csvRow(nth);
  }
  await pipeline(Readable.from(text()), createWriteStream(file, { highWaterMark: 1_048_576 }));
}

async function openTemporary(folder: string) {
  const DATABASE_URL = `sqlite:${join(folder, `${crypto.randomUUID()}.db`)}`;
  const database = await openProductDatabase(
    loadConfig({ DATABASE_URL, SESSION_SECRET: 'x'.repeat(32) }).database,
  );
  await database.migrate();
  return database;
}

async function importAll(folder: string, file: string): Promise<Measured> {
  const database = await openTemporary(folder);
  const start = performance.now();
  const report = await importWords({ database, now: () => new Date() }, createReadStream(file), {
    onConflict: 'skip',
    source: 'import',
  });
  const ms = performance.now() - start;
  if (report.refused + report.skipped > 0) throw new Error(report.message);
  await database.close();
  return { rows: report.added, ms, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

/** What a script of twenty lines would do: nothing is checked, and a failure leaves nothing. */
async function insertAll(folder: string, file: string): Promise<Measured> {
  const opened = await openTemporary(folder);
  if (opened.native.kind !== 'sqlite') throw new Error('This is about SQLite.');
  const { database } = opened.native;
  const start = performance.now();
  const insert = database.prepare(
    `insert into words (word, phonetic_pronunciation, part_of_speech, definition, etymology, example1, example2,
       conversation_tip, word_key, sort_key, search_text, source, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'import', ?)`,
  );
  let rows = 0;
  database.exec('begin');
  const records = createReadStream(file).pipe(parse({ columns: true }));
  records.on('data', (record: WordInput) => {
    const key = record.word.toLowerCase();
    const searchText = `${key}\n${record.definition.toLowerCase()}`;
    insert.run(...wordFields.map((field) => record[field]), key, key, searchText, Date.now());
    rows += 1;
  });
  await once(records, 'end');
  database.exec('commit');
  const ms = performance.now() - start;
  await opened.close();
  return { rows, ms, peakMegabytes: process.resourceUsage().maxRSS / 1024 };
}

async function measured(task: 'import' | 'insert', folder: string, file: string): Promise<Measured> {
  const child = fork(import.meta.filename, [task, folder, file], { execArgv: ['--conditions=source'] });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${task} ended with ${code}.`))),
  ]);
  return result as Measured;
}

function fastest(results: Measured[]): Measured {
  return results.reduce((one, other) => (other.ms < one.ms ? other : one));
}

function print(what: string, value: string, limit = '', kept = true): void {
  console.log(`${what.padEnd(52)}${value.padStart(16)}   ${limit}${kept ? '' : '   NOT KEPT'}`);
  if (!kept) process.exitCode = 1;
}

const rate = ({ rows, ms }: Measured) => `${Math.round(rows / (ms / 1000)).toLocaleString('en-US')} rows/s`;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wordrise-bench-'));
  try {
    const files = {
      small: join(folder, 'small.csv'),
      middle: join(folder, 'middle.csv'),
      large: join(folder, 'large.csv'),
    };
    await writeCsv(files.small, 10_000);
    await writeCsv(files.middle, 100_000);
    await writeCsv(files.large, 1_000_000);
    const imports: Measured[] = [];
    const inserts: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      inserts.push(await measured('insert', folder, files.middle));
      imports.push(await measured('import', folder, files.middle));
    }
    const [ours, raw] = [fastest(imports), fastest(inserts)];
    const ratio = raw.ms / ours.ms;
    const megabytes = Math.round(statSync(files.middle).size / 1e6);
    print(`import of 100,000 words (${megabytes} MB), best of ${rounds}`, rate(ours));
    print('csv-parse and a raw prepared statement', rate(raw));
    print('ratio', ratio.toFixed(2), `at least ${leastRatio}`, ratio >= leastRatio);

    const small = await measured('import', folder, files.small);
    const large = await measured('import', folder, files.large);
    const growth = large.peakMegabytes / small.peakMegabytes;
    print('peak memory, 10,000 rows', `${small.peakMegabytes.toFixed(0)} MB`);
    print(`peak memory, 1,000,000 rows (${rate(large)})`, `${large.peakMegabytes.toFixed(0)} MB`);
    print('growth', growth.toFixed(2), `at most ${mostGrowth}`, growth <= mostGrowth);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [task, folder, file] = process.argv.slice(2);
if (process.send && folder && file) {
  process.send(await (task === 'import' ? importAll : insertAll)(folder, file));
} else {
  await main();
}
