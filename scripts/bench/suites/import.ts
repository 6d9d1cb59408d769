import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startPostgres } from '../../../test/postgres.ts';
import type { Bench } from '../lib/bench.ts';
import { peakMemory } from '../lib/peak-memory.ts';
import { baseEnvironment, timeOf } from '../lib/processes.ts';
import { cli, productEnvironment, workFolder } from '../lib/product.ts';

const columns =
  'word,phoneticPronunciation,partOfSpeech,definition,etymology,example1,example2,conversationTip';

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
    '"Use it for people and their manner: an affable host, an affable smile. It suggests easy good nature."\n',
  ].join(',');
}

async function writeCsv(file: string, rows: number): Promise<string> {
  function* text() {
    yield `${columns}\n`;
    for (let nth = 0; nth < rows; nth += 1) yield csvRow(nth);
  }
  await pipeline(Readable.from(text()), createWriteStream(file, { highWaterMark: 1_048_576 }));
  return file;
}

const limit = (name: string) => join(import.meta.dirname, `../limits/import-${name}.ts`);
const rows = 100_000;
const perSecond = (ms: number) => rows / (ms / 1000);

export default async function imports(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  try {
    const csv = await writeCsv(join(folder, 'words.csv'), rows);
    await intoSqlite(bench, folder, csv);
    await intoPostgres(bench, folder, csv);
    await memory(bench, folder);
  } finally {
    remove();
  }
}

/** Imports into a fresh database, created beforehand so that its migrations are not measured. */
function importInto(folder: string, url: string, csv: string): number {
  const options = { cwd: folder, env: productEnvironment(url) };
  timeOf([cli, 'migrate', '--quiet'], options);
  return timeOf([cli, 'words', 'import', csv, '--quiet'], options);
}

async function intoSqlite(bench: Bench, folder: string, csv: string): Promise<void> {
  await bench.compare(
    {
      what: 'import of 100,000 words, SQLite',
      limit: 'csv-parse, one prepared insert',
      unit: 'per second',
      bound: { atLeast: 0.6 },
    },
    async () => perSecond(importInto(folder, `sqlite:${fresh(folder)}`, csv)),
    async () => perSecond(timeOf([limit('sqlite'), csv, fresh(folder)], { cwd: folder })),
  );
}

function fresh(folder: string): string {
  const file = join(folder, 'import.db');
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  return file;
}

async function intoPostgres(bench: Bench, folder: string, csv: string): Promise<void> {
  const copy = (...more: string[]) =>
    onPostgres((url) => perSecond(timeOf([limit('postgresql'), csv, url, ...more], { cwd: folder })));
  const own = await bench.compare(
    {
      what: 'import of 100,000 words, PostgreSQL',
      limit: 'COPY',
      unit: 'per second',
      bound: { atLeast: 0.4 },
    },
    () => onPostgres((url) => perSecond(importInto(folder, url, csv))),
    () => copy(),
  );
  if (!own) return;
  await bench.compare(
    {
      what: 'the same, into a table that is searched',
      limit: 'COPY with the index of trigrams',
      unit: 'per second',
      bound: { atLeast: 0.6 },
    },
    async () => own.ours,
    () => copy('searchable'),
  );
}

async function onPostgres(work: (url: string) => number): Promise<number> {
  const postgres = await startPostgres({ durable: true });
  try {
    return work(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function memory(bench: Bench, folder: string): Promise<void> {
  const small = await writeCsv(join(folder, 'small.csv'), 10_000);
  const large = await writeCsv(join(folder, 'large.csv'), 1_000_000);
  const peak = (csv: string) => {
    const url = `sqlite:${fresh(folder)}`;
    const options = { cwd: folder, env: { ...baseEnvironment(folder), ...productEnvironment(url) } };
    timeOf([cli, 'migrate', '--quiet'], options);
    return peakMemory([cli, 'words', 'import', csv, '--quiet'], options);
  };
  await bench.compare(
    {
      what: 'memory of an import, 1,000,000 rows',
      limit: '10,000 rows',
      unit: 'MB',
      bound: { atMost: 1.3 },
    },
    () => peak(large),
    () => peak(small),
  );
}
