import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { icontactSettings, startSandbox } from '@wordrise/core/testing';
import Database from 'better-sqlite3';
import type { Bench } from '../lib/bench.ts';
import { peakMemory } from '../lib/peak-memory.ts';
import { baseEnvironment, repository, timeOf } from '../lib/processes.ts';
import { cli, productEnvironment, workFolder } from '../lib/product.ts';

const pass = join(repository, 'test/pass.child.ts');

/** What it took to move waiting readers to the provider's list. */
interface Passes {
  calls: number;
  /** MB, of the process that makes the passes. */
  peak: number;
}

export default async function processor(bench: Bench): Promise<void> {
  const { folder, remove } = workFolder();
  let nth = 0;
  const subscribe = (readers: number) => {
    nth += 1;
    return subscribeAll(join(folder, String(nth)), readers);
  };
  try {
    const { calls } = await subscribe(100_000);
    await bench.compare(
      { what: '100,000 signups to the provider', unit: 'calls', bound: { most: 500 } },
      async () => calls,
    );
    await bench.compare(
      {
        what: 'memory of passes over 100,000 signups',
        limit: '10,000 signups',
        unit: 'MB',
        bound: { atMost: 1.3 },
      },
      async () => (await subscribe(100_000)).peak,
      async () => (await subscribe(10_000)).peak,
    );
  } finally {
    remove();
  }
}

/** Runs passes, each in a separate process, until no reader is waiting. */
async function subscribeAll(folder: string, readers: number): Promise<Passes> {
  mkdirSync(folder);
  const file = join(folder, 'wordrise.db');
  const env = { ...baseEnvironment(folder), ...productEnvironment(`sqlite:${file}`) };
  timeOf([cli, 'migrate', '--quiet'], { cwd: folder, env });
  const database = new Database(file);
  const sandbox = await startSandbox({ dataDir: join(folder, 'provider') });
  try {
    addReaders(database, readers);
    const waiting = database.prepare("select count(*) from registrations where status = 'waiting'").pluck();
    let peak = 0;
    while (waiting.get() !== 0) {
      const options = { cwd: folder, env: { ...env, ...icontactSettings(sandbox.options) } };
      peak = Math.max(peak, await peakMemory(['--conditions=source', pass], options));
    }
    return { calls: sandbox.calls.length, peak };
  } finally {
    database.close();
    await sandbox.close();
  }
}

function addReaders(database: Database.Database, count: number): void {
  const insert = database.prepare(
    "insert into registrations (email, first_name, created_at, status) values (?, 'Ada', ?, 'waiting')",
  );
  database.transaction(() => {
    for (let nth = 0; nth < count; nth += 1) insert.run(`reader${nth}@example.com`, Date.now());
  })();
}
