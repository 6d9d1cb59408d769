import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../../../test/databases.ts';
import { openTestDatabase } from '../../../../../test/open-test-database.ts';
import { aWord } from '../../../../../test/words.ts';
import { Word } from '../word.ts';
import { importWords } from './import-words.ts';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Imports words without end, and prints how many rows it has read after each batch. */
const endless = `
  import { writeSync } from 'node:fs';
  import { loadConfig } from ${here('../../platform/settings/load-config.ts')};
  import { openProductDatabase } from ${here('../../entities.ts')};
  import { importWords } from ${here('./import-words.ts')};

  const database = await openProductDatabase(loadConfig(process.env).database);
  const word = JSON.parse(process.env.WORD);
  function* lines() {
    for (let nth = 0; ; nth += 1) yield JSON.stringify({ ...word, word: 'word ' + nth }) + '\\n';
  }
  await importWords({ database, now: () => new Date() }, lines(), {
    onConflict: process.env.ON_CONFLICT,
    source: 'import',
    batchRows: 100,
    onProgress: ({ rows }) => writeSync(1, rows + '\\n'),
  });
`;

function* lines(count: number): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) yield `${JSON.stringify(aWord({ word: `word ${nth}` }))}\n`;
}

async function killInTheMiddle(url: string, onConflict: string): Promise<void> {
  const child = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', endless], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      SESSION_SECRET: 'x'.repeat(32),
      WORD: JSON.stringify(aWord()),
      ON_CONFLICT: onConflict,
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number(line) >= 1000) break;
  }
  child.kill('SIGKILL');
  expect(await exited).toEqual([null, 'SIGKILL']);
}

describe.each(databaseKinds)('%s', (kind) => {
  test('a killed import leaves complete batches; after a second run nothing is missing or duplicated', async () => {
    const db = await openTestDatabase(kind);
    await killInTheMiddle(db.url, 'skip');
    const kept = await db.em().count(Word);
    expect(kept).toBeGreaterThanOrEqual(1000);

    const total = kept + 1000;
    const batchEnds: number[] = [];
    const report = await importWords({ database: db, now: () => new Date() }, lines(total), {
      onConflict: 'skip',
      source: 'import',
      batchRows: 100,
      onProgress: ({ rows }) => batchEnds.push(rows),
    });

    expect(batchEnds).toContain(kept);
    expect(report.added + report.skipped).toBe(total);
    expect(report.skipped).toBeGreaterThanOrEqual(kept);
    const words = (await db.em().find(Word, {})).map(({ word }) => word);
    expect(words.length).toBe(total);
    expect(new Set(words)).toEqual(new Set(Array.from({ length: total }, (_, nth) => `word ${nth}`)));
  });

  test('an import that fails on existing words leaves nothing when it is killed', async () => {
    const db = await openTestDatabase(kind);
    await killInTheMiddle(db.url, 'fail');
    expect(await db.em().count(Word)).toBe(0);
  });
});
